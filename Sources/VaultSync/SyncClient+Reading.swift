// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialVault
import SyncModel

/// What others did, from the log to the last change.
extension SyncClient {
  private static let versionsPerPage = 500
  private static let mostPages = 1 << 20

  /// Reads the log from its last known entry on, and goes over to what holds after it.
  /// - Throws: `logForked` where another entry stands there, `logRolledBack` where the log ends before it.
  func readLog(_ replica: inout VaultReplica) async throws {
    while true {
      let own = replica.log.head
      let answer = try SyncAnswer(try await demand("GET", "/v1/log?from=\(own.sequence)"), keys: 1...2)
      let bytes = try answer.byteStrings(1)
      let total = try answer.unsigned(2)
      guard !bytes.isEmpty, total > own.sequence else { throw SyncModelError(.logRolledBack, own: replica.chain.head) }
      let entries = try bytes.map { try MembershipLogEntry(decoding: $0) }
      guard entries.first?.hash == own.hash else { throw SyncModelError(.logForked, own: replica.chain.head) }
      try vault.take(Array(entries.dropFirst()), in: &replica)
      self.replica = replica
      if replica.log.head.sequence + 1 >= total { return }
      guard entries.count > 1 else { throw VaultSyncError(.answerMalformed) }
    }
  }

  /// Reads all changes from the stored cursor on; each page is stored before the next is asked for.
  func readChanges(_ replica: inout VaultReplica, _ outcome: inout Outcome, _ progress: Progress?) async throws {
    if replica.chain.head == .beginning, replica.state.cursor.isEmpty { try await joinAtCheckpoint(&replica, beginsAnew: true) }
    var pages = 0
    while true {
      guard let page = try await nextPage(replica) else {
        // A folder shows another line of commits now, since another device's copy came: what this device has is merged with it (decision 38).
        try vault.beginAnew(&replica)
        self.replica = replica
        try await joinAtCheckpoint(&replica, beginsAnew: true)
        continue
      }
      if page.logCount != UInt64(replica.log.entries.count) { try await readLog(&replica) }
      let standing = try replica.chain.judge(servedHead: page.head)
      if try await follow(page, &replica, &outcome) == .needsCheckpoint {
        try await joinAtCheckpoint(&replica, beginsAnew: false)
        continue
      }
      progress?(outcome.takenCount, nil)
      pages += 1
      guard page.hasMore else {
        // All was served, so the chain ends where it was said to end.
        guard standing == .same || replica.chain.head == page.head || page.head.number < replica.chain.head.number else {
          throw VaultSyncError(.answerMalformed)
        }
        break
      }
      guard !page.commits.isEmpty || !page.versions.isEmpty, pages < Self.mostPages else { throw VaultSyncError(.answerMalformed) }
    }
    try vault.endLook(&replica)
    self.replica = replica
  }

  /// The page behind the stored cursor; nil where the folder does not show the commit of the cursor any more.
  private func nextPage(_ replica: VaultReplica) async throws -> ChangesPage? {
    let after = replica.state.cursor.isEmpty ? "" : "after=\(SyncWay.hexadecimal(replica.state.cursor))&"
    let answer = try await ask("GET", "/v1/changes?\(after)limit=\(Self.versionsPerPage)")
    if answer.status == 200 { return try ChangesPage(answer.body) }
    // A server has one line for good, so from a server this is no answer.
    if isOfFolder, answer.status == 409, try SyncRefusal(answer.body).code == "rebased" { return nil }
    throw try SyncWay.refusal(answer)
  }

  private enum Followed { case stored, needsCheckpoint }

  private func follow(
    _ page: ChangesPage, _ replica: inout VaultReplica, _ outcome: inout Outcome
  ) async throws -> Followed {
    var commits: [Commit] = []
    for served in page.commits {
      // What lies before the beginning of the own chain, or is in it, was judged with the checkpoint or before.
      let position = served.position
      if position.number < replica.chain.firstNumber || replica.chain.position(position.number) == position { continue }
      switch served {
      case .whole(let commit): commits.append(commit)
      case .header:
        // Its items are gone: what they were is told by the checkpoint that covers it.
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

  /// Takes the latest checkpoint with all that it covers: the beginning of a new device, and the way of one that slept for long.
  private func joinAtCheckpoint(_ replica: inout VaultReplica, beginsAnew: Bool) async throws {
    for _ in 0..<Self.mostTurns {
      guard let (page, versions) = try await checkpoint() else {
        // Without one there is nothing to join, and the commits are served whole from the first on.
        if beginsAnew { return }
        throw VaultSyncError(.answerMalformed)
      }
      try await readLogIfNamed(by: page.header, &replica)
      let headers = beginsAnew ? [page.header] : try await headers(upTo: page.header, replica)
      try vault.join(headers, covering: versions, beginsAnew: beginsAnew, in: &replica)
      self.replica = replica
      return
    }
  }

  private func readLogIfNamed(by header: SignedCommitHeader, _ replica: inout VaultReplica) async throws {
    if replica.log.position(header.header.log.sequence) == nil { try await readLog(&replica) }
  }

  private func checkpoint() async throws -> (CheckpointPage, [RecordVersion])? {
    var versions: [RecordVersion] = []
    var query = ""
    var first: CheckpointPage?
    for _ in 0..<Self.mostPages {
      let answer = try await ask("GET", "/v1/checkpoint\(query)")
      if answer.status == 404 { return nil }
      if answer.status == 409 {
        // There is a later one by now.
        (versions, query, first) = ([], "", nil)
        continue
      }
      guard answer.status == 200 else { throw try SyncWay.refusal(answer) }
      let page = try CheckpointPage(answer.body)
      versions += page.versions
      if first == nil { first = page }
      guard page.hasMore else { return first.map { ($0, versions) } }
      guard let last = page.versions.last else { throw VaultSyncError(.answerMalformed) }
      query = "?number=\(page.number)&after=\(SyncWay.hexadecimal(last.item.record.bytes))"
    }
    throw VaultSyncError(.answerMalformed)
  }

  /// The headers from the own head on, as far as a checkpoint.
  private func headers(upTo checkpoint: SignedCommitHeader, _ replica: VaultReplica) async throws -> [SignedCommitHeader] {
    var headers: [SignedCommitHeader] = []
    var cursor = replica.state.cursor
    for _ in 0..<Self.mostPages {
      let after = cursor.isEmpty ? "" : "after=\(SyncWay.hexadecimal(cursor))&"
      let page = try ChangesPage(try await demand("GET", "/v1/changes?\(after)limit=\(Self.versionsPerPage)"))
      for served in page.commits where served.position.number > replica.chain.head.number {
        switch served {
        case .whole(let commit): headers.append(commit.signedHeader)
        case .header(let header): headers.append(header)
        }
        if headers.last?.position == checkpoint.position { return headers }
      }
      guard page.hasMore, page.cursor != cursor else { throw VaultSyncError(.answerMalformed) }
      cursor = page.cursor
    }
    throw VaultSyncError(.answerMalformed)
  }
}
