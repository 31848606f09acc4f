// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A device's state of its account's chain, encrypted under its local root, so that nobody else can roll it back to an earlier head or
/// another place (docs/formats/vault.md, "Replica").
package enum SealedReplicaState {
  /// Encrypts a state: nonce (12), ciphertext, tag (16).
  package static func seal(
    _ state: [UInt8], root: LocalRoot, account: AccountIdentifier, device: DeviceIdentifier,
    using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> [UInt8] {
    let nonce: [UInt8] = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    let key = KeyDerivation.derive(Label.replica, from: root.key.copy())
    return nonce + (try AuthenticatedEncryption.seal(state, key: key, nonce: nonce, authenticating: context(account, device)))
  }

  /// Opens a state encrypted for the same account and device.
  /// - Throws: `authenticationFailed`.
  package static func open(
    _ sealed: [UInt8], root: LocalRoot, account: AccountIdentifier, device: DeviceIdentifier
  ) throws(CredentialCryptographyError) -> [UInt8] {
    let key = KeyDerivation.derive(Label.replica, from: root.key.copy())
    let opened = try AuthenticatedEncryption.open(
      sealed.dropFirst(AuthenticatedEncryption.nonceByteCount), key: key, nonce: sealed.prefix(AuthenticatedEncryption.nonceByteCount),
      authenticating: context(account, device))
    return opened.withBytes { Array($0) }
  }

  private static func context(_ account: AccountIdentifier, _ device: DeviceIdentifier) -> [UInt8] {
    Label.replica + account.bytes + device.bytes
  }
}
