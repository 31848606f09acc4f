// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// The commits that are due; times are in milliseconds since 1970 and are passed in.
extension CommitChain {
  private static let day: UInt64 = 24 * 60 * 60 * 1000
  private static let checkpointItems = 1_000
  private static let checkpointAge = 30 * day
  private static let heartbeatAge = 7 * day
  private static let noticeAge = 14 * day
  private static let silenceAge = 180 * day

  /// Whether the next commit should be a checkpoint: after 1 000 items, or after 30 days with any items (design: section 3.9).
  package func isCheckpointDue(atMilliseconds now: UInt64) -> Bool {
    guard itemsSinceCheckpoint > 0, let checkpointClock else { return false }
    return itemsSinceCheckpoint >= Self.checkpointItems || Self.hasPassed(Self.checkpointAge, since: checkpointClock, now)
  }

  /// Whether a device should send a heartbeat, after writing nothing for 7 days (design: section 3.9, "Withholding").
  ///
  /// This is also true if its last commit has a clock that was far ahead and no longer is.
  package func isHeartbeatDue(of device: DeviceIdentifier, atMilliseconds now: UInt64) -> Bool {
    authors[device].map { author in
      Self.hasPassed(Self.heartbeatAge, since: author.clock, now) || StampStanding(of: author.clock, atMilliseconds: now) == .quarantined
    } ?? true
  }

  /// Returns the members that wrote nothing for 14 days, or never, to be reported to the user.
  package func silentDevices(log: MembershipLog, atMilliseconds now: UInt64) -> Set<DeviceIdentifier> {
    log.devices.filter { device in authors[device].map { Self.hasPassed(Self.noticeAge, since: $0.clock, now) } ?? true }
  }

  /// Whether a record whose newest version is in the trash may become a tombstone (design: section 3.10, "Delete").
  ///
  /// Every member has committed since, so it has seen the trash and had no change of its own, or has been silent for 180 days. A member
  /// that never wrote keeps the record: it is unknown how long it has been silent.
  package func mayPurge(_ record: RecordName, log: MembershipLog, atMilliseconds now: UInt64) -> Bool {
    guard let trashed = versions[record], trashed.item.purpose == .record else { return false }
    return log.devices.allSatisfy { device in
      guard let author = authors[device] else { return false }
      return author.number >= trashed.number || Self.hasPassed(Self.silenceAge, since: author.clock, now)
    }
  }

  /// Whether every other device has committed since a commit, or has been silent for 180 days; a device that never committed has not.
  package func haveSeen(_ number: UInt64, allBut own: DeviceIdentifier, log: MembershipLog, atMilliseconds now: UInt64) -> Bool {
    log.devices.allSatisfy { device in
      guard device != own else { return true }
      guard let author = authors[device] else { return false }
      return author.number >= number || Self.hasPassed(Self.silenceAge, since: author.clock, now)
    }
  }

  private static func hasPassed(_ age: UInt64, since clock: UInt64, _ now: UInt64) -> Bool {
    now >= HybridClock.milliseconds(of: clock) + age
  }
}
