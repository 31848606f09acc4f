// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography

/// A commit without its items, as stored for old commits, so that a device that was offline for long can link its head to the current one.
package struct SignedCommitHeader: Hashable, Sendable {
  static let longestEncoding = 1 << 12

  /// The signed part.
  package let header: CommitHeader
  /// The author's Ed25519 signature (64 bytes).
  package let signature: [UInt8]
  /// The commit's position in the chain.
  package let position: CommitPosition

  init(header: CommitHeader, signature: [UInt8]) {
    self.init(header: header, signature: signature, position: header.position)
  }

  /// - Parameter position: The header's position, if already computed.
  init(header: CommitHeader, signature: [UInt8], position: CommitPosition) {
    self.header = header
    self.signature = signature
    self.position = position
  }

  /// Whether it claims to follow a commit, and a member at the named log entry signed it. Only a chain decides whether it may.
  package func isNext(to parent: CommitPosition, in log: MembershipLog) -> Bool {
    header.parent == parent.hash && header.number == parent.number + 1 && isSigned(by: log)
  }

  /// The header in its stored form.
  package var encoded: [UInt8] { encode() }

  func encode(with items: [CommitItem]? = nil) -> [UInt8] {
    var entries = header.content
    if let items { entries.append(.init(key: .unsigned(13), value: CommitItem.encode(items))) }
    entries.append(.init(key: .unsigned(14), value: .bytes(signature)))
    return CBOREncoder(profile: .deterministic).encode(.map(CBORMap(entries) ?? CBORMap()))
  }

  /// Decodes a header without verifying its signature.
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
  /// Whether the author was a member at the log entry named by the commit, and signed it.
  func isSigned(by log: MembershipLog) -> Bool {
    guard log.position(header.log.sequence) == header.log else { return false }
    return log.publicKeys(of: header.device, at: header.log.sequence)?.isCommitSignature(signature, hash: position.hash) ?? false
  }
}
