// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// Entry 0: the first device and the recovery key. The account is named by the hash of this entry.
struct Genesis: Hashable, Sendable {
  private static let randomByteCount = 32

  let device: DeviceIdentifier
  let deviceKeys: MemberPublicKeys
  let recoveryKeys: MemberPublicKeys
  let createdMilliseconds: UInt64
  let random: [UInt8]

  init(
    device: DeviceIdentifier, deviceKeys: MemberPublicKeys, recoveryKeys: MemberPublicKeys, createdMilliseconds: UInt64,
    using generator: inout some RandomNumberGenerator
  ) {
    self.device = device
    self.deviceKeys = deviceKeys
    self.recoveryKeys = recoveryKeys
    self.createdMilliseconds = createdMilliseconds
    random = (0..<Self.randomByteCount).map { _ in generator.next() }
  }

  var body: CBORMap {
    [
      .unsigned(1): .bytes(device.bytes),
      .unsigned(2): .bytes(deviceKeys.signing),
      .unsigned(3): .bytes(deviceKeys.keyAgreement),
      .unsigned(4): .bytes(recoveryKeys.signing),
      .unsigned(5): .bytes(recoveryKeys.keyAgreement),
      .unsigned(6): .unsigned(FormatFloor.first),
      .unsigned(7): .unsigned(createdMilliseconds),
      .unsigned(8): .bytes(random),
    ]
  }

  init(body: CBORMap) throws(CredentialCryptographyError) {
    let fields = CanonicalFields(body)
    try fields.requireKeys(1...8)
    guard try fields.unsigned(6) == FormatFloor.first else { throw CredentialCryptographyError(.unsupportedVersion) }
    device = try fields.identifier(1)
    deviceKeys = MemberPublicKeys(
      signing: try fields.bytes(2, count: MemberPublicKeys.signingByteCount),
      keyAgreement: try fields.bytes(3, count: MemberPublicKeys.keyAgreementByteCount))
    recoveryKeys = MemberPublicKeys(
      signing: try fields.bytes(4, count: MemberPublicKeys.signingByteCount),
      keyAgreement: try fields.bytes(5, count: MemberPublicKeys.keyAgreementByteCount))
    createdMilliseconds = try fields.unsigned(7)
    random = try fields.bytes(8, count: Self.randomByteCount)
  }
}
