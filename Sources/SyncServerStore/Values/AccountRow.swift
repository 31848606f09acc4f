// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials

/// An account's row, whichever database it lies in: the state that each write is judged by, and changes.
struct AccountRow: Sendable {
  let account: AccountIdentifier
  var sequence: UInt64
  var byteCount: UInt64
  var recordCount: UInt64
  var logCount: UInt64
  var logHead: [UInt8]
  var epoch: UInt32
  var head: StoredPosition
  /// The number of the latest checkpoint; 0 for none.
  var checkpoint: UInt64
  var erasure: Date?

  var stored: StoredAccount {
    StoredAccount(
      account: account, sequence: sequence, byteCount: byteCount, recordCount: recordCount, logCount: logCount, logHead: logHead,
      epoch: epoch, head: head, erasure: erasure)
  }

  /// What speaks against a commit that is not in the chain yet; nil for nothing that the account's row shows.
  /// - Parameter counted: How many commits the author counts so far; nil where it is no device that may commit now.
  func objection(to push: CommitPush, counted: UInt64?) -> PushOutcome? {
    // 2. The author is a device that may commit now.
    guard let counted else { return .notMember }
    // 3. It knows the whole log: an older view could name an epoch, or a member, that is gone.
    guard push.logCount == logCount, push.logHead == logHead, push.epoch == epoch else { return .staleLog }
    // 4. It is the head's child. A parent that is the head with another number is the author's mistake, not a race.
    guard push.parent == head.hash else { return .staleParent(head: head) }
    guard push.position.number == head.number + 1, push.deviceSequence > counted else { return .outOfOrder }
    return nil
  }

  /// Takes a commit in, which nothing speaks against.
  /// - Parameter newRecords: How many of its records the account does not have yet.
  /// - Returns: False where the account would take more than it may.
  mutating func take(_ push: CommitPush, newRecords: Int) -> Bool {
    sequence += 1
    recordCount += UInt64(newRecords)
    byteCount += UInt64(push.records.reduce(push.header.count + push.whole.count) { $0 + $1.byteCount })
    head = push.position
    if push.isCheckpoint { checkpoint = push.position.number }
    return byteCount <= push.byteLimit && recordCount <= push.recordLimit
  }

  /// Lets go of records whose tombstones a checkpoint forgets, with their former versions.
  mutating func forget(records: UInt64, byteCount: UInt64) {
    recordCount -= min(records, recordCount)
    self.byteCount -= min(byteCount, self.byteCount)
  }

  /// Takes chunks of a file in; with the last one the account has changed, so that whoever waits for the file hears of it.
  /// - Parameter presentCount: How many chunks there were before.
  /// - Returns: False where the account would take more than it may.
  mutating func take(_ chunks: ArraySlice<[UInt8]>, of part: BlobPart, behind presentCount: Int) -> Bool {
    byteCount += UInt64(chunks.reduce(0) { $0 + $1.count })
    if presentCount + chunks.count == part.chunkCount { sequence += 1 }
    return byteCount <= part.byteLimit
  }

  /// Lets go of bytes.
  mutating func release(byteCount: UInt64) { self.byteCount -= min(byteCount, self.byteCount) }

  /// What speaks against an entry that is not in the log yet at the place that it asks for.
  func objection(to appending: LogAppending) -> LogOutcome? {
    guard logCount == appending.sequence, logHead == appending.previous else { return .stale }
    guard head.hash == appending.commitHead else { return .staleHead(head) }
    return nil
  }

  /// Takes an entry in, which nothing speaks against.
  /// - Returns: False where the account would take more than it may.
  mutating func take(_ appending: LogAppending) -> Bool {
    sequence += 1
    byteCount += UInt64(appending.entry.body.count)
    logCount += 1
    logHead = appending.entry.hash
    epoch = appending.epoch
    return byteCount <= appending.byteLimit
  }
}
