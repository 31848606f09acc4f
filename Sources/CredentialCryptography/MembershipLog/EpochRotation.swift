// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// The body of an entry of kind 2 or 3: a new epoch's key for exactly the remaining members.
struct EpochRotation: Hashable, Sendable {
  let epoch: UInt32
  let check: [UInt8]
  let wraps: [DeviceIdentifier: SealedToMember]
  /// The previous epoch's key under this one's, so that a new member needs only one wrap; nil in epoch 1.
  let sealedPrevious: [UInt8]?
  /// The devices that are no longer members; empty in an entry of kind 3.
  let removed: [DeviceIdentifier]

  var body: CBORMap {
    var entries: [CBORMap.Entry] = [
      .init(key: .unsigned(1), value: .unsigned(UInt64(epoch))),
      .init(key: .unsigned(2), value: .bytes(check)),
      .init(
        key: .unsigned(3),
        value: .array(
          Self.ordered(wraps.keys).map { member in
            .array([.bytes(member.bytes), .bytes(wraps[member]?.encapsulation ?? []), .bytes(wraps[member]?.ciphertext ?? [])])
          })),
    ]
    if let sealedPrevious { entries.append(.init(key: .unsigned(4), value: .bytes(sealedPrevious))) }
    if !removed.isEmpty {
      entries.append(.init(key: .unsigned(5), value: .array(Self.ordered(removed).map { .bytes($0.bytes) })))
    }
    return CBORMap(entries) ?? CBORMap()
  }

  init(
    epoch: UInt32, check: [UInt8], wraps: [DeviceIdentifier: SealedToMember], sealedPrevious: [UInt8]? = nil,
    removed: [DeviceIdentifier] = []
  ) {
    self.epoch = epoch
    self.check = check
    self.wraps = wraps
    self.sealedPrevious = sealedPrevious
    self.removed = removed
  }

  /// - Throws: `malformed` for extra or missing fields of this kind.
  init(body: CBORMap, kind: MembershipLogEntry.Kind) throws(CredentialCryptographyError) {
    let malformed = CredentialCryptographyError(.malformed)
    let fields = CanonicalFields(body)
    try fields.requireKeys(1...5, optional: [4, 5])
    epoch = try fields.integer(1)
    check = try fields.bytes(2, count: MembershipLogEntry.hashByteCount)
    var wraps: [DeviceIdentifier: SealedToMember] = [:]
    var last: [UInt8] = []
    for element in try fields.array(3) {
      guard case .array(let parts) = element, parts.count == 3, case .bytes(let member) = parts[0],
        let identifier = DeviceIdentifier(member), case .bytes(let encapsulation) = parts[1], case .bytes(let ciphertext) = parts[2],
        let wrap = SealedToMember(ofEpochKey: encapsulation, ciphertext), last.lexicographicallyPrecedes(member)
      else { throw malformed }
      wraps[identifier] = wrap
      last = member
    }
    self.wraps = wraps
    guard (body[.unsigned(5)] == nil) == (kind == .rotate) else { throw malformed }
    sealedPrevious = body[.unsigned(4)] == nil ? nil : try fields.bytes(4, count: EpochKey.sealedPreviousByteCount)
    removed = kind == .rotate ? [] : try Self.identifiers(try fields.array(5))
  }

  private static func identifiers(_ elements: [CBORValue]) throws(CredentialCryptographyError) -> [DeviceIdentifier] {
    var found: [DeviceIdentifier] = []
    for element in elements {
      guard case .bytes(let bytes) = element, let identifier = DeviceIdentifier(bytes),
        found.last.map({ $0.bytes.lexicographicallyPrecedes(bytes) }) ?? true
      else { throw CredentialCryptographyError(.malformed) }
      found.append(identifier)
    }
    guard !found.isEmpty else { throw CredentialCryptographyError(.malformed) }
    return found
  }

  private static func ordered(_ identifiers: some Sequence<DeviceIdentifier>) -> [DeviceIdentifier] {
    identifiers.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Returns the HPKE info of a wrap; `previous` is the hash of the entry before the one with the wrap.
  static func info(account: AccountIdentifier, epoch: UInt32, member: DeviceIdentifier, previous: [UInt8]) -> [UInt8] {
    Label.epochWrap + account.bytes + epoch.bigEndianBytes + member.bytes + previous
  }
}

extension SealedToMember {
  private static let epochKeyCiphertextByteCount = 48

  /// Creates the wrap of an epoch key from its parts; nil for other lengths.
  init?(ofEpochKey encapsulation: [UInt8], _ ciphertext: [UInt8]) {
    guard encapsulation.count == Self.encapsulationByteCount, ciphertext.count == Self.epochKeyCiphertextByteCount else { return nil }
    self.init(encapsulation: encapsulation, ciphertext: ciphertext)
  }
}
