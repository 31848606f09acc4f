// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a provider does to its identity store, at any size (Apple: `ASCredentialIdentityStore`).
package enum IdentityStoreOperation: Sendable {
  case state
  /// Adds these; one that differs from a stored one in rank and looks alone replaces it.
  case save([CredentialIdentityValue])
  /// Removes these; what is not stored is passed over.
  case remove([CredentialIdentityValue])
  /// Stores these and nothing else.
  case replace([CredentialIdentityValue])
  case removeAll
  /// The stored entries, of one service or all, of some kinds or (empty) all.
  case list(service: ServiceIdentifierValue?, kinds: [CredentialKind])
}

/// What became of an operation on the identity store.
package enum IdentityStoreReply: Sendable {
  /// Whether the person has the provider enabled, and whether the store takes changes without all the rest.
  case state(isEnabled: Bool, supportsIncrementalUpdates: Bool)
  case done
  /// All that was asked for by `list`, at any size.
  case identities([CredentialIdentityValue])
  /// Raw value of Apple's `ASCredentialIdentityStoreError.Code`.
  case failed(code: Int)
}

/// An operation on its way: pages that go ahead, and the last frame, which carries it out on all of them at once.
package enum IdentityStoreFrame: Codable, Hashable, Sendable {
  case state
  /// A page of the operation with the same request number, whose last frame comes later; not answered.
  case page(IdentityPage)
  /// The last page of those to add.
  case save(IdentityPage)
  /// The last page of those to remove.
  case remove(IdentityPage)
  /// The last page of all that is stored from now on.
  case replace(IdentityPage)
  case removeAll
  /// The stored entries, of one service or all, of some kinds or (empty) all.
  case list(service: ServiceIdentifierValue?, kinds: [CredentialKind])

  /// The frames of an operation, in order.
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

/// The answer to an operation on its way back: pages that go ahead, and the last frame.
package enum IdentityStoreReplyFrame: Codable, Hashable, Sendable {
  /// Whether the person has the provider enabled, and whether the store takes changes without all the rest.
  case state(isEnabled: Bool, supportsIncrementalUpdates: Bool)
  case done
  /// A page of a list that goes on.
  case page(IdentityPage)
  /// The last page of a list.
  case identities(IdentityPage)
  /// Raw value of Apple's `ASCredentialIdentityStoreError.Code`.
  case failed(code: Int)
}
