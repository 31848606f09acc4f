// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// The account's commits as verified by one device: a single line without branches, and the resulting records (design: section 3.9).
///
/// A device stores this value, authenticated, in the same transaction as the records. It changes only through
/// ``follow(_:log:as:remembering:)``, and never gives up a commit on another party's word.
package struct CommitChain: Sendable {
  /// The account.
  package let account: AccountIdentifier
  /// The last commit.
  package private(set) var head: CommitPosition
  /// The entry of the membership log that the last commit names.
  package private(set) var logSequence: UInt64
  /// The devices that wrote to the chain.
  package private(set) var authors: [DeviceIdentifier: CommitAuthor]
  /// The newest version of each record.
  package private(set) var versions: [RecordName: RecordVersion]
  /// Whether all records are known; false for a chain that starts after commits whose items it has not seen.
  package private(set) var isComplete: Bool
  /// The number of items committed since the last checkpoint.
  package private(set) var itemsSinceCheckpoint: Int
  /// The hybrid clock of the last checkpoint, or of the first commit if there is none; nil before any.
  package private(set) var checkpointClock: UInt64?
  /// The checkpoints of the last 400 days, and what they forgot.
  package private(set) var checkpointHistory: CheckpointHistory
  /// The hashes of the commits from ``firstNumber`` to the head.
  package private(set) var hashes: [[UInt8]]
  private var numbers: [[UInt8]: UInt64]

  /// The number of the oldest commit whose hash is stored.
  package var firstNumber: UInt64 { head.number - UInt64(hashes.count - 1) }

  /// Starts the chain of an account without commits.
  package init(account: AccountIdentifier) {
    self.init(account: account, base: .beginning, isComplete: true)
  }

  /// Starts a chain at a commit that another device vouched for, or at a checkpoint's parent; a checkpoint has to bring the records.
  package init(account: AccountIdentifier, joiningAt base: CommitPosition) {
    self.init(account: account, base: base, isComplete: base == .beginning)
  }

  private init(account: AccountIdentifier, base: CommitPosition, isComplete: Bool) {
    self.account = account
    head = base
    logSequence = 0
    authors = [:]
    versions = [:]
    self.isComplete = isComplete
    itemsSinceCheckpoint = 0
    checkpointHistory = CheckpointHistory(knownFrom: base.number)
    hashes = [base.hash]
    numbers = [base.hash: base.number]
  }

  /// Restores a chain that this device stored and nobody else could write.
  /// - Parameters:
  ///   - hashes: The hashes of the last commits in order, ending with the head's. An older commit can no longer be distinguished from a
  ///     fork.
  ///   - checkpointHistory: nil means that no checkpoint up to the head is known: this device's checkpoints forget no tombstones until
  ///     later checkpoints are old.
  package init?(
    restoring account: AccountIdentifier, headNumber: UInt64, hashes: [[UInt8]], logSequence: UInt64,
    authors: [DeviceIdentifier: CommitAuthor], versions: [RecordVersion], itemsSinceCheckpoint: Int, checkpointClock: UInt64?,
    checkpointHistory: CheckpointHistory? = nil
  ) {
    guard let last = hashes.last, UInt64(hashes.count) <= headNumber + 1 else { return nil }
    self.init(account: account, base: CommitPosition(number: headNumber, hash: last), isComplete: true)
    self.hashes = hashes
    numbers = [:]
    for (offset, hash) in hashes.enumerated() { numbers[hash] = headNumber - UInt64(hashes.count - 1 - offset) }
    self.logSequence = logSequence
    self.authors = authors
    for version in versions { self.versions[version.item.record] = version }
    self.itemsSinceCheckpoint = itemsSinceCheckpoint
    self.checkpointClock = checkpointClock
    self.checkpointHistory = checkpointHistory ?? CheckpointHistory(knownFrom: headNumber)
  }

  /// Returns the number of a commit by its hash; nil for one that is not in the chain, or older than the stored ones.
  package func number(of hash: [UInt8]) -> UInt64? { numbers[hash] }

  /// Returns the commit with a number; nil outside the stored range.
  package func position(_ number: UInt64) -> CommitPosition? {
    guard number >= firstNumber, number <= head.number else { return nil }
    return CommitPosition(number: number, hash: hashes[Int(number - firstNumber)])
  }

  /// The hash of the current records.
  package var root: CheckpointRoot { CheckpointRoot(over: versions.values) }

  mutating func advance(to header: CommitHeader, position: CommitPosition) {
    head = position
    hashes.append(position.hash)
    numbers[position.hash] = position.number
    logSequence = header.log.sequence
    authors[header.device] = CommitAuthor(header)
    if header.checkpoint != nil {
      itemsSinceCheckpoint = 0
      checkpointClock = header.clock
      checkpointHistory.note(header)
    } else if checkpointClock == nil {
      checkpointClock = header.clock
    }
  }

  mutating func forgetTombstones(through number: UInt64) {
    versions = versions.filter { !$0.value.isForgotten(through: number) }
  }

  mutating func take(_ items: [CommitItem], from header: CommitHeader) {
    for item in items { versions[item.record] = RecordVersion(item: item, author: header.device, number: header.number) }
    itemsSinceCheckpoint += items.count
  }

  mutating func replaceVersions(_ versions: [RecordName: RecordVersion]) {
    self.versions = versions
    isComplete = true
  }
}
