// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A provider's operation on its identity store, of any size (Apple: `ASCredentialIdentityStore`).
package enum IdentityStoreOperation: Sendable {
  case state
  /// Adds these; an entry that differs from a stored one only in rank and display replaces it.
  case save([CredentialIdentityValue])
  /// Removes these; entries that are not stored are ignored.
  case remove([CredentialIdentityValue])
  /// Replaces all stored entries with these.
  case replace([CredentialIdentityValue])
  case removeAll
  /// Lists the stored entries, of one service or all, of some kinds or (empty) all.
  case list(service: ServiceIdentifierValue?, kinds: [CredentialKind])

  /// The same without identities that no record takes, each of which would keep all others from being stored.
  package var withoutUnfit: IdentityStoreOperation {
    switch self {
    case .save(let identities): .save(identities.filter(IdentityRecord.takes))
    case .remove(let identities): .remove(identities.filter(IdentityRecord.takes))
    case .replace(let identities): .replace(identities.filter(IdentityRecord.takes))
    case .state, .removeAll, .list: self
    }
  }
}

/// The result of an operation on the identity store.
package enum IdentityStoreReply: Sendable {
  /// Whether the user has enabled the provider, and whether the store accepts incremental changes.
  case state(isEnabled: Bool, supportsIncrementalUpdates: Bool)
  case done
  /// All entries that `list` asked for, of any size.
  case identities([CredentialIdentityValue])
  /// Raw value of Apple's `ASCredentialIdentityStoreError.Code`.
  case failed(code: Int)
}

/// An operation in transfer: pages that come first, and the last frame, which applies the operation to all of them at the same time.
package enum IdentityStoreFrame: Codable, Hashable, Sendable {
  case state
  /// A page of the operation with the same request number, whose last frame comes later; not answered.
  case page(IdentityPage)
  /// The last page of entries to add.
  case save(IdentityPage)
  /// The last page of entries to remove.
  case remove(IdentityPage)
  /// The last page of the entries that replace all stored ones.
  case replace(IdentityPage)
  case removeAll
  /// Lists the stored entries, of one service or all, of some kinds or (empty) all.
  case list(service: ServiceIdentifierValue?, kinds: [CredentialKind])

  /// Returns the frames of an operation, in order.
  ///
  /// - Throws: `fieldTooLong` for an identity with a longer field than records take.
  package static func frames(of operation: IdentityStoreOperation) throws(IdentityPageError) -> [IdentityStoreFrame] {
    func frames(_ identities: [CredentialIdentityValue], _ last: (IdentityPage) -> Self) throws(IdentityPageError) -> [Self] {
      let pages = try IdentityPage.pages(of: identities)
      return pages.dropLast().map { .page($0) } + pages.suffix(1).map(last)
    }
    switch operation {
    case .state: return [.state]
    case .save(let identities): return try frames(identities) { .save($0) }
    case .remove(let identities): return try frames(identities) { .remove($0) }
    case .replace(let identities): return try frames(identities) { .replace($0) }
    case .removeAll: return [.removeAll]
    case .list(let service, let kinds): return [.list(service: service, kinds: kinds)]
    }
  }
}

/// The reply to an operation in transfer: pages that come first, and the last frame.
package enum IdentityStoreReplyFrame: Codable, Hashable, Sendable {
  /// Whether the user has enabled the provider, and whether the store accepts incremental changes.
  case state(isEnabled: Bool, supportsIncrementalUpdates: Bool)
  case done
  /// A page of a list, followed by more.
  case page(IdentityPage)
  /// The last page of a list.
  case identities(IdentityPage)
  /// Raw value of Apple's `ASCredentialIdentityStoreError.Code`.
  case failed(code: Int)
}
