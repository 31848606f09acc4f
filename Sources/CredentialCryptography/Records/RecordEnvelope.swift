// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// One encrypted version of a record, as stored and synchronised (docs/formats/vault.md, "Record envelope").
package struct RecordEnvelope: Hashable, Sendable {
  /// The length of ``wrap`` in bytes: epoch (4), nonce (12), key (32), tag (16).
  package static let wrapByteCount = 64

  private let header: RecordHeader
  private let ciphertext: [UInt8]
  /// The content key under its epoch's key. No other part changes with the epoch.
  package let wrap: [UInt8]

  init(header: RecordHeader, ciphertext: [UInt8], wrap: [UInt8]) {
    self.header = header
    self.ciphertext = ciphertext
    self.wrap = wrap
  }

  /// Decodes an envelope without opening it.
  /// - Throws: `unsupportedVersion` for another suite, `malformed` for inconsistent lengths or classes.
  package init(body: [UInt8], wrap: [UInt8]) throws(CredentialCryptographyError) {
    header = try RecordHeader(decoding: Array(body.prefix(RecordHeader.byteCount)))
    ciphertext = Array(body.dropFirst(RecordHeader.byteCount))
    self.wrap = wrap
    let padded = ciphertext.count - AuthenticatedEncryption.tagByteCount
    guard wrap.count == Self.wrapByteCount, ciphertext.count == Int(header.ciphertextByteCount), padded > 0,
      header.padding.admits(paddedByteCount: padded, purpose: header.facts.purpose)
    else { throw CredentialCryptographyError(.malformed) }
  }

  /// The writer's facts about this version; they are trustworthy only after the envelope opened.
  package var facts: RecordFacts { header.facts }

  /// Header and ciphertext, which a change of epoch leaves unchanged.
  package var body: [UInt8] { header.encoded + ciphertext }

  /// The hash by which commits name the body.
  package var bodyHash: [UInt8] { Self.bodyHash(header: header, ciphertext: ciphertext) }

  /// The epoch under whose key the content key is wrapped.
  package var epoch: UInt32 { UInt32(bigEndianBytes: wrap.prefix(4)) }

  private static func bodyHash(header: RecordHeader, ciphertext: [UInt8]) -> [UInt8] {
    KeyDerivation.hash(Label.bodyHash, header.encoded, ciphertext)
  }

  static func wrapContext(header: RecordHeader, ciphertext: [UInt8], epoch: UInt32) -> [UInt8] {
    Label.wrap + header.facts.account.bytes + header.facts.record.bytes + header.facts.revision.bigEndianBytes + epoch.bigEndianBytes
      + bodyHash(header: header, ciphertext: ciphertext)
  }

  fileprivate func open(with epochKey: EpochKey) throws(CredentialCryptographyError) -> SecretBytes {
    try SingleUseKey.open(header, ciphertext, key: contentKey(with: epochKey))
  }

  private func contentKey(with epochKey: EpochKey) throws(CredentialCryptographyError) -> SecretBytes {
    try AuthenticatedEncryption.open(
      wrap.dropFirst(16), key: epochKey.recordWrappingKey.copy(), nonce: wrap[4..<16],
      authenticating: Self.wrapContext(header: header, ciphertext: ciphertext, epoch: epoch))
  }

  fileprivate func rewrapped(
    from former: EpochKey, to next: EpochKey, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> RecordEnvelope {
    try SealedBody(header: header, ciphertext: ciphertext, key: contentKey(with: former)).wrapped(under: next, using: &generator)
  }
}

extension EpochKey {
  /// Encrypts content as a new version of a record under a fresh content key.
  /// - Throws: `recordTooLong` above 64 KiB (255 bytes for a tombstone).
  package func seal(
    _ content: borrowing SecretBytes, as facts: RecordFacts, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> RecordEnvelope {
    let key = SingleUseKey.generate(using: &generator)
    let sealed = try key.seal(content, as: facts)
    return try sealed.wrapped(under: self, using: &generator)
  }

  /// Wraps a version's content key under this epoch's key instead of an older one's, without opening the content.
  /// - Throws: `wrongPlace`, `unknownEpoch` if the version is not of the older epoch, `authenticationFailed`.
  package func rewrap(
    _ envelope: RecordEnvelope, from former: EpochKey, account: AccountIdentifier, record: RecordName,
    using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> RecordEnvelope {
    guard envelope.facts.account == account, envelope.facts.record == record else { throw CredentialCryptographyError(.wrongPlace) }
    guard envelope.epoch == former.epoch else { throw CredentialCryptographyError(.unknownEpoch) }
    return try envelope.rewrapped(from: former, to: self, using: &generator)
  }

  /// Opens a version stored under a record's name in an account.
  /// - Throws: `wrongPlace`, `unknownEpoch`, `authenticationFailed`, `keyCommitmentMismatch`, `malformed`.
  package func open(
    _ envelope: RecordEnvelope, account: AccountIdentifier, record: RecordName
  ) throws(CredentialCryptographyError) -> SecretBytes {
    guard envelope.facts.account == account, envelope.facts.record == record else { throw CredentialCryptographyError(.wrongPlace) }
    guard envelope.epoch == epoch else { throw CredentialCryptographyError(.unknownEpoch) }
    return try envelope.open(with: self)
  }
}
