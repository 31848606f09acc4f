// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The revisions that the vault stored last, as a number and an encrypted list outside the database (docs/formats/vault.md, "Witness").
package enum SealedRevisions {
  private static let magic = Array("PFW1".utf8)
  private static let headerByteCount = 4 + 8 + AuthenticatedEncryption.nonceByteCount

  /// Encrypts a list under its number among all those written by this device.
  package static func seal(
    _ list: [UInt8], number: UInt64, root: LocalRoot, account: AccountIdentifier, device: DeviceIdentifier,
    using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> [UInt8] {
    let nonce: [UInt8] = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    let box = try AuthenticatedEncryption.seal(
      list[...], key: KeyDerivation.derive(Label.witness, from: root.key.copy()), nonce: nonce,
      authenticating: context(number, account, device))
    return magic + number.bigEndianBytes + nonce + box
  }

  /// Returns the number that an encrypted list claims; nil if it is not of this version. Only ``open(_:root:account:device:)`` verifies it.
  package static func number(of sealed: [UInt8]) -> UInt64? {
    guard sealed.count > headerByteCount, sealed.starts(with: magic) else { return nil }
    return UInt64(bigEndianBytes: sealed[4..<12])
  }

  /// Opens a list.
  /// - Throws: `malformed`, `authenticationFailed`.
  package static func open(
    _ sealed: [UInt8], root: LocalRoot, account: AccountIdentifier, device: DeviceIdentifier
  ) throws(CredentialCryptographyError) -> [UInt8] {
    guard let number = number(of: sealed) else { throw CredentialCryptographyError(.malformed) }
    let list = try AuthenticatedEncryption.open(
      sealed[headerByteCount...], key: KeyDerivation.derive(Label.witness, from: root.key.copy()), nonce: sealed[12..<headerByteCount],
      authenticating: context(number, account, device))
    return list.withBytes { Array($0) }
  }

  private static func context(_ number: UInt64, _ account: AccountIdentifier, _ device: DeviceIdentifier) -> [UInt8] {
    Label.witness + account.bytes + device.bytes + number.bigEndianBytes
  }
}
