// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography

/// A commit without its items: what is kept of old commits, so that a device that slept can tie its head to the present one.
package struct SignedCommitHeader: Hashable, Sendable {
  static let longestEncoding = 1 << 12

  /// What was signed.
  package let header: CommitHeader
  /// The author's Ed25519 signature (64 bytes).
  package let signature: [UInt8]
  /// Where the commit stands.
  package let position: CommitPosition

  init(header: CommitHeader, signature: [UInt8]) {
    self.init(header: header, signature: signature, position: header.position)
  }

  /// - Parameter position: The header's, where it was computed already.
  init(header: CommitHeader, signature: [UInt8], position: CommitPosition) {
    self.header = header
    self.signature = signature
    self.position = position
  }

  /// Whether it says that it follows a commit, and a member signed that where it names the log; only a chain says whether it may.
  package func isNext(to parent: CommitPosition, in log: MembershipLog) -> Bool {
    header.parent == parent.hash && header.number == parent.number + 1 && isSigned(by: log)
  }

  /// The header as it is stored.
  package var encoded: [UInt8] { encode() }

  func encode(with items: [CommitItem]? = nil) -> [UInt8] {
    var entries = header.content
    if let items { entries.append(.init(key: .unsigned(13), value: CommitItem.encode(items))) }
    entries.append(.init(key: .unsigned(14), value: .bytes(signature)))
    return CBOREncoder(profile: .deterministic).encode(.map(CBORMap(entries) ?? CBORMap()))
  }

  /// Reads a header without believing it.
  /// - Throws: `malformed`, `unsupportedVersion`.
  package init(decoding bytes: [UInt8]) throws(SyncModelError) {
    do {
      let fields = try CanonicalFields(decoding: bytes, atMost: Self.longestEncoding)
      guard !fields.has(13) else { throw SyncModelError(.malformed) }
      try self.init(fields)
    } catch {
      throw SyncModelError(reading: error)
    }
  }

  init(_ fields: CanonicalFields) throws {
    guard try fields.unsigned(1) == CommitHeader.version else { throw SyncModelError(.unsupportedVersion) }
    try fields.requireKeys(1...14, optional: [12, 13])
    self.init(
      header: try CommitHeader(fields), signature: try fields.bytes(14, count: MemberPublicKeys.signatureByteCount))
  }
}

extension SignedCommitHeader {
  /// Whether the author was a member where the commit names the log, and signed it.
  func isSigned(by log: MembershipLog) -> Bool {
    guard log.position(header.log.sequence) == header.log else { return false }
    return log.publicKeys(of: header.device, at: header.log.sequence)?.isCommitSignature(signature, hash: position.hash) ?? false
  }
}
