// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialVault
import SyncModel

/// Reading the changes of others, from the log to the last change.
extension SyncClient {
  private static let versionsPerPage = 500
  /// The maximum number of records covered by a checkpoint, several times what a server accepts for one account.
  static let mostRecords = 1 << 20

  /// Reads the log from its last known entry on, and switches to the resulting state.
  /// - Throws: `logForked` if another entry is in that position, `logRolledBack` if the log ends before it, `logInvalid` for anything that
  ///   is not an entry.
  func readLog(_ replica: inout VaultReplica) async throws {
    while true {
      let own = replica.log.head
      let answer = try SyncAnswer(try await demand("GET", "/v1/log?from=\(own.sequence)"), keys: 1...2)
      let bytes = try answer.byteStrings(1)
      let total = try answer.unsigned(2)
      guard let first = bytes.first, total > own.sequence else {
        if try await followOtherNames(&replica) { continue }
        throw SyncModelError(.logRolledBack, own: replica.chain.head)
      }
      let entries = try bytes.map { try Self.entry($0, replica) }
      guard entries.first?.hash == own.hash else {
        if try await followOtherNames(&replica) { continue }
        throw SyncModelError(.logForked, own: replica.chain.head)
      }
      // The signatures are not part of the hash, so only the bytes show that one was replaced.
      guard first == replica.log.entries.last?.encoded else { throw SyncModelError(.logInvalid, own: replica.chain.head) }
      do {
        try vault.take(Array(entries.dropFirst()), in: &replica)
      } catch let error as SyncModelError where error.code == .logInvalid && Self.isSplit(entries, behind: replica.log) {
        throw SyncModelError(.logForked, own: replica.chain.head, device: error.device)
      }
      self.replica = replica
      if replica.log.head.sequence + 1 >= total { return }
      guard entries.count > 1 else { throw VaultSyncError(.answerMalformed) }
    }
  }

  /// Returns to the line of the log that a folder shows, if this device knows another one that differs only in device names
  /// (docs/formats/sync-folder.md, "The log"). The names that this device gave there are repeated with the next exchange.
  ///
  /// - Returns: Whether the log has another end from which to continue reading.
  private func followOtherNames(_ replica: inout VaultReplica) async throws -> Bool {
    let own = replica.log.entries
    guard isOfFolder, let fixed = own.lastIndex(where: { !$0.isRenaming }), fixed + 1 < own.count else { return false }
    let answer = try SyncAnswer(try await demand("GET", "/v1/log?from=\(fixed)"), keys: 1...2)
    let served = try answer.byteStrings(1)
    let common = zip(served, own[fixed...]).prefix { $0 == $1.encoded }.count
    guard common > 0, fixed + common < own.count else { return false }
    let names = try vault.deviceNames(in: replica)
    let lost = Set(own.dropFirst(fixed + common).filter { $0.author == replica.device }.compactMap(\.renamedDevice))
    try vault.forgetRenamings(behind: fixed + common, in: &replica)
    self.replica = replica
    for device in lost { namesToRepeat[device] = names[device] }
    return true
  }

  /// Whether members signed two entries for one position, as when a folder's log was split. Neither entry is forged in that case.
  private static func isSplit(_ entries: [MembershipLogEntry], behind log: MembershipLog) -> Bool {
    guard var former = log.entries.last, var line = try? MembershipLog(verifying: Array(log.entries.dropLast())) else { return false }
    for entry in entries.dropFirst() {
      if entry.previous == former.previous, entry.hash != former.hash { return (try? line.following([entry])) != nil }
      if (try? line.follow(former)) == nil { return false }
      former = entry
    }
    return false
  }

  private static func entry(_ bytes: [UInt8], _ replica: VaultReplica) throws(SyncModelError) -> MembershipLogEntry {
    do {
      return try MembershipLogEntry(decoding: bytes)
    } catch {
      throw SyncModelError(error.code == .unsupportedVersion ? .unsupportedVersion : .logInvalid, own: replica.chain.head)
    }
  }

  /// Reads all changes after the stored cursor; each page is stored before the next is requested.
  func readChanges(_ replica: inout VaultReplica, _ outcome: inout Outcome, _ progress: Progress?) async throws {
    if replica.chain.head == .beginning, replica.state.cursor.isEmpty { try await joinAtCheckpoint(&replica, beginsAnew: true) }
    do {
      try await look(&replica, &outcome, progress)
    } catch  where Self.mayBeOfTheCursor(error) && !replica.state.cursor.isEmpty {
      // A wrong cursor would permanently hide everything before it, so everything is read again before this is reported.
      if isOfFolder {
        // Without a cursor, nothing reveals that the folder now shows another line.
        try await beginAnew(&replica)
      } else {
        try vault.store({ $0.cursor = [] }, in: &replica)
        self.replica = replica
      }
      try await look(&replica, &outcome, progress)
    }
    if let promised = replica.state.promised {
      try replica.chain.requirePassing(through: promised)
      try vault.store({ $0.promised = nil }, in: &replica)
    }
    // This device transferred the log itself, and has not committed there yet.
    if replica.state.carrying.map({ replica.chain.head.number > $0.base }) ?? true {
      try replica.chain.requirePassing(throughWhatIsSeenIn: replica.log)
    }
    self.replica = replica
  }

  /// Whether announced data is missing, or the other side does not recognise the cursor.
  private static func mayBeOfTheCursor(_ error: any Error) -> Bool {
    if let error = error as? SyncModelError { return [.parentMissing, .bodyMissing].contains(error.code) }
    return (error as? VaultSyncError)?.detail == "malformed"
  }

  /// Reads all pages to the end.
  /// - Throws: `parentMissing` if commits are missing that the server says it has, `bodyMissing`; verdicts on the pages.
  private func look(_ replica: inout VaultReplica, _ outcome: inout Outcome, _ progress: Progress?) async throws {
    var brought = BroughtSoFar()
    var turns = 0
    while true {
      guard let page = try await nextPage(replica) else {
        // The folder now shows another line of commits, because another device's copy arrived. This device's data is merged with it
        // (decision 38).
        turns += 1
        guard turns < Self.mostTurns else { throw VaultSyncError(.overtaken) }
        brought = BroughtSoFar()
        // A split log is reported before this device gives up its chain.
        try await readLog(&replica)
        try await beginAnew(&replica)
        continue
      }
      let former = replica.log.head
      let known = UInt64(replica.log.entries.count)
      if page.logCount != known { try await readLog(&replica) }
      // A folder shows another line of the log. The page was requested with the cursor of a chain that this device has given up.
      guard replica.log.position(former.sequence) == former else {
        turns += 1
        guard turns < Self.mostTurns else { throw VaultSyncError(.overtaken) }
        try await beginAnew(&replica)
        continue
      }
      // The log existed when the page was requested, and a line never gets shorter.
      guard page.logCount >= known, page.logCount <= UInt64(replica.log.entries.count) else { throw VaultSyncError(.answerMalformed) }
      _ = try replica.chain.judge(servedHead: page.head)
      if try await follow(page, &replica, &outcome) == .needsCheckpoint {
        // This advances the head, so the loop ends.
        try await joinAtCheckpoint(&replica, beginsAnew: false)
        continue
      }
      progress?(outcome.takenCount, nil)
      guard page.hasMore else {
        // Everything was served, so the chain must contain the announced end.
        guard replica.chain.position(page.head.number) == page.head else {
          throw SyncModelError(.parentMissing, own: replica.chain.head, served: page.head)
        }
        // An entry that arrived in the meantime may name a commit that did, too.
        guard page.logCount < UInt64(replica.log.entries.count) else { break }
        turns += 1
        guard turns < Self.mostTurns else { throw VaultSyncError(.overtaken) }
        continue
      }
      guard brought.takesNew(of: page) else { throw VaultSyncError(.answerMalformed) }
    }
    try vault.endLook(&replica)
    self.replica = replica
  }

  private func beginAnew(_ replica: inout VaultReplica) async throws {
    try vault.beginAnew(&replica)
    self.replica = replica
    try await joinAtCheckpoint(&replica, beginsAnew: true)
  }

  /// Returns the page after the stored cursor; nil if the folder no longer shows the commit of the cursor.
  private func nextPage(_ replica: VaultReplica) async throws -> ChangesPage? {
    let after = replica.state.cursor.isEmpty ? "" : "after=\(Hexadecimal.text(replica.state.cursor))&"
    let answer = try await ask("GET", "/v1/changes?\(after)limit=\(Self.versionsPerPage)")
    if answer.status == 200 { return try ChangesPage(answer.body) }
    // A server's line never changes, so this is not a valid reply from a server.
    if isOfFolder, answer.status == 409, try SyncRefusal(answer.body).code == "rebased" { return nil }
    throw try SyncWay.refusal(answer)
  }

  private enum Followed { case stored, needsCheckpoint }

  private func follow(
    _ page: ChangesPage, _ replica: inout VaultReplica, _ outcome: inout Outcome
  ) async throws -> Followed {
    // The account was transferred there, and the checkpoint with which devices start is still to come.
    if replica.chain.head == .beginning, replica.state.promised == nil, let first = page.commits.first, first.position.number > 1 {
      throw VaultSyncError(.refused, detail: "not_ready")
    }
    var commits: [Commit] = []
    for served in page.commits {
      // Commits before the start of this chain, or already in it, were verified with the checkpoint or earlier.
      let position = served.position
      if position.number < replica.chain.firstNumber || replica.chain.position(position.number) == position { continue }
      switch served {
      case .whole(let commit): commits.append(commit)
      case .header(let header):
        // A header in the place of another commit of the chain is evidence even without its items; verifying it determines of what.
        if position.number <= replica.chain.head.number { try vault.join([header], covering: [], beginsAnew: false, in: &replica) }
        // Its items are gone: they are covered by a checkpoint.
        guard commits.isEmpty else { continue }
        return .needsCheckpoint
      }
    }
    for _ in 0..<2 {
      do {
        outcome.hasChanged = try vault.follow(commits, bringing: page.versions, to: page.cursor, in: &replica) || outcome.hasChanged
        outcome.takenCount += page.versions.count
        self.replica = replica
        return .stored
      } catch let error as SyncModelError where error.code == .logTooShort {
        try await readLog(&replica)
      }
    }
    throw VaultSyncError(.answerMalformed)
  }

  /// Adopts the latest checkpoint with everything it covers: the start of a new device, and of one that was offline for long.
  private func joinAtCheckpoint(_ replica: inout VaultReplica, beginsAnew: Bool) async throws {
    guard let (page, versions) = try await checkpoint() else {
      // Without a checkpoint there is nothing to adopt, and all commits are served complete.
      if beginsAnew { return }
      throw VaultSyncError(.answerMalformed)
    }
    try await readLogIfNamed(by: page.header, &replica)
    var headers = [page.header]
    if !beginsAnew {
      headers = try await self.headers(from: replica.chain.head, upTo: page.header, replica)
    } else if let promised = replica.state.promised, page.number > promised.number + 1 {
      // The checkpoint was made since this device was admitted: the headers link it to the head that the sponsor vouched for.
      headers = try await self.headers(from: promised, upTo: page.header, replica)
    }
    try vault.join(headers, covering: versions, beginsAnew: beginsAnew, in: &replica)
    self.replica = replica
  }

  private func readLogIfNamed(by header: SignedCommitHeader, _ replica: inout VaultReplica) async throws {
    if replica.log.position(header.header.log.sequence) == nil { try await readLog(&replica) }
  }

  private func checkpoint() async throws -> (CheckpointPage, [RecordVersion])? {
    var versions: [RecordVersion] = []
    var query = ""
    var first: CheckpointPage?
    var turns = 0
    while versions.count <= Self.mostRecords {
      let answer = try await ask("GET", "/v1/checkpoint\(query)")
      if answer.status == 404 { return nil }
      if answer.status == 409 {
        // The server now has a later checkpoint, whose pages are read from the first.
        (versions, query, first) = ([], "", nil)
        turns += 1
        guard turns < Self.mostTurns else { throw VaultSyncError(.overtaken) }
        continue
      }
      guard answer.status == 200 else { throw try SyncWay.refusal(answer) }
      let page = try CheckpointPage(answer.body)
      versions += page.versions
      if first == nil { first = page }
      guard page.hasMore else { return first.map { ($0, versions) } }
      // The server must not send more versions than the checkpoint counts.
      guard let last = page.versions.last, UInt64(versions.count) < page.header.header.checkpoint?.count ?? 0 else {
        throw VaultSyncError(.answerMalformed)
      }
      query = "?number=\(page.number)&after=\(Hexadecimal.text(last.item.record.bytes))"
    }
    throw VaultSyncError(.answerMalformed)
  }

  /// Returns the headers from a commit to a checkpoint, or to the first one that no member signed as the next; that one is then rejected.
  private func headers(
    from base: CommitPosition, upTo checkpoint: SignedCommitHeader, _ replica: VaultReplica
  ) async throws -> [SignedCommitHeader] {
    var headers: [SignedCommitHeader] = []
    var last = base
    var cursor = replica.state.cursor
    var brought = BroughtSoFar()
    var versionCount = 0
    while true {
      let after = cursor.isEmpty ? "" : "after=\(Hexadecimal.text(cursor))&"
      let page = try ChangesPage(try await demand("GET", "/v1/changes?\(after)limit=\(Self.versionsPerPage)"))
      for served in page.commits where served.position.number > last.number {
        let header = served.signedHeader
        headers.append(header)
        // Only a party with a member's key can keep this loop running.
        guard header.isNext(to: last, in: replica.log), header.position != checkpoint.position else { return headers }
        last = header.position
      }
      // Versions served before the checkpoint are skipped; there are never more versions than records.
      versionCount += page.versions.count
      guard brought.takesNew(of: page), versionCount <= Self.mostRecords else { throw VaultSyncError(.answerMalformed) }
      cursor = page.cursor
    }
  }
}
