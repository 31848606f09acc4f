// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// The body of an entry of kind 3: a new epoch's key for exactly the members that are left.
struct EpochRotation: Hashable, Sendable {
  static let ciphertextByteCount = 48

  let epoch: UInt32
  let check: [UInt8]
  let wraps: [DeviceIdentifier: SealedToMember]

  var body: CBORMap {
    let ordered = wraps.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
    return [
      .unsigned(1): .unsigned(UInt64(epoch)),
      .unsigned(2): .bytes(check),
      .unsigned(3): .array(
        ordered.map { .array([.bytes($0.key.bytes), .bytes($0.value.encapsulation), .bytes($0.value.ciphertext)]) }),
    ]
  }

  init(epoch: UInt32, check: [UInt8], wraps: [DeviceIdentifier: SealedToMember]) {
    self.epoch = epoch
    self.check = check
    self.wraps = wraps
  }

  init(body: CBORMap) throws(CredentialCryptographyError) {
    let fields = CanonicalFields(body)
    try fields.requireKeys(1...3)
    epoch = try fields.integer(1)
    check = try fields.bytes(2, count: MembershipLogEntry.hashByteCount)
    var wraps: [DeviceIdentifier: SealedToMember] = [:]
    var last: [UInt8] = []
    for element in try fields.array(3) {
      guard case .array(let parts) = element, parts.count == 3, case .bytes(let member) = parts[0],
        let identifier = DeviceIdentifier(member),
        case .bytes(let encapsulation) = parts[1], encapsulation.count == SealedToMember.encapsulationByteCount,
        case .bytes(let ciphertext) = parts[2], ciphertext.count == Self.ciphertextByteCount, last.lexicographicallyPrecedes(member)
      else { throw CredentialCryptographyError(.malformed) }
      wraps[identifier] = SealedToMember(encapsulation: encapsulation, ciphertext: ciphertext)
      last = member
    }
    self.wraps = wraps
  }

  /// What HPKE binds a wrap to.
  static func info(account: AccountIdentifier, epoch: UInt32, member: DeviceIdentifier, previous: [UInt8]) -> [UInt8] {
    Label.epochWrap + account.bytes + epoch.bigEndianBytes + member.bytes + previous
  }
}
