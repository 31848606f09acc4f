// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography

/// One change of an account: up to 500 versions of records, signed by the device that made them (design: section 3.9).
///
/// A commit without items is a heartbeat, and one with a root a checkpoint.
package struct Commit: Hashable, Sendable {
  static let longestEncoding = 1 << 16

  /// The signed part.
  package let signedHeader: SignedCommitHeader
  /// The versions, ordered by record name.
  package let items: [CommitItem]

  /// The commit without its items.
  package var header: CommitHeader { signedHeader.header }
  /// The commit's position in the chain.
  package var position: CommitPosition { signedHeader.position }

  /// The commit in the form that is sent and stored.
  package var encoded: [UInt8] { signedHeader.encode(with: items) }

  /// Signs a commit, whether or not a chain would accept it. Sets the header's hash of the items, and sorts the items.
  /// - Throws: `itemsUnfit` for more than 500 items or two of one record, `cannotWrite` if the key does not sign.
  package init(signing header: CommitHeader, items: [CommitItem], with keys: MemberKeys) throws(SyncModelError) {
    let items = items.sorted { $0.record.bytes.lexicographicallyPrecedes($1.record.bytes) }
    guard CommitItem.areFit(items), header.checkpoint == nil || items.isEmpty else { throw SyncModelError(.itemsUnfit) }
    var header = header
    header.itemsHash = CommitItem.hash(of: items)
    let position = header.position
    do {
      signedHeader = SignedCommitHeader(header: header, signature: try keys.signCommit(hash: position.hash), position: position)
    } catch {
      throw SyncModelError(.cannotWrite)
    }
    self.items = items
  }

  /// Decodes a commit without verifying its signature.
  /// - Throws: `malformed`, `unsupportedVersion`, `itemsMismatch` if the header names other items.
  package init(decoding bytes: [UInt8]) throws(SyncModelError) {
    do {
      let fields = try CanonicalFields(decoding: bytes, atMost: Self.longestEncoding)
      signedHeader = try SignedCommitHeader(fields)
      items = try fields.array(13).map(CommitItem.init(reading:))
      guard CommitItem.areFit(items) else { throw SyncModelError(.malformed) }
      guard CommitItem.hash(of: items) == signedHeader.header.itemsHash else { throw SyncModelError(.itemsMismatch) }
    } catch {
      throw SyncModelError(reading: error)
    }
  }
}
