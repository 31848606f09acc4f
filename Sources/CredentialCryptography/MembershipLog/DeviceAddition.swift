// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// The body of an entry of kind 1: a device, its keys and its name, and the current epoch's key for it.
struct DeviceAddition: Hashable, Sendable {
  let device: DeviceIdentifier
  let keys: MemberPublicKeys
  let sealedName: [UInt8]
  let wrap: SealedToMember

  var body: CBORMap {
    [
      .unsigned(1): .bytes(device.bytes),
      .unsigned(2): .bytes(keys.signing),
      .unsigned(3): .bytes(keys.keyAgreement),
      .unsigned(4): .bytes(sealedName),
      .unsigned(5): .bytes(wrap.encapsulation),
      .unsigned(6): .bytes(wrap.ciphertext),
    ]
  }

  init(device: DeviceIdentifier, keys: MemberPublicKeys, sealedName: [UInt8], wrap: SealedToMember) {
    self.device = device
    self.keys = keys
    self.sealedName = sealedName
    self.wrap = wrap
  }

  init(body: CBORMap) throws(CredentialCryptographyError) {
    let fields = CanonicalFields(body)
    try fields.requireKeys(1...6)
    device = try fields.identifier(1)
    keys = MemberPublicKeys(
      signing: try fields.bytes(2, count: MemberPublicKeys.signingByteCount),
      keyAgreement: try fields.bytes(3, count: MemberPublicKeys.keyAgreementByteCount))
    sealedName = try fields.bytes(4, count: DeviceName.sealedByteCount)
    guard let wrap = SealedToMember(ofEpochKey: try fields.bytes(5), try fields.bytes(6)) else {
      throw CredentialCryptographyError(.malformed)
    }
    self.wrap = wrap
  }
}
