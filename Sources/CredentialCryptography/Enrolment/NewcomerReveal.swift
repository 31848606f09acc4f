// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A new device's identity, sent to the offering device after that has answered the commitment.
struct NewcomerReveal: Sendable {
  static let randomByteCount = 16
  static let byteCount =
    16 + MemberPublicKeys.signingByteCount + MemberPublicKeys.keyAgreementByteCount + DeviceName.paddedByteCount + randomByteCount

  let device: DeviceIdentifier
  let keys: MemberPublicKeys
  let name: String
  /// Device (16), keys (32 and 1216), name (64), random bytes (16). Every field has a fixed length, so the encoding is unique.
  let encoded: [UInt8]

  init(device: DeviceIdentifier, keys: MemberPublicKeys, name: String, using generator: inout some RandomNumberGenerator) {
    self.device = device
    self.keys = keys
    self.name = name
    let random: [UInt8] = (0..<Self.randomByteCount).map { _ in generator.next() }
    encoded = device.bytes + keys.signing + keys.keyAgreement + DeviceName.pad(name) + random
  }

  /// - Throws: `malformed`.
  init(decoding bytes: [UInt8]) throws(CredentialCryptographyError) {
    var rest = bytes[...]
    func take(_ count: Int) -> [UInt8] {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    guard bytes.count == Self.byteCount, let device = DeviceIdentifier(take(16)) else { throw CredentialCryptographyError(.malformed) }
    self.device = device
    keys = MemberPublicKeys(
      signing: take(MemberPublicKeys.signingByteCount), keyAgreement: take(MemberPublicKeys.keyAgreementByteCount))
    let padded = take(DeviceName.paddedByteCount)
    guard let name = DeviceName.unpad(padded), DeviceName.pad(name) == padded else { throw CredentialCryptographyError(.malformed) }
    self.name = name
    encoded = bytes
  }

  /// Returns the commitment, which the new device sends before it knows the other one's answer. The random bytes keep the rest hidden until
  /// then.
  func commitment(to genesis: [UInt8]) -> [UInt8] { KeyDerivation.hash(Label.enrolmentCommitment, genesis, encoded) }
}
