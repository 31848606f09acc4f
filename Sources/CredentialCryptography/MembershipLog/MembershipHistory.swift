// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An entry of the membership log, by position and hash.
package struct LogPosition: Hashable, Sendable {
  /// The entry's position in the log, starting at 0.
  package let sequence: UInt64
  /// The entry's hash (32 bytes).
  package let hash: [UInt8]

  /// Creates a position.
  package init(sequence: UInt64, hash: [UInt8]) {
    self.sequence = sequence
    self.hash = hash
  }
}

/// The state at each entry of a log: epoch, members, the floor of formats, and the commit that the entry's author saw last.
struct MembershipHistory: Sendable {
  private struct Span: Sendable {
    let keys: MemberPublicKeys
    let from: UInt64
    /// The entry that ended the membership.
    var end: UInt64?
  }
  private struct Place: Sendable {
    let hash: [UInt8]
    let commitHead: [UInt8]
    let epoch: UInt32
    let formatFloor: UInt64
    let isClosed: Bool
  }

  private var places: [Place] = []
  /// The membership of each device. A removed device does not come back, so each has one span.
  private var spans: [DeviceIdentifier: Span] = [:]
  /// The last entry for each commit that its author saw last.
  private var lastSeeing: [[UInt8]: UInt64] = [:]

  mutating func note(_ entry: MembershipLogEntry, after members: AccountMembers) {
    let sequence = UInt64(places.count)
    places.append(
      Place(
        hash: entry.hash, commitHead: entry.commitHead, epoch: members.epoch, formatFloor: members.formatFloor, isClosed: members.isClosed))
    lastSeeing[entry.commitHead] = sequence
    for (device, keys) in members.devices where spans[device] == nil { spans[device] = Span(keys: keys, from: sequence) }
    for (device, span) in spans where span.end == nil && members.devices[device] == nil { spans[device]?.end = sequence }
  }

  private func place(_ sequence: UInt64) -> Place? {
    Int(exactly: sequence).flatMap { places.indices.contains($0) ? places[$0] : nil }
  }

  func position(_ sequence: UInt64) -> LogPosition? { place(sequence).map { LogPosition(sequence: sequence, hash: $0.hash) } }

  func epoch(at sequence: UInt64) -> UInt32? { place(sequence)?.epoch }

  func formatFloor(at sequence: UInt64) -> UInt64? { place(sequence)?.formatFloor }

  func isClosed(at sequence: UInt64) -> Bool { place(sequence)?.isClosed ?? false }

  func commitHead(at sequence: UInt64) -> [UInt8]? { place(sequence)?.commitHead }

  func publicKeys(of device: DeviceIdentifier, at sequence: UInt64) -> MemberPublicKeys? {
    guard let span = spans[device], span.from <= sequence, span.end.map({ sequence < $0 }) ?? true else { return nil }
    return span.keys
  }

  func devices(at sequence: UInt64) -> [DeviceIdentifier] {
    spans.compactMap { device, span in span.from <= sequence && span.end.map { sequence < $0 } ?? true ? device : nil }
  }

  func lastEntry(seeing commitHead: [UInt8]) -> UInt64? { lastSeeing[commitHead] }
}

extension MembershipLog {
  /// The end of the log.
  package var head: LogPosition { LogPosition(sequence: UInt64(entries.count - 1), hash: entries.last?.hash ?? []) }

  /// The devices that are members at the end of the log.
  package var devices: Set<DeviceIdentifier> { Set(members.devices.keys) }

  /// Returns the devices that were members after an entry. For an entry after the log's end, returns those at the end.
  package func devices(at sequence: UInt64) -> Set<DeviceIdentifier> { Set(history.devices(at: sequence)) }

  /// The lowest valid format at the end of the log (design: section 3.11).
  package var formatFloor: UInt64 { members.formatFloor }

  /// Whether the account was closed, so that nothing can be written to it any more.
  package var isClosed: Bool { members.isClosed }

  /// Returns the lowest valid format after an entry; nil after the log's end.
  package func formatFloor(at sequence: UInt64) -> UInt64? { history.formatFloor(at: sequence) }

  /// Whether the account was closed at an entry; false after the log's end.
  package func isClosed(at sequence: UInt64) -> Bool { history.isClosed(at: sequence) }

  /// Returns the entry with a sequence number; nil after the log's end.
  package func position(_ sequence: UInt64) -> LogPosition? { history.position(sequence) }

  /// Returns the epoch after an entry; nil after the log's end.
  package func epoch(at sequence: UInt64) -> UInt32? { history.epoch(at: sequence) }

  /// Returns the public keys of a device that was a member after an entry; nil for any other.
  package func publicKeys(of device: DeviceIdentifier, at sequence: UInt64) -> MemberPublicKeys? {
    history.publicKeys(of: device, at: sequence)
  }

  /// Returns the commit that the author of an entry saw last; 32 zero bytes if there was none, nil after the log's end.
  package func commitHead(at sequence: UInt64) -> [UInt8]? { history.commitHead(at: sequence) }

  /// Returns the last of the entries whose authors saw this commit last. A commit that follows it may not name an earlier entry.
  package func lastEntry(seeing commitHead: [UInt8]) -> UInt64? { history.lastEntry(seeing: commitHead) }
}

extension MembershipLogEntry {
  /// The commit that its author saw last; nil if there was none.
  package var commitHeadSeen: [UInt8]? { commitHead == MembershipLog.noHash ? nil : commitHead }
}
