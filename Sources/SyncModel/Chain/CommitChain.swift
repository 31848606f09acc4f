// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// The account's commits as one device has verified them: one line without branches, and the records that it leaves (design: section 3.9).
///
/// The value is what a device keeps, authenticated, in the transaction that stores the records. Nothing gets into it but by
/// ``follow(_:log:as:remembering:)``, and what it has once is not given up for anybody's word.
package struct CommitChain: Sendable {
  /// Whose chain it is.
  package let account: AccountIdentifier
  /// The last commit.
  package private(set) var head: CommitPosition
  /// The entry of the membership log that the last commit names.
  package private(set) var logSequence: UInt64
  /// Who wrote into the chain.
  package private(set) var authors: [DeviceIdentifier: CommitAuthor]
  /// The newest version of each record.
  package private(set) var versions: [RecordName: RecordVersion]
  /// Whether all records are known; false for a chain that begins behind commits whose items it has not seen.
  package private(set) var isComplete: Bool
  /// The items that were committed since the last checkpoint.
  package private(set) var itemsSinceCheckpoint: Int
  /// The hybrid clock of the last checkpoint, or of the first commit while there is none; nil before any.
  package private(set) var checkpointClock: UInt64?
  /// The checkpoints of the last 400 days, and what they forgot.
  package private(set) var checkpointHistory: CheckpointHistory
  /// The hashes of the commits from ``firstNumber`` to the head.
  package private(set) var hashes: [[UInt8]]
  private var numbers: [[UInt8]: UInt64]

  /// The number of the oldest commit whose hash is kept.
  package var firstNumber: UInt64 { head.number - UInt64(hashes.count - 1) }

  /// Begins the chain of an account that has no commit.
  package init(account: AccountIdentifier) {
    self.init(account: account, base: .beginning, isComplete: true)
  }

  /// Begins a chain at a commit that another device vouched for, or at a checkpoint's parent; a checkpoint has to bring the records.
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

  /// Puts back a chain that this device stored and that nobody else could write.
  /// - Parameters:
  ///   - hashes: Those of the last commits in order, the head's last; a commit that is older than all is no longer told from a fork.
  ///   - checkpointHistory: nil knows no checkpoint up to the head: the device makes none forget tombstones until those that follow are old.
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

  /// The number of a commit by its hash; nil for one that is not in the chain, or older than what is kept.
  package func number(of hash: [UInt8]) -> UInt64? { numbers[hash] }

  /// The commit at a number; nil outside what is kept.
  package func position(_ number: UInt64) -> CommitPosition? {
    guard number >= firstNumber, number <= head.number else { return nil }
    return CommitPosition(number: number, hash: hashes[Int(number - firstNumber)])
  }

  /// What the records hash to now.
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
