// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// A root that a PIN opens together with the TPM in which it was sealed. It exists only in memory: a copy of the vault's files does not
/// contain it.
package struct SealedRoot: Sendable {
  private let chip: SealingChip
  private let cost: KeyDerivationCost
  private let salt: [UInt8]
  private let account: AccountIdentifier
  private let device: DeviceIdentifier
  private let sealed: [UInt8]
  private let nonce: [UInt8]
  private let box: [UInt8]

  /// Encrypts a root for the stored PIN, with a separate secret; takes a few tenths of a second.
  /// - Throws: `authenticationFailed` if the PIN was stored for another root, account or device; `chipMissing`, `chipLockedOut`,
  ///   `chipFailed`.
  package init(
    _ root: LocalRoot, for pin: StoredPIN, in chip: SealingChip, account: AccountIdentifier, device: DeviceIdentifier,
    using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) {
    self.chip = chip
    self.account = account
    self.device = device
    (cost, salt) = (pin.cost, pin.salt)
    let key = try pin.key(under: root, account: account, device: device)
    let secret = SecretBytes.random(byteCount: 32, using: &generator)
    sealed = try chip.seal(secret, authorisation: key.authorisation)
    nonce = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    box = try root.key.withBytes { [nonce] (root) throws(CredentialCryptographyError) in
      try AuthenticatedEncryption.seal(
        root, key: key.wrappingKey(with: secret), nonce: nonce, authenticating: Self.context(account, device))
    }
  }

  /// Opens the root. Takes as long as the cost dictates and the TPM needs.
  /// - Throws: `wrongPIN`, which the TPM counts; `chipMissing`, `chipLockedOut`, `chipFailed`, `outOfMemory`.
  package func open(pin: borrowing SecretBytes) throws(CredentialCryptographyError) -> LocalRoot {
    let key = try PINKey(pin, salt: salt, cost: cost)
    let secret = try chip.unseal(sealed, authorisation: key.authorisation)
    return LocalRoot(
      key: SharedSecret(
        try AuthenticatedEncryption.open(
          box, key: key.wrappingKey(with: secret), nonce: nonce, authenticating: Self.context(account, device))))
  }

  private static func context(_ account: AccountIdentifier, _ device: DeviceIdentifier) -> [UInt8] {
    Label.sealedRoot + account.bytes + device.bytes
  }
}
