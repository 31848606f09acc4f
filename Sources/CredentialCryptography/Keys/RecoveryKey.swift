// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// RK, 256 random bits on paper. It is a member of the account like a device.
package struct RecoveryKey: Sendable {
  private static let byteCount = 32
  /// 52 Base32 characters and 4 check characters, in 14 groups of four.
  private static let paper = CheckedBase32(byteCount: byteCount, groupLength: 4, checkLabel: Label.recoveryCheck)

  let secret: SharedSecret
  /// The recovery key's member keys.
  package let memberKeys: MemberKeys

  private init(secret: SharedSecret) throws(CredentialCryptographyError) {
    self.secret = secret
    memberKeys = try MemberKeys(
      signingSeed: SharedSecret(KeyDerivation.derive(Label.recoverySigning, from: secret.copy())),
      keyAgreementSeed: SharedSecret(KeyDerivation.derive(Label.recoveryKeyAgreement, from: secret.copy())))
  }

  /// Generates a recovery key.
  package static func generate(using generator: inout some RandomNumberGenerator) throws(CredentialCryptographyError) -> RecoveryKey {
    try RecoveryKey(secret: SharedSecret(SecretBytes.random(byteCount: byteCount, using: &generator)))
  }

  /// Reads the key as typed by the user, ignoring case, spaces and hyphens.
  /// - Throws: `recoveryKeyMistyped` if length, an alphabet character or the check characters are wrong.
  package init(text: borrowing SecretBytes) throws(CredentialCryptographyError) {
    guard let secret = Self.paper.read(text) else { throw CredentialCryptographyError(.recoveryKeyMistyped) }
    try self.init(secret: SharedSecret(secret))
  }

  /// Returns the key for paper: 52 Base32 characters and 4 check characters, in 14 groups of four separated by hyphens, in ASCII.
  package func text() -> SecretBytes { Self.paper.text(of: secret.copy()) }
}

extension RecoveryKey {
  /// The recovery key's identifier as a member: the hash of its public keys.
  package var identifier: DeviceIdentifier { Self.identifier(of: memberKeys.publicKeys) }

  static func identifier(of keys: MemberPublicKeys) -> DeviceIdentifier {
    Identifier(trusted: Array(KeyDerivation.hash(Label.recoveryIdentifier, keys.signing, keys.keyAgreement).prefix(16)))
  }
}
