// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// The data that undoes the last import, encrypted under the device's local root (docs/formats/vault.md, "Import journal").
package enum SealedImportJournal {
  private static let magic = Array("PFU1".utf8)
  private static let headerByteCount = 4 + AuthenticatedEncryption.nonceByteCount

  /// Encrypts a journal.
  package static func seal(
    _ journal: SharedSecret, root: LocalRoot, account: AccountIdentifier, device: DeviceIdentifier,
    using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> [UInt8] {
    let nonce: [UInt8] = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    let key = KeyDerivation.derive(Label.importJournal, from: root.key.copy())
    let box = try journal.withBytes { (bytes) throws(CredentialCryptographyError) in
      try AuthenticatedEncryption.seal(bytes, key: key, nonce: nonce, authenticating: context(account, device))
    }
    return magic + nonce + box
  }

  /// Opens a journal encrypted for the same account and device.
  /// - Throws: `malformed`, `authenticationFailed`.
  package static func open(
    _ sealed: [UInt8], root: LocalRoot, account: AccountIdentifier, device: DeviceIdentifier
  ) throws(CredentialCryptographyError) -> SharedSecret {
    guard sealed.count > headerByteCount, sealed.starts(with: magic) else { throw CredentialCryptographyError(.malformed) }
    let key = KeyDerivation.derive(Label.importJournal, from: root.key.copy())
    return SharedSecret(
      try AuthenticatedEncryption.open(
        sealed[headerByteCount...], key: key, nonce: sealed[magic.count..<headerByteCount], authenticating: context(account, device)))
  }

  private static func context(_ account: AccountIdentifier, _ device: DeviceIdentifier) -> [UInt8] {
    Label.importJournal + account.bytes + device.bytes
  }
}
