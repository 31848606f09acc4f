// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// Forgetting tombstones. A checkpoint declares it, so that every device forgets the same ones and all roots stay equal (design: section
/// 3.10).
extension CommitChain {
  /// Returns the records that are forgotten when the chain adopts a checkpoint, so that the device can forget them too.
  package func tombstones(forgottenBy header: CommitHeader) -> [RecordName] {
    versions.values.filter { $0.isForgotten(through: header.forgetsThrough) }.map(\.item.record)
  }

  /// Returns the hash of the records without the tombstones up to a commit.
  func root(forgettingThrough number: UInt64) -> CheckpointRoot {
    CheckpointRoot(over: versions.values.lazy.filter { !$0.isForgotten(through: number) })
  }

  /// Returns the number up to which the next checkpoint may forget tombstones, which never decreases.
  ///
  /// It is the number of the last checkpoint that is 400 days old, if every member has committed since and thus seen them.
  func forgettable(by device: DeviceIdentifier, log: MembershipLog, clock: UInt64) -> UInt64 {
    let former = checkpointHistory.forgottenThrough
    guard let old = checkpointHistory.lastOld(at: clock),
      log.devices.allSatisfy({ $0 == device || authors[$0]?.number ?? 0 >= old.number })
    else { return former }
    return max(former, old.number)
  }

  /// Whether a checkpoint forgets tombstones that are too young, or that a member has not seen, as far as this chain can tell.
  ///
  /// A chain that started after the commit in question, or lacks a member's earlier commits, trusts the author.
  func forgetsTooEarly(_ header: CommitHeader, log: MembershipLog) -> Bool {
    let number = header.forgetsThrough
    guard number > checkpointHistory.forgottenThrough else { return false }
    if checkpointHistory.isTooYoung(number, at: header.clock) { return true }
    return log.devices(at: header.log.sequence).contains { device in
      device != header.device && authors[device].map { $0.number < number } ?? false
    }
  }
}
