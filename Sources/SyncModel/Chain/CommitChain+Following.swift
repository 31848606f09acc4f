// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

extension CommitChain {
  /// What came of looking at a commit that passed.
  package enum Step: Hashable, Sendable {
    /// It is the new head.
    case advanced
    /// It is in the chain already, so that a repeated answer does no harm.
    case known
  }

  /// How a head that is served stands to the own one.
  package enum Standing: Hashable, Sendable {
    /// Both are the same.
    case same
    /// There may be news; only the commits in between show whether it descends from the own head.
    case ahead
  }

  /// Judges the head that a transport serves, before any commit is fetched.
  /// - Throws: `rolledBack` for a head that the chain has left behind, `forked` for one that is not in it.
  package func judge(servedHead served: CommitPosition) throws(SyncModelError) -> Standing {
    if served == head { return .same }
    if served.number > head.number { return .ahead }
    let own = position(served.number)
    throw SyncModelError(own.map { $0 == served } ?? true ? .rolledBack : .forked, own: head, served: served)
  }

  /// Takes the next commit of the chain, or refuses it and stays as it was (design: section 3.9, the rules and the table of attacks).
  /// - Parameters:
  ///   - log: The membership log as far as it is known.
  ///   - own: What the device that looks has made itself.
  ///   - signatures: Those that need not be verified again.
  /// - Throws: The verdict; `logTooShort` and `parentMissing` ask for more, and `checkpointMissing` for a checkpoint.
  @discardableResult
  package mutating func follow(
    _ commit: Commit, log: MembershipLog, as own: OwnDevice, remembering signatures: VerifiedSignatures? = nil
  ) throws(SyncModelError) -> Step {
    let position = commit.position
    guard try examine(commit.signedHeader, log: log, as: own, remembering: signatures) == .advanced else { return .known }
    guard isComplete else { throw refusal(.checkpointMissing, commit.header, position) }
    // 10. A version is newer than the one that is known; a known one does not come with another body.
    for item in commit.items {
      guard let known = versions[item.record]?.item, known.revision >= item.revision else { continue }
      let code: SyncModelError.Code =
        known.revision == item.revision && known.bodyHash != item.bodyHash ? .revisionConflict : .revisionNotNewer
      throw refusal(code, commit.header, position, record: item.record)
    }
    // 11. A checkpoint covers exactly the records that are known but for those that it forgets: also the check against mistakes of our own.
    let forgotten = commit.header.forgetsThrough
    if let checkpoint = commit.header.checkpoint, checkpoint != root(forgettingThrough: forgotten) {
      throw refusal(.rootMismatch, commit.header, position)
    }
    advance(to: commit.header, position: position)
    if forgotten > 0 { forgetTombstones(through: forgotten) }
    take(commit.items, from: commit.header)
    return .advanced
  }

  /// Takes commits without their items as far as a checkpoint, and the records that it covers (design: section 3.9, "Checkpoint").
  ///
  /// This is how a new device gets all records and sees that none is left out, and how a device that slept ties its head to a present one.
  /// - Parameter versions: Every record's newest version at the checkpoint; a tombstone that was forgotten may be among them.
  /// - Throws: As ``follow(_:log:as:remembering:)``; `rootMismatch` where versions are left out, added or others; `recordMissing`, `revisionNotNewer`
  ///   and `revisionConflict` where a record that is known is not there or went back; `checkpointMissing` where the last is no checkpoint.
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

  /// Whether the chain goes through a commit that another device named, as the one that admitted this device does.
  /// - Throws: `forked` when another commit stands there, `rolledBack` when the chain ends before it.
  package func requirePassing(through trusted: CommitPosition) throws(SyncModelError) {
    guard trusted.number <= head.number else { throw SyncModelError(.rolledBack, own: trusted, served: head) }
    guard position(trusted.number) == trusted else {
      throw SyncModelError(.forked, own: trusted, served: position(trusted.number) ?? head)
    }
  }

  /// Whether the chain goes through every commit that an entry of the log names, for who has looked at all there is.
  ///
  /// By rule 5 a commit behind a named one names that entry or a later one. So entries behind the one that the head names were written in sight of
  /// the head, or of a commit of another line: that of a removed device, say, which goes on beside the entry that removed it.
  /// - Throws: `forked`.
  package func requirePassing(throughWhatIsSeenIn log: MembershipLog) throws(SyncModelError) {
    for entry in log.entries.dropFirst(Int(clamping: logSequence) + 1) {
      guard entry.commitHeadSeen ?? CommitPosition.beginning.hash == head.hash else {
        throw SyncModelError(.forked, own: head, device: entry.author)
      }
    }
  }

  /// The rules that a header shows by itself, in order.
  private func examine(
    _ signed: SignedCommitHeader, log: MembershipLog, as own: OwnDevice, remembering signatures: VerifiedSignatures?
  ) throws(SyncModelError) -> Step {
    let (header, position) = (signed.header, signed.position)
    // 1. It is of this account, as the log at hand is.
    guard header.account == account, log.account == account else { throw refusal(.otherAccount, header, position) }
    if number(of: position.hash) == header.number { return .known }
    // 2. Its author was a member where it names the log, and signed it. Nothing below is evidence against anybody otherwise.
    try requireSignature(signed, log: log, remembering: signatures)
    // 3. No commit of this device that this device did not make.
    guard !own.disowns(signed) else { throw refusal(.ownKeyUsedElsewhere, header, position) }
    // 4. It is the head's child. A sibling of a commit in the chain, or the child of a stranger, shows that the account was split.
    guard header.parent == head.hash else {
      let isAhead = number(of: header.parent) == nil && header.number > head.number + 1
      throw refusal(isAhead ? .parentMissing : .forked, header, position)
    }
    guard header.number == head.number + 1 else { throw refusal(.numberMismatch, header, position) }
    // 5. The log goes on from the parent's, and from every entry whose author had seen the parent: a device that such an entry removed
    // cannot write behind it by naming an older one.
    guard header.log.sequence >= max(logSequence, log.lastEntry(seeing: header.parent) ?? 0) else {
      throw refusal(.logOlderThanParent, header, position)
    }
    // 6. The epoch is the one that held there.
    guard header.epoch > 0, log.epoch(at: header.log.sequence) == header.epoch else { throw refusal(.epochMismatch, header, position) }
    // 7. The device's own count rises.
    guard header.deviceSequence > authors[header.device]?.sequence ?? 0 else { throw refusal(.sequenceNotRising, header, position) }
    // 8. The account was open there, and both the author and who looks read what counted there (design: section 3.11).
    guard !log.isClosed(at: header.log.sequence) else { throw refusal(.accountClosed, header, position) }
    let floor = log.formatFloor(at: header.log.sequence) ?? log.formatFloor
    guard own.highestFormat >= floor else { throw refusal(.unsupportedVersion, header, position) }
    guard header.highestFormat >= floor else { throw refusal(.formatBelowFloor, header, position) }
    // 9. A checkpoint forgets no tombstone that is younger than 400 days, or that a member may not have seen (design: section 3.10).
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
