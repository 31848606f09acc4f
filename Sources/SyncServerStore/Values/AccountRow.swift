// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials

/// An account's row in either database: the state that each write is checked against, and changes.
struct AccountRow: Sendable {
  let account: AccountIdentifier
  var sequence: UInt64
  var byteCount: UInt64
  var recordCount: UInt64
  var logCount: UInt64
  var logHead: [UInt8]
  var epoch: UInt32
  var head: StoredPosition
  /// The number of the latest checkpoint; 0 if there is none.
  var checkpoint: UInt64
  var erasure: Date?

  var stored: StoredAccount {
    StoredAccount(
      account: account, sequence: sequence, byteCount: byteCount, recordCount: recordCount, logCount: logCount, logHead: logHead,
      epoch: epoch, head: head, erasure: erasure)
  }

  /// Returns the reason against a commit that is not in the chain yet, as far as the account's row shows; nil if there is none.
  /// - Parameter counted: The author's commit count so far; nil if it is not a device that may commit now.
  func objection(to push: CommitPush, counted: UInt64?) -> PushOutcome? {
    // 2. The author is a device that may commit now.
    guard let counted else { return .notMember }
    // 3. It knows the complete log: an older view could name an epoch, or a member, that is gone.
    guard push.logCount == logCount, push.logHead == logHead, push.epoch == epoch else { return .staleLog }
    // 4. It is the head's child. If the parent is the head but the number is wrong, it is the author's mistake, not a race.
    guard push.parent == head.hash else { return .staleParent(head: head) }
    guard push.position.number == head.number + 1, push.deviceSequence > counted else { return .outOfOrder }
    return nil
  }

  /// Adds a valid commit.
  /// - Parameter newRecords: The number of its records that the account does not have yet.
  /// - Returns: False if the account would exceed its quota.
  mutating func take(_ push: CommitPush, newRecords: Int) -> Bool {
    sequence += 1
    recordCount += UInt64(newRecords)
    byteCount += UInt64(push.records.reduce(push.header.count + push.whole.count) { $0 + $1.byteCount })
    head = push.position
    if push.isCheckpoint { checkpoint = push.position.number }
    return byteCount <= push.byteLimit && recordCount <= push.recordLimit
  }

  /// Subtracts records whose tombstones a checkpoint forgets, with their old versions.
  mutating func forget(records: UInt64, byteCount: UInt64) {
    recordCount -= min(records, recordCount)
    self.byteCount -= min(byteCount, self.byteCount)
  }

  /// Adds chunks of a file. The last one counts as a change of the account, so that devices waiting for the file are notified.
  /// - Parameter presentCount: The number of chunks before.
  /// - Returns: False if the account would exceed its quota.
  mutating func take(_ chunks: ArraySlice<[UInt8]>, of part: BlobPart, behind presentCount: Int) -> Bool {
    byteCount += UInt64(chunks.reduce(0) { $0 + $1.count })
    if presentCount + chunks.count == part.chunkCount { sequence += 1 }
    return byteCount <= part.byteLimit
  }

  /// Subtracts bytes.
  mutating func release(byteCount: UInt64) { self.byteCount -= min(byteCount, self.byteCount) }

  /// Returns the reason against an entry that is not in the log yet; nil if there is none.
  func objection(to appending: LogAppending) -> LogOutcome? {
    guard logCount == appending.sequence, logHead == appending.previous else { return .stale }
    guard head.hash == appending.commitHead else { return .staleHead(head) }
    return nil
  }

  /// Adds a valid entry.
  /// - Returns: False if the account would exceed its quota.
  mutating func take(_ appending: LogAppending) -> Bool {
    sequence += 1
    byteCount += UInt64(appending.entry.body.count)
    logCount += 1
    logHead = appending.entry.hash
    epoch = appending.epoch
    return byteCount <= appending.byteLimit
  }
}
