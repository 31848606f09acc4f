// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
package import SyncModel

/// A device's state of its account's chain, apart from the records, encrypted under its local root (docs/formats/vault.md, "Replica").
package struct ReplicaState: Hashable, Sendable {
  private static let version: UInt64 = 1
  private static let longest = 1 << 16

  /// The place at which the account is synchronised: an origin, or the absolute path of a folder.
  package var place: String
  /// The other side's cursor of the last stored page; empty before the first.
  package var cursor: [UInt8]
  /// The hashes of the commits that were signed on the head and may have been accepted.
  package internal(set) var inFlight: Set<[UInt8]>
  /// The reason that nothing is sent; nil if there is none.
  package internal(set) var alarm: ReplicaAlarm?
  /// The time at which everything was last exchanged, in milliseconds since 1970; nil before the first time.
  package var lastComplete: UInt64?

  /// The wraps of the current epoch that the other side still needs from this device; nil if there are none.
  package var rewrapDue: RewrapDue?

  /// The commit that another device vouched for when it admitted this one; nil once the chain was verified to contain it.
  package var promised: CommitPosition?

  /// The data still missing at another place to which this device transfers the account; nil if nothing is missing.
  package internal(set) var carrying: Carrying?

  /// The place to which this device has started to transfer the account, noted before the place is notified; nil if there is none.
  package var carryTo: String?

  /// How this device came to the place; nil if the account was there before this device, or was founded there.
  package internal(set) var arrival: Arrival?

  var head: CommitPosition
  var logHead: LogPosition
  var logSequence: UInt64
  var itemsSinceCheckpoint: UInt64
  var checkpointClock: UInt64?
  var checkpointHistory: CheckpointHistory?

  init(place: String, log: MembershipLog) {
    self.place = place
    cursor = []
    inFlight = []
    head = .beginning
    logHead = log.head
    logSequence = 0
    itemsSinceCheckpoint = 0
  }

  /// Wraps that a device which started an epoch owes the other side.
  package struct RewrapDue: Hashable, Sendable {
    /// The epoch.
    package let epoch: UInt32
    /// The name of the last record whose wrap was sent, in the order of names; empty before the first.
    package let after: [UInt8]

    /// Creates a note of wraps that are due.
    package init(epoch: UInt32, after: [UInt8] = []) {
      self.epoch = epoch
      self.after = after
    }
  }

  /// Records that are rewritten at a place to which the account was transferred without the commits that brought them.
  package struct Carrying: Hashable, Sendable {
    /// The number of the commit from which the place has the account.
    package let base: UInt64
    /// The name of the last rewritten record, in the order of names; empty before the first.
    package let after: [UInt8]
    /// Whether all records are rewritten, and only the checkpoint over them is missing.
    package let isWritten: Bool
  }

  /// The coming of a device to a place from another one.
  package struct Arrival: Hashable, Sendable {
    /// The number of the last commit that it had, or of the head from which the account continues there.
    package let number: UInt64
    /// Whether it brought the account there; otherwise it followed another device.
    package let isFirst: Bool
  }

  /// Updates the end of the chain.
  mutating func note(_ chain: CommitChain) {
    head = chain.head
    logSequence = chain.logSequence
    itemsSinceCheckpoint = UInt64(chain.itemsSinceCheckpoint)
    checkpointClock = chain.checkpointClock
    checkpointHistory = chain.checkpointHistory
  }

  var encoded: [UInt8] {
    let entries: CBORMap = [
      .unsigned(1): .unsigned(Self.version),
      .unsigned(2): .text(place),
      .unsigned(3): .bytes(cursor),
      .unsigned(4): .array([.unsigned(head.number), .bytes(head.hash)]),
      .unsigned(5): .array([.unsigned(logHead.sequence), .bytes(logHead.hash)]),
      .unsigned(6): .unsigned(logSequence),
      .unsigned(7): .unsigned(itemsSinceCheckpoint),
      .unsigned(8): Self.optional(checkpointClock),
      .unsigned(9): .array(inFlight.sorted { $0.lexicographicallyPrecedes($1) }.map(CBORValue.bytes)),
      .unsigned(10): alarm?.value ?? .null,
      .unsigned(11): Self.optional(lastComplete),
      .unsigned(12): rewrapDue.map { .array([.unsigned(UInt64($0.epoch)), .bytes($0.after)]) } ?? .null,
      .unsigned(13): checkpointHistory.map(Self.value) ?? .null,
    ]
    var more = promised.map { [CBORMap.Entry(key: 14, value: .array([.unsigned($0.number), .bytes($0.hash)]))] } ?? []
    if let carrying {
      let parts: [CBORValue] = [.unsigned(carrying.base), .bytes(carrying.after), .boolean(carrying.isWritten)]
      more.append(.init(key: 15, value: .array(parts)))
    }
    if let carryTo { more.append(.init(key: 16, value: .text(carryTo))) }
    if let arrival { more.append(.init(key: 17, value: .array([.unsigned(arrival.number), .boolean(arrival.isFirst)]))) }
    let map = CBORMap(entries.entries + more) ?? entries
    return CBOREncoder(profile: .deterministic).encode(.map(map))
  }

  /// - Throws: `tooNew` for a later version, `damaged`.
  init(decoding bytes: [UInt8]) throws(CredentialVaultError) {
    let limits = CBORLimits(maximumByteCount: Self.longest, maximumDepth: 8, maximumItemCount: 4096)
    guard let value = try? CBORDecoder(profile: .rfc8949, limits: limits).decode(bytes), case .map(let map) = value,
      CBOREncoder(profile: .deterministic).encode(value) == bytes, case .unsigned(let version)? = map[.unsigned(1)]
    else { throw CredentialVaultError(.damaged) }
    guard version == Self.version else { throw CredentialVaultError(.tooNew) }
    promised = Self.position(map[.unsigned(14)]).map { CommitPosition(number: $0.number, hash: $0.hash) }
    carrying = try Self.carrying(map[.unsigned(15)])
    if case .text(let place)? = map[.unsigned(16)] { carryTo = place }
    if case .array(let parts)? = map[.unsigned(17)], parts.count == 2, case .unsigned(let number) = parts[0],
      case .boolean(let isFirst) = parts[1]
    {
      arrival = Arrival(number: number, isFirst: isFirst)
    }
    guard map.count == 13 + [promised != nil, carrying != nil, carryTo != nil, arrival != nil].count(where: \.self),
      case .text(let place)? = map[.unsigned(2)],
      case .bytes(let cursor)? = map[.unsigned(3)],
      let head = Self.position(map[.unsigned(4)]), let logHead = Self.position(map[.unsigned(5)]),
      case .unsigned(let logSequence)? = map[.unsigned(6)], case .unsigned(let items)? = map[.unsigned(7)],
      case .array(let inFlight)? = map[.unsigned(9)], let alarm = map[.unsigned(10)]
    else { throw CredentialVaultError(.damaged) }
    self.place = place
    self.cursor = cursor
    self.head = CommitPosition(number: head.number, hash: head.hash)
    self.logHead = LogPosition(sequence: logHead.number, hash: logHead.hash)
    self.logSequence = logSequence
    itemsSinceCheckpoint = items
    checkpointClock = try Self.optional(map[.unsigned(8)])
    self.inFlight = Set(inFlight.compactMap(\.bytesValue))
    self.alarm = alarm == .null ? nil : try ReplicaAlarm(reading: alarm)
    lastComplete = try Self.optional(map[.unsigned(11)])
    checkpointHistory = try Self.history(map[.unsigned(13)])
    switch map[.unsigned(12)] {
    case .null: rewrapDue = nil
    case .array(let parts):
      guard parts.count == 2, case .unsigned(let epoch) = parts[0], let epoch = UInt32(exactly: epoch), case .bytes(let after) = parts[1]
      else { throw CredentialVaultError(.damaged) }
      rewrapDue = RewrapDue(epoch: epoch, after: after)
    default: throw CredentialVaultError(.damaged)
    }
  }

  private static func carrying(_ value: CBORValue?) throws(CredentialVaultError) -> Carrying? {
    guard let value else { return nil }
    guard case .array(let parts) = value, parts.count == 3, case .unsigned(let base) = parts[0], case .bytes(let after) = parts[1],
      case .boolean(let isWritten) = parts[2]
    else { throw CredentialVaultError(.damaged) }
    return Carrying(base: base, after: after, isWritten: isWritten)
  }

  private static func value(_ history: CheckpointHistory) -> CBORValue {
    .array([
      .unsigned(history.knownFrom), .unsigned(history.forgottenThrough),
      .array(history.marks.map { .array([.unsigned($0.number), .unsigned($0.clock)]) }),
    ])
  }

  private static func history(_ value: CBORValue?) throws(CredentialVaultError) -> CheckpointHistory? {
    if case .null? = value { return nil }
    guard case .array(let parts)? = value, parts.count == 3, case .unsigned(let knownFrom) = parts[0],
      case .unsigned(let forgottenThrough) = parts[1], case .array(let marks) = parts[2]
    else { throw CredentialVaultError(.damaged) }
    return CheckpointHistory(
      knownFrom: knownFrom,
      marks: try marks.map { (mark) throws(CredentialVaultError) in
        guard case .array(let parts) = mark, parts.count == 2, case .unsigned(let number) = parts[0], case .unsigned(let clock) = parts[1]
        else { throw CredentialVaultError(.damaged) }
        return CheckpointHistory.Mark(number: number, clock: clock)
      }, forgottenThrough: forgottenThrough)
  }

  static func position(_ value: CBORValue?) -> (number: UInt64, hash: [UInt8])? {
    guard case .array(let parts)? = value, parts.count == 2, case .unsigned(let number) = parts[0], case .bytes(let hash) = parts[1],
      hash.count == CommitPosition.hashByteCount
    else { return nil }
    return (number, hash)
  }

  private static func optional(_ number: UInt64?) -> CBORValue { number.map(CBORValue.unsigned) ?? .null }

  private static func optional(_ value: CBORValue?) throws(CredentialVaultError) -> UInt64? {
    switch value {
    case .unsigned(let number): return number
    case .null: return nil
    default: throw CredentialVaultError(.damaged)
    }
  }
}
