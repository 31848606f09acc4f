// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// CK, the key of one version of one record. Encrypting consumes it, so that it cannot encrypt twice and the nonce may be zero.
struct SingleUseKey: ~Copyable {
  private let key: SecretBytes

  /// Generates a key.
  static func generate(using generator: inout some RandomNumberGenerator) -> SingleUseKey {
    SingleUseKey(key: SecretBytes.random(byteCount: 32, using: &generator))
  }

  private init(key: consuming SecretBytes) { self.key = key }

  /// Pads and encrypts content, and returns it with a key that can only be wrapped.
  consuming func seal(_ content: borrowing SecretBytes, as facts: RecordFacts) throws(CredentialCryptographyError) -> SealedBody {
    guard let size = PaddingClass.fitting(byteCount: content.byteCount, purpose: facts.purpose) else {
      throw CredentialCryptographyError(.recordTooLong)
    }
    let header = RecordHeader(
      facts: facts, padding: size.class, ciphertextByteCount: UInt32(size.byteCount + AuthenticatedEncryption.tagByteCount),
      keyCommitment: Self.commitment(to: key))
    let padded = Padding.pad(content, to: size.byteCount)
    let ciphertext = try padded.withBytes { (padded) throws(CredentialCryptographyError) in
      try AuthenticatedEncryption.seal(padded, key: key, nonce: Self.nonce, authenticating: Label.body + header.encoded)
    }
    return SealedBody(header: header, ciphertext: ciphertext, key: key)
  }

  /// Opens a body with an unwrapped key.
  static func open(_ header: RecordHeader, _ ciphertext: [UInt8], key: borrowing SecretBytes) throws(CredentialCryptographyError)
    -> SecretBytes
  {
    guard constantTimeEquals(commitment(to: key), header.keyCommitment) else {
      throw CredentialCryptographyError(.keyCommitmentMismatch)
    }
    let padded = try AuthenticatedEncryption.open(ciphertext, key: key, nonce: nonce, authenticating: Label.body + header.encoded)
    return try Padding.unpad(padded)
  }

  private static let nonce = [UInt8](repeating: 0, count: AuthenticatedEncryption.nonceByteCount)

  private static func commitment(to key: borrowing SecretBytes) -> [UInt8] {
    key.withBytes { KeyDerivation.commitment(Label.contentKeyCommitment, key: $0) }
  }
}

/// An encrypted body whose key has yet to be wrapped.
struct SealedBody: ~Copyable {
  let header: RecordHeader
  let ciphertext: [UInt8]
  private let key: SecretBytes

  init(header: RecordHeader, ciphertext: [UInt8], key: consuming SecretBytes) {
    self.header = header
    self.ciphertext = ciphertext
    self.key = key
  }

  /// Wraps the key and discards it.
  consuming func wrapped(
    under epochKey: EpochKey, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> RecordEnvelope {
    let nonce: [UInt8] = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    let context = RecordEnvelope.wrapContext(header: header, ciphertext: ciphertext, epoch: epochKey.epoch)
    let box = try key.withBytes { (key) throws(CredentialCryptographyError) in
      try AuthenticatedEncryption.seal(key, key: epochKey.recordWrappingKey.copy(), nonce: nonce, authenticating: context)
    }
    return RecordEnvelope(header: header, ciphertext: ciphertext, wrap: epochKey.epoch.bigEndianBytes + nonce + box)
  }
}
