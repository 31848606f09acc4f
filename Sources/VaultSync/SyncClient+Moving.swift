// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialVault
import SyncModel

/// Moving the account to another place (docs/formats/sync.md, "Another place"). Nothing is stored here until the place was compared with
/// this device's data.
extension SyncClient {
  /// The relation of a place to this device's data of the account.
  package enum Meeting: Hashable, Sendable {
    /// The place continues from this device's last commit, or ends with it. Continue reading there at the cursor.
    case goesOn(cursor: [UInt8])
    /// The place does not know the account, or does not admit this device.
    case absent
    /// The place has an earlier state of the account. This device has everything that it lacks.
    case behind
  }

  /// The place of this client.
  package nonisolated var place: String { way.exchange.place }

  /// Whether this client's place continues from the vault's state; false if it lacks part of it.
  /// - Throws: As ``meet()``.
  package func isAsFar() async throws(VaultSyncError) -> Bool {
    switch try await meet() {
    case .goesOn: true
    case .absent, .behind: false
    }
  }

  /// Moves the account to this client's place: switches to it if it has the account, and transfers the account there otherwise.
  ///
  /// - Parameters:
  ///   - former: The client of the current place. That place is read to its end first, and closed after the account was transferred. It is
  ///     nil if this is the same place, which has lost data.
  ///   - formerIsGone: Whether the user said that the current place will not come back.
  ///   - isSeparate: Whether the user said that the account is to be next to another one in a folder.
  /// - Returns: Whether the account was transferred; the records follow with the next exchange.
  /// - Throws: `deviceRemoved`, `formerPlaceAway`, `placeForked`, `otherAccountThere`, `cannotCarry`, `refused` and the like. The vault then
  ///   stays at its place.
  package func goOver(
    from former: SyncClient?, formerIsGone: Bool, isSeparate: Bool = false, invitation: String? = nil, _ progress: Progress? = nil
  ) async throws(VaultSyncError) -> Bool {
    var problem: VaultSyncError?
    if let former {
      do throws(VaultSyncError) { _ = try await former.synchronise(progress) } catch { problem = error }
      await former.forget()
    }
    forget()
    // At another place, or at one that was set back, this device and the account without it would go on apart.
    if try present()?.state.alarm?.code == SyncModelError.Code.removed.description { throw VaultSyncError(.deviceRemoved) }
    switch try await meet() {
    case .goesOn(let cursor):
      guard try present()?.state.carryTo == place else {
        try await follow(cursor)
        return false
      }
      // The transfer was interrupted before the switch.
      try await turn {
        guard var replica = try present() else { throw VaultSyncError(.notInUse) }
        guard vault.mayCarry(replica) else { throw VaultSyncError(.cannotCarry) }
        try vault.carry(to: place, cursor: cursor, in: &replica)
        self.replica = replica
      }
    case .absent, .behind:
      // Another device may have written something there that this one has not seen. If the account was closed there, it may have been moved
      // elsewhere.
      if let problem, !formerIsGone { throw VaultSyncError(.formerPlaceAway, detail: problem.detail ?? problem.code.description) }
      if former != nil, !isSeparate { try await lookForOthers() }
      try await carry(invitation: invitation)
    }
    if problem == nil, let former {
      // If this fails, the account there stays open, which harms nobody.
      wasMovedByAnother = (try? await former.closeFormer()) ?? false
      await former.forget()
    }
    return true
  }

  private func lookForOthers() async throws(VaultSyncError) {
    try await turn {
      guard let replica = try present() else { throw VaultSyncError(.notInUse) }
      try await requireNoOtherAccount(than: replica.log.account)
    }
  }

  /// Compares this client's place with the vault. Changes nothing, here or there.
  ///
  /// - Parameter most: The number of versions after which a place that shows more of them, and not this device's last commit, makes them up.
  /// - Throws: `placeForked` if the place has another history, or starts after the commits that this device has seen; `notInUse`,
  ///   `unreachable` and the like.
  package func meet(reading most: Int = mostRecords) async throws(VaultSyncError) -> Meeting {
    try await turn {
      guard let replica = try present() else { throw VaultSyncError(.notInUse) }
      do throws(VaultSyncError) {
        _ = try await sessionAnew()
      } catch {
        if error.code == .loginRefused || error.detail == "not_found" { return .absent }
        throw error
      }
      do {
        guard try await hasLog(of: replica) else { return .behind }
        return try await self.meeting(replica, reading: most)
      } catch let error as SyncModelError {
        // The error is about that place, not the current one.
        throw VaultSyncError(.placeForked, detail: error.code.description)
      }
    }
  }

  /// Returns the head at a place that lacks the account, or the end of its log; nil if the place has the complete log and commits.
  ///
  /// A place has the complete log and no commit if a device sent the log and was interrupted before it could commit.
  /// - Throws: `placeForked` if another entry is there, `unreachable` and the like.
  func headWhereLogIsBehind(_ replica: VaultReplica) async throws -> CommitPosition? {
    do throws(VaultSyncError) {
      _ = try await sessionAnew()
    } catch {
      if error.code == .loginRefused || error.detail == "not_found" { return .beginning }
      throw error
    }
    let hasLog = try await hasLog(of: replica)
    guard let page = try await page(after: []) else { throw VaultSyncError(.answerMalformed) }
    return hasLog && page.head != .beginning ? nil : page.head
  }

  /// Sends the log of a device whose chain starts again to a place that lacks its end; the account continues there from the served head.
  ///
  /// Until this device has committed, no commit names the end of the log, and the entries after the head are accepted anyway.
  /// - Throws: `placeForked`, `refused` and the like.
  func bringLog(to head: CommitPosition, _ invitation: String?, _ replica: inout VaultReplica) async throws {
    var head = head
    for _ in 0..<2 {
      try vault.beginCarrying(from: head, in: &replica)
      switch try await offer(replica, from: head, seeing: head, invitation) {
      case .accepted:
        forget()
        self.replica = replica
        return
      // A place that does not let this device in, since it lacks the entry that admitted it, says here how far it is.
      case .headIs(let there): head = there
      }
    }
    throw VaultSyncError(.overtaken)
  }

  /// Switches to this client's place after ``meet()``.
  /// - Throws: `vault`.
  package func follow(_ cursor: [UInt8]) async throws(VaultSyncError) {
    try await turn {
      guard var replica = try present() else { throw VaultSyncError(.notInUse) }
      try vault.move(to: way.exchange.place, cursor: cursor, in: &replica)
      self.replica = replica
    }
  }

  /// Transfers the account to this client's place, starting at this device's last commit, and switches to it. The records follow with the
  /// next exchange.
  ///
  /// - Parameter invitation: The invite for a new account, if the place requires one.
  /// - Throws: `cannotCarry` if this device does not have everything in the account; `placeForked` if the place has data that this device
  ///   does not; `refused` and the like. The vault is then unchanged.
  package func carry(invitation: String? = nil) async throws(VaultSyncError) {
    try await turn {
      guard var replica = try present() else { throw VaultSyncError(.notInUse) }
      guard vault.mayCarry(replica) else { throw VaultSyncError(.cannotCarry) }
      // Stored before the request: a client interrupted after it finds the account there, and must know that its records are still to come.
      try vault.store({ $0.carryTo = place }, in: &replica)
      let cursor = try await announce(replica, invitation)
      forget()
      try vault.carry(to: place, cursor: cursor, in: &replica)
      self.replica = replica
    }
  }

  /// Closes the account at this client's place, which the account has left. Other devices are notified there, and can continue reading for
  /// a while.
  /// - Returns: Whether the account was closed there before. The request is sent once, so this is not the answer to a repetition.
  /// - Throws: `unreachable`, `refused` and the like.
  func closeFormer() async throws(VaultSyncError) -> Bool {
    try await turn {
      guard let replica = try present() else { throw VaultSyncError(.notInUse) }
      _ = try await sessionAnew()
      let (challenge, time) = try await way.challenge(as: replica.device, account: replica.log.account)
      let signature = try replica.sign(
        ServerStatement(
          .closeAccount, origin: way.exchange.place, account: replica.log.account, member: replica.device, challenge: challenge,
          milliseconds: time))
      let body: CBORMap = [1: .bytes(challenge), 2: .unsigned(time), 3: .bytes(signature)]
      let answer = try SyncAnswer(try await demand("DELETE", "/v1/account", body), keys: 1...2, optional: [2])
      // A server of an earlier version does not say.
      return (try? answer.boolean(2)) ?? false
    }
  }

  private func sessionAnew() async throws(VaultSyncError) -> Bool {
    do {
      _ = try await session()
      return true
    } catch {
      throw VaultSyncError(error)
    }
  }

  /// Whether the log there contains this device's end of it.
  private func hasLog(of replica: VaultReplica) async throws -> Bool {
    let own = replica.log.head
    let answer = try SyncAnswer(try await demand("GET", "/v1/log?from=\(own.sequence)"), keys: 1...2)
    guard let first = try answer.byteStrings(1).first else { return false }
    guard first == replica.log.entries.last?.encoded else { throw VaultSyncError(.placeForked, detail: "log") }
    return true
  }

  /// Looks for this device's last commit among those served, first after the stored cursor, in case the same server has a new name.
  private func meeting(_ replica: VaultReplica, reading most: Int) async throws -> Meeting {
    let own = replica.chain.head
    let first = try await page(after: replica.state.cursor)
    let beginning = replica.state.cursor.isEmpty ? first : nil
    if let first, first.head == own { return .goesOn(cursor: first.hasMore ? [] : first.cursor) }
    if let first, let next = first.commits.first(where: { $0.position.number > own.number }),
      next.signedHeader.isNext(to: own, in: try await log(replica, naming: next.signedHeader))
    {
      return .goesOn(cursor: replica.state.cursor)
    }
    var page = if let beginning { beginning } else { try await self.page(after: []) }
    guard let served = page?.head else { throw VaultSyncError(.answerMalformed) }
    if served.number < own.number {
      // An empty place has the account's beginning.
      guard served == .beginning || replica.chain.position(served.number) == served else {
        throw VaultSyncError(.placeForked, detail: "forked")
      }
      return .behind
    }
    var brought = BroughtSoFar()
    var versionCount = 0
    while let present = page {
      for commit in present.commits {
        if commit.position.number <= own.number {
          let known = replica.chain.position(commit.position.number)
          guard known == nil || known == commit.position else { throw VaultSyncError(.placeForked, detail: "forked") }
          continue
        }
        // The commit that follows this device's head decides.
        guard commit.position.number == own.number + 1 else { throw VaultSyncError(.placeForked, detail: "gap") }
        guard commit.signedHeader.isNext(to: own, in: try await log(replica, naming: commit.signedHeader)) else {
          throw VaultSyncError(.placeForked, detail: "forked")
        }
        return .goesOn(cursor: [])
      }
      if present.head == own { return .goesOn(cursor: []) }
      // A page with nothing new is the end of the place's data; there are never more versions than records.
      versionCount += present.versions.count
      guard brought.takesNew(of: present), versionCount <= most else { break }
      page = try await self.page(after: present.cursor)
    }
    throw VaultSyncError(.placeForked, detail: "gap")
  }

  private func page(after cursor: [UInt8]) async throws -> ChangesPage? {
    let after = cursor.isEmpty ? "" : "after=\(Hexadecimal.text(cursor))&"
    let answer = try await ask("GET", "/v1/changes?\(after)limit=500")
    if answer.status == 200 { return try ChangesPage(answer.body) }
    // Another place does not know the cursor.
    guard !cursor.isEmpty, answer.status == 400 || answer.status == 409 else { throw try SyncWay.refusal(answer) }
    return nil
  }

  /// Returns the log up to the entry named by a commit. Entries after this device's end are verified and not stored.
  private func log(_ replica: VaultReplica, naming header: SignedCommitHeader) async throws -> MembershipLog {
    var log = replica.log
    while log.position(header.header.log.sequence) == nil {
      let answer = try SyncAnswer(try await demand("GET", "/v1/log?from=\(log.entries.count)"), keys: 1...2)
      let more = try answer.byteStrings(1)
      guard !more.isEmpty else { throw VaultSyncError(.placeForked, detail: "log") }
      do {
        log = try log.following(try more.map { try MembershipLogEntry(decoding: $0) })
      } catch {
        throw VaultSyncError(.placeForked, detail: "log")
      }
    }
    return log
  }

  /// Transfers the account to the place, from this device's head.
  ///
  /// - Returns: The cursor at which to continue reading there.
  private func announce(_ replica: VaultReplica, _ invitation: String?) async throws -> [UInt8] {
    var seen = CommitPosition.beginning
    for _ in 0..<2 {
      switch try await offer(replica, from: replica.chain.head, seeing: seen, invitation) {
      case .accepted(let cursor): return cursor
      case .headIs(let head):
        // The place has an earlier part of what this device has, or another history.
        guard replica.chain.position(head.number) == head else { throw VaultSyncError(.placeForked, detail: "forked") }
        seen = head
      }
    }
    throw VaultSyncError(.overtaken)
  }

  private enum Offer { case accepted(cursor: [UInt8]), headIs(CommitPosition) }

  /// Sends the account and its log to the place, with the commit from which the account continues there and the head that the place is
  /// believed to have.
  private func offer(
    _ replica: VaultReplica, from base: CommitPosition, seeing seen: CommitPosition, _ invitation: String?
  ) async throws -> Offer {
    let entries = replica.log.entries.map { CBORValue.bytes($0.encoded) }
    let signature = try replica.sign(
      .carrying(replica.log.account, by: replica.device, from: base.number, base.hash, log: replica.log.head.hash))
    var body: [CBORMap.Entry] = [
      .init(key: 1, value: .bytes(replica.log.account.bytes)), .init(key: 2, value: .array(entries)),
      .init(key: 3, value: Self.value(base)), .init(key: 4, value: Self.value(seen)),
      .init(key: 5, value: .bytes(replica.device.bytes)), .init(key: 6, value: .bytes(signature)),
    ]
    if let invitation {
      guard let invite = AccountIdentifier(text: invitation) else { throw VaultSyncError(.refused, detail: "not_invited") }
      body.append(.init(key: 7, value: .bytes(invite.bytes)))
    }
    let answer = try await way.send(
      SyncRequest("POST", "/v1/accounts/carried", body: SyncWay.encode(CBORMap(body) ?? CBORMap())), patience: Self.foundingPatience)
    if answer.status == 200 {
      let cursor = try SyncAnswer(answer.body, keys: 1...1).bytes(1)
      guard cursor.count <= ChangesPage.longestCursor else { throw VaultSyncError(.answerMalformed) }
      return .accepted(cursor: cursor)
    }
    // An older server does not know the request, and says so in its own words.
    if answer.status == 404 || answer.status == 405 { throw VaultSyncError(.refused, detail: "no_moving") }
    let refusal = try SyncWay.refusal(answer)
    guard answer.status == 409 else { throw refusal }
    guard refusal.detail == "stale_parent", let head = try SyncRefusal(answer.body).head else {
      throw VaultSyncError(.placeForked, detail: "log")
    }
    return .headIs(head)
  }

  private static func value(_ position: CommitPosition) -> CBORValue { .array([.unsigned(position.number), .bytes(position.hash)]) }
}
