// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

extension CommitChain {
  /// The result of examining a valid commit.
  package enum Step: Hashable, Sendable {
    /// It is the new head.
    case advanced
    /// It was already in the chain, so that a repeated answer does no harm.
    case known
  }

  /// The relation of a served head to this device's head.
  package enum Standing: Hashable, Sendable {
    /// Both are the same.
    case same
    /// There may be new commits. Only the commits in between show whether it descends from this device's head.
    case ahead
  }

  /// Compares the head served by a transport, before any commit is fetched.
  /// - Throws: `rolledBack` for a head that the chain has passed, `forked` for one that is not in it.
  package func judge(servedHead served: CommitPosition) throws(SyncModelError) -> Standing {
    if served == head { return .same }
    if served.number > head.number { return .ahead }
    let own = position(served.number)
    throw SyncModelError(own.map { $0 == served } ?? true ? .rolledBack : .forked, own: head, served: served)
  }

  /// Adds the next commit to the chain, or rejects it and leaves the chain unchanged (design: section 3.9, the rules and the table of
  /// attacks).
  /// - Parameters:
  ///   - log: The membership log as far as it is known.
  ///   - own: This device's knowledge of its own commits.
  ///   - signatures: Signatures that need not be verified again.
  /// - Throws: The verdict; `logTooShort` and `parentMissing` ask for more data, and `checkpointMissing` for a checkpoint.
  @discardableResult
  package mutating func follow(
    _ commit: Commit, log: MembershipLog, as own: OwnDevice, remembering signatures: VerifiedSignatures? = nil
  ) throws(SyncModelError) -> Step {
    let position = commit.position
    guard try examine(commit.signedHeader, log: log, as: own, remembering: signatures) == .advanced else { return .known }
    guard isComplete else { throw refusal(.checkpointMissing, commit.header, position) }
    // 10. Each version is newer than the known one; a known one must not come with another body.
    for item in commit.items {
      guard let known = versions[item.record]?.item, known.revision >= item.revision else { continue }
      let code: SyncModelError.Code =
        known.revision == item.revision && known.bodyHash != item.bodyHash ? .revisionConflict : .revisionNotNewer
      throw refusal(code, commit.header, position, record: item.record)
    }
    // 11. A checkpoint covers exactly the known records except for those it forgets. This also detects our own mistakes.
    let forgotten = commit.header.forgetsThrough
    if let checkpoint = commit.header.checkpoint, checkpoint != root(forgettingThrough: forgotten) {
      throw refusal(.rootMismatch, commit.header, position)
    }
    advance(to: commit.header, position: position)
    if forgotten > 0 { forgetTombstones(through: forgotten) }
    take(commit.items, from: commit.header)
    return .advanced
  }

  /// Adds commits without their items up to a checkpoint, and the records it covers (design: section 3.9, "Checkpoint").
  ///
  /// A new device gets all records this way and can tell that none is left out. A device that was offline for long links its head to a
  /// current one.
  /// - Parameter versions: Every record's newest version at the checkpoint; a forgotten tombstone may be among them.
  /// - Throws: As ``follow(_:log:as:remembering:)``; `rootMismatch` if versions are missing, added or different; `recordMissing`,
  ///   `revisionNotNewer` and `revisionConflict` if a known record is missing or went back; `checkpointMissing` if the last is not a
  ///   checkpoint.
  package mutating func follow(
    _ headers: [SignedCommitHeader], to versions: [RecordVersion], log: MembershipLog, as own: OwnDevice,
    remembering signatures: VerifiedSignatures? = nil
  ) throws(SyncModelError) {
    var next = self
    for header in headers {
      guard try next.examine(header, log: log, as: own, remembering: signatures) == .advanced else { continue }
      next.advance(to: header.header, position: header.position)
    }
    guard let last = headers.last, let checkpoint = last.header.checkpoint, last.position == next.head else {
      throw SyncModelError(.checkpointMissing, own: head, served: headers.last?.position)
    }
    let forgotten = next.checkpointHistory.forgottenThrough
    var served: [RecordName: RecordVersion] = [:]
    for version in versions where !version.isForgotten(through: forgotten) {
      guard served.updateValue(version, forKey: version.item.record) == nil else {
        throw refusal(.rootMismatch, last.header, next.head, record: version.item.record)
      }
    }
    guard CheckpointRoot(over: served.values) == checkpoint else { throw refusal(.rootMismatch, last.header, next.head) }
    for (record, known) in self.versions where !known.isForgotten(through: forgotten) {
      guard let version = served[record] else { throw refusal(.recordMissing, last.header, next.head, record: record) }
      guard version.item.revision >= known.item.revision else {
        throw refusal(.revisionNotNewer, last.header, next.head, record: record)
      }
      guard version.item.revision > known.item.revision || version == known else {
        throw refusal(.revisionConflict, last.header, next.head, record: record)
      }
    }
    next.replaceVersions(served)
    self = next
  }

  /// Requires the chain to contain a commit named by another device, such as the one that admitted this device.
  /// - Throws: `forked` if another commit is in its position, `rolledBack` if the chain ends before it.
  package func requirePassing(through trusted: CommitPosition) throws(SyncModelError) {
    guard trusted.number <= head.number else { throw SyncModelError(.rolledBack, own: trusted, served: head) }
    guard position(trusted.number) == trusted else {
      throw SyncModelError(.forked, own: trusted, served: position(trusted.number) ?? head)
    }
  }

  /// Requires the chain to contain every commit named by an entry of the log. Call this after looking at everything available.
  ///
  /// By rule 5, a commit after a named one names that entry or a later one. So entries after the one named by the head were written by
  /// authors who had seen the head, or a commit of another line: for example that of a removed device, which continues in
  /// parallel to the entry that removed it.
  /// - Throws: `forked`.
  package func requirePassing(throughWhatIsSeenIn log: MembershipLog) throws(SyncModelError) {
    for entry in log.entries.dropFirst(Int(clamping: logSequence) + 1) {
      guard entry.commitHeadSeen ?? CommitPosition.beginning.hash == head.hash else {
        throw SyncModelError(.forked, own: head, device: entry.author)
      }
    }
  }

  /// Applies the rules that need only the header, in order.
  private func examine(
    _ signed: SignedCommitHeader, log: MembershipLog, as own: OwnDevice, remembering signatures: VerifiedSignatures?
  ) throws(SyncModelError) -> Step {
    let (header, position) = (signed.header, signed.position)
    // 1. It belongs to this account, and so does the log.
    guard header.account == account, log.account == account else { throw refusal(.otherAccount, header, position) }
    if number(of: position.hash) == header.number { return .known }
    // 2. Its author was a member at the log entry it names, and signed it. Without this, nothing below is evidence against anyone.
    try requireSignature(signed, log: log, remembering: signatures)
    // 3. It is not a commit under this device's key that this device did not make.
    guard !own.disowns(signed) else { throw refusal(.ownKeyUsedElsewhere, header, position) }
    // 4. It is the head's child. A sibling of a commit in the chain, or the child of an unknown commit, shows that the account was split.
    guard header.parent == head.hash else {
      let isAhead = number(of: header.parent) == nil && header.number > head.number + 1
      throw refusal(isAhead ? .parentMissing : .forked, header, position)
    }
    guard header.number == head.number + 1 else { throw refusal(.numberMismatch, header, position) }
    // 5. The log continues from the parent's, and from every entry whose author had seen the parent: a device removed by such an entry
    // cannot write after it by naming an older one.
    guard header.log.sequence >= max(logSequence, log.lastEntry(seeing: header.parent) ?? 0) else {
      throw refusal(.logOlderThanParent, header, position)
    }
    // 6. The epoch is the one that was current there.
    guard header.epoch > 0, log.epoch(at: header.log.sequence) == header.epoch else { throw refusal(.epochMismatch, header, position) }
    // 7. The device's own count increases.
    guard header.deviceSequence > authors[header.device]?.sequence ?? 0 else { throw refusal(.sequenceNotRising, header, position) }
    // 8. The account was open there, and both the author and this device can read the formats that were valid there (design: section 3.11).
    guard !log.isClosed(at: header.log.sequence) else { throw refusal(.accountClosed, header, position) }
    let floor = log.formatFloor(at: header.log.sequence) ?? log.formatFloor
    guard own.highestFormat >= floor else { throw refusal(.unsupportedVersion, header, position) }
    guard header.highestFormat >= floor else { throw refusal(.formatBelowFloor, header, position) }
    // 9. A checkpoint forgets no tombstone younger than 400 days, or one that a member may not have seen (design: section 3.10).
    guard !forgetsTooEarly(header, log: log) else { throw refusal(.forgottenTooEarly, header, position) }
    return .advanced
  }

  private func requireSignature(
    _ signed: SignedCommitHeader, log: MembershipLog, remembering signatures: VerifiedSignatures?
  ) throws(SyncModelError) {
    let (header, position) = (signed.header, signed.position)
    guard let entry = log.position(header.log.sequence) else { throw refusal(.logTooShort, header, position) }
    guard entry == header.log else { throw refusal(.logForked, header, position) }
    guard let keys = log.publicKeys(of: header.device, at: entry.sequence) else { throw refusal(.authorNotMember, header, position) }
    let holds =
      signatures?.holds(signed.signature, hash: position.hash, of: keys)
      ?? keys.isCommitSignature(signed.signature, hash: position.hash)
    guard holds else { throw refusal(.signatureInvalid, header, position) }
  }

  private func refusal(
    _ code: SyncModelError.Code, _ header: CommitHeader, _ served: CommitPosition, record: RecordName? = nil
  ) -> SyncModelError {
    SyncModelError(code, own: position(served.number) ?? head, served: served, device: header.device, record: record)
  }
}
