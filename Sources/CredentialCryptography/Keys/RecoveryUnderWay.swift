// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A device that the recovery key adds to an account, and the log entry that adds it, while it is unknown whether the account accepted it.
///
/// A recovery key adds one device, once. Both are stored, encrypted under that key, until the device has its vault, so that after an
/// interruption the same device continues (docs/formats/vault.md, "Recovery under way").
package struct RecoveryUnderWay: Sendable {
  private static let version: UInt8 = 1
  private static let seedByteCount = 32
  private static let identifierByteCount = 16

  /// The device with its keys.
  package let device: LogAuthor
  /// The entry that adds it.
  package let entry: MembershipLogEntry

  /// Creates a recovery.
  package init(device: LogAuthor, entry: MembershipLogEntry) {
    self.device = device
    self.entry = entry
  }

  /// Decrypts data encrypted under the same recovery key.
  /// - Throws: `malformed`, `unsupportedVersion`, `authenticationFailed` for data encrypted under another key, or altered data.
  package init(opening sealed: [UInt8], with key: RecoveryKey) throws(CredentialCryptographyError) {
    guard let version = sealed.first else { throw CredentialCryptographyError(.malformed) }
    guard version == Self.version else { throw CredentialCryptographyError(.unsupportedVersion) }
    let box = sealed.dropFirst()
    let content = try AuthenticatedEncryption.open(
      box.dropFirst(AuthenticatedEncryption.nonceByteCount), key: KeyDerivation.derive(Label.recoveryUnderWay, from: key.secret.copy()),
      nonce: box.prefix(AuthenticatedEncryption.nonceByteCount), authenticating: Self.context(key))
    let seedsEnd = Self.identifierByteCount + 2 * Self.seedByteCount
    guard content.byteCount > seedsEnd else { throw CredentialCryptographyError(.malformed) }
    let parts = content.withBytes { bytes in
      (
        identifier: Array(bytes.prefix(Self.identifierByteCount)),
        signing: SharedSecret(copying: bytes.dropFirst(Self.identifierByteCount).prefix(Self.seedByteCount)),
        keyAgreement: SharedSecret(copying: bytes.dropFirst(Self.identifierByteCount + Self.seedByteCount).prefix(Self.seedByteCount)),
        entry: Array(bytes.dropFirst(seedsEnd))
      )
    }
    device = LogAuthor(
      Identifier(trusted: parts.identifier), try MemberKeys(signingSeed: parts.signing, keyAgreementSeed: parts.keyAgreement))
    entry = try MembershipLogEntry(decoding: parts.entry)
  }

  /// Encrypts it under the recovery key: version 1, nonce (12), ciphertext of identifier (16), both seeds (32 each) and entry, tag (16).
  package func sealed(
    under key: RecoveryKey, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> [UInt8] {
    let entry = entry.encoded
    let start = Self.identifierByteCount
    var content = SecretBytes(byteCount: start + 2 * Self.seedByteCount + entry.count)
    content.withMutableBytes { content in
      content.copyBytes(from: device.member.bytes)
      device.keys.signingSeed.withBytes { UnsafeMutableRawBufferPointer(rebasing: content[start...]).copyMemory(from: $0) }
      device.keys.keyAgreementSeed.withBytes {
        UnsafeMutableRawBufferPointer(rebasing: content[(start + Self.seedByteCount)...]).copyMemory(from: $0)
      }
      UnsafeMutableRawBufferPointer(rebasing: content[(start + 2 * Self.seedByteCount)...]).copyBytes(from: entry)
    }
    let nonce: [UInt8] = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    let wrapping = KeyDerivation.derive(Label.recoveryUnderWay, from: key.secret.copy())
    let box = try content.withBytes { (content) throws(CredentialCryptographyError) in
      try AuthenticatedEncryption.seal(content, key: wrapping, nonce: nonce, authenticating: Self.context(key))
    }
    return [Self.version] + nonce + box
  }

  private static func context(_ key: RecoveryKey) -> [UInt8] { Label.recoveryUnderWay + [version] + key.identifier.bytes }
}
