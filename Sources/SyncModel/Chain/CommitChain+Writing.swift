// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

extension CommitChain {
  /// Creates the commit that would follow the head. The chain is unchanged until the commit is accepted and followed.
  ///
  /// - Parameters:
  ///   - items: At most 500 versions, each newer than the chain's; none for a heartbeat.
  ///   - log: The membership log, with its known end.
  ///   - clock: The device's hybrid clock.
  ///   - highestFormat: The highest format that the device's program reads, which the commit announces to the others.
  /// - Throws: `itemsUnfit`, `cannotWrite` for an author that is not a member or has other keys and for a closed account,
  ///   `unsupportedVersion` for a program that can read no valid format, `checkpointMissing` for an incomplete chain.
  package func makeCommit(
    of items: [CommitItem], by author: LogAuthor, log: MembershipLog, clock: UInt64, highestFormat: UInt64 = CommitHeader.format
  ) throws(SyncModelError) -> Commit {
    try make(items, checkpoint: nil, by: author, log: log, clock: clock, highestFormat: highestFormat)
  }

  /// Creates a checkpoint over all records, which has no items and forgets the tombstones that are due.
  /// - Parameter mayForget: Whether any are due: a device whose clock has just leapt leaves them.
  /// - Throws: As ``makeCommit(of:by:log:clock:highestFormat:)``.
  package func makeCheckpoint(
    by author: LogAuthor, log: MembershipLog, clock: UInt64, highestFormat: UInt64 = CommitHeader.format, mayForget: Bool = true
  ) throws(SyncModelError) -> Commit {
    let forgotten = mayForget ? forgettable(by: author.member, log: log, clock: clock) : checkpointHistory.forgottenThrough
    return try make(
      [], checkpoint: root(forgettingThrough: forgotten), forgetsThrough: forgotten, by: author, log: log, clock: clock,
      highestFormat: highestFormat)
  }

  /// Returns the minimum version of a record's next commit: one more than the chain's (design: section 3.10).
  package func nextRevision(of record: RecordName) -> UInt64 { (versions[record]?.item.revision ?? 0) + 1 }

  private func make(
    _ items: [CommitItem], checkpoint: CheckpointRoot?, forgetsThrough: UInt64 = 0, by author: LogAuthor, log: MembershipLog,
    clock: UInt64, highestFormat: UInt64
  ) throws(SyncModelError) -> Commit {
    guard isComplete else { throw SyncModelError(.checkpointMissing, own: head) }
    guard log.account == account, log.isActive(author.member, with: author.keys), log.head.sequence >= logSequence, !log.isClosed else {
      throw SyncModelError(.cannotWrite, own: head, device: author.member)
    }
    guard highestFormat >= log.formatFloor else { throw SyncModelError(.unsupportedVersion, own: head, device: author.member) }
    for item in items where (versions[item.record]?.item.revision ?? 0) >= item.revision {
      throw SyncModelError(.itemsUnfit, own: head, device: author.member, record: item.record)
    }
    // No device can have made more commits than the chain has, so one that lost its count continues from the start of its chain.
    let counted = authors[author.member]?.sequence ?? checkpointHistory.knownFrom
    let header = CommitHeader(
      account: account, number: head.number + 1, parent: head.hash, device: author.member,
      deviceSequence: counted + 1, log: log.head, epoch: log.epoch, clock: clock, itemsHash: [],
      highestFormat: highestFormat, checkpoint: checkpoint, forgetsThrough: forgetsThrough)
    return try Commit(signing: header, items: items, with: author.keys)
  }
}
