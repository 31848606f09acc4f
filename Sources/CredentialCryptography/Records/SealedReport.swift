// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// A report received while the vault is locked, encrypted for its device's public key: the sender needs no key, and only the unlocked vault
/// can read it (docs/formats/vault.md, "Reports").
package enum SealedReport {
  /// Encrypts a report for a device of an account.
  package static func seal(
    _ report: borrowing SecretBytes, to keys: MemberPublicKeys, account: AccountIdentifier, device: DeviceIdentifier
  ) throws(CredentialCryptographyError) -> [UInt8] {
    let sealed = try keys.seal(report, info: info(account, device))
    return sealed.encapsulation + sealed.ciphertext
  }

  /// Opens a report encrypted for the same device and account.
  /// - Throws: `malformed`, `authenticationFailed`.
  package static func open(
    _ sealed: [UInt8], with keys: MemberKeys, account: AccountIdentifier, device: DeviceIdentifier
  ) throws(CredentialCryptographyError) -> SecretBytes {
    guard sealed.count > SealedToMember.encapsulationByteCount else { throw CredentialCryptographyError(.malformed) }
    let parts = SealedToMember(
      encapsulation: Array(sealed.prefix(SealedToMember.encapsulationByteCount)),
      ciphertext: Array(sealed.dropFirst(SealedToMember.encapsulationByteCount)))
    return try keys.open(parts, info: info(account, device))
  }

  private static func info(_ account: AccountIdentifier, _ device: DeviceIdentifier) -> [UInt8] {
    Label.report + account.bytes + device.bytes
  }
}
