// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// What a locked vault was told, sealed to its device's public key: whoever tells it needs no key, and only the unlocked vault can read it
/// (docs/formats/vault.md, "Reports").
package enum SealedReport {
  /// Seals what was told, for a device of an account.
  package static func seal(
    _ report: borrowing SecretBytes, to keys: MemberPublicKeys, account: AccountIdentifier, device: DeviceIdentifier
  ) throws(CredentialCryptographyError) -> [UInt8] {
    let sealed = try keys.seal(report, info: info(account, device))
    return sealed.encapsulation + sealed.ciphertext
  }

  /// Opens what was sealed for the same device and account.
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
