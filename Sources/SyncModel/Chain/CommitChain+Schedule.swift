// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// What the chain says is due; times are milliseconds since 1970 and are passed in.
extension CommitChain {
  private static let day: UInt64 = 24 * 60 * 60 * 1000
  private static let checkpointItems = 1_000
  private static let checkpointAge = 30 * day
  private static let heartbeatAge = 7 * day
  private static let noticeAge = 14 * day
  private static let silenceAge = 180 * day

  /// Whether the next commit should be a checkpoint: after 1 000 items, or 30 days in which there were any (design: section 3.9).
  package func isCheckpointDue(atMilliseconds now: UInt64) -> Bool {
    guard itemsSinceCheckpoint > 0, let checkpointClock else { return false }
    return itemsSinceCheckpoint >= Self.checkpointItems || Self.hasPassed(Self.checkpointAge, since: checkpointClock, now)
  }

  /// Whether a device should say that it is there, having written nothing for 7 days (design: section 3.9, "Withholding").
  ///
  /// Also when it wrote last by a clock that was far ahead and is no more.
  package func isHeartbeatDue(of device: DeviceIdentifier, atMilliseconds now: UInt64) -> Bool {
    authors[device].map { author in
      Self.hasPassed(Self.heartbeatAge, since: author.clock, now) || StampStanding(of: author.clock, atMilliseconds: now) == .quarantined
    } ?? true
  }

  /// The members that wrote nothing for 14 days, or never, of which the person is told.
  package func silentDevices(log: MembershipLog, atMilliseconds now: UInt64) -> Set<DeviceIdentifier> {
    log.devices.filter { device in authors[device].map { Self.hasPassed(Self.noticeAge, since: $0.clock, now) } ?? true }
  }

  /// Whether a record whose newest version lies in the trash may become a tombstone (design: section 3.10, "Delete").
  ///
  /// Every member has committed since, so it has seen the trash and had nothing of its own to say, or is silent for 180 days. A member
  /// that never wrote keeps the record: nobody knows since when it is silent.
  package func mayPurge(_ record: RecordName, log: MembershipLog, atMilliseconds now: UInt64) -> Bool {
    guard let trashed = versions[record], trashed.item.purpose == .record else { return false }
    return log.devices.allSatisfy { device in
      guard let author = authors[device] else { return false }
      return author.number >= trashed.number || Self.hasPassed(Self.silenceAge, since: author.clock, now)
    }
  }

  /// Whether every other device has committed since a commit, or is silent for 180 days; one that never committed has not.
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
