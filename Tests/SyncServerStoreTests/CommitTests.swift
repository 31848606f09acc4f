// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncServerStore
import Testing

@Suite("Commits in the store")
struct CommitTests {
  @Test("each commit is the child of the head and takes the account's next change number", arguments: StoreKind.allCases)
  func line(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    #expect(try await world.store.push(world.push(1), at: world.start) == .accepted(sequence: 3, isRepeat: false))
    #expect(try await world.store.push(world.push(2, by: world.other), at: world.start) == .accepted(sequence: 4, isRepeat: false))
    let account = try #require(try await world.store.account(world.account))
    #expect(account.head == StoredPosition(number: 2, hash: StoreWorld.hash(2)))
    #expect(account.sequence == 4)
  }

  @Test("a repeated push gets its first answer, even after later commits", arguments: StoreKind.allCases)
  func repeats(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    let first = world.push(1, records: [world.record(10)])
    let second = world.push(2, records: [world.record(10, revision: 2)])
    for push in [first, second] { _ = try await world.store.push(push, at: world.start) }
    let before = try await world.store.account(world.account)
    #expect(try await world.store.push(first, at: world.start) == .accepted(sequence: 3, isRepeat: true))
    #expect(try await world.store.account(world.account) == before)
  }

  @Test("a second child of a parent is refused with the current head", arguments: StoreKind.allCases)
  func secondChild(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    _ = try await world.store.push(world.push(1), at: world.start)
    var sibling = world.push(1, by: world.other)
    sibling.position = StoredPosition(number: 1, hash: StoreWorld.hash(99))
    #expect(
      try await world.store.push(sibling, at: world.start) == .staleParent(head: StoredPosition(number: 1, hash: StoreWorld.hash(1))))
  }

  @Test(
    "a stale log or epoch, a non-member, a wrong number, an old version or an exceeded quota is refused without effect",
    arguments: StoreKind.allCases)
  func rules(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    _ = try await world.store.push(world.push(1, records: [world.record(10, revision: 5)]), at: world.start)
    var cases: [(String, CommitPush, PushOutcome)] = []
    func add(_ name: String, _ outcome: PushOutcome, _ change: (inout CommitPush) -> Void) {
      var push = world.push(2)
      change(&push)
      cases.append((name, push, outcome))
    }
    add("former entry", .staleLog) { $0.logCount = 1 }
    add("other entry", .staleLog) { $0.logHead = StoreWorld.hash(5) }
    add("former epoch", .staleLog) { $0.epoch = 0 }
    add("recovery key", .notMember) { $0.device = world.recovery }
    add("stranger", .notMember) { $0.device = StoreWorld.identifier(77) }
    add("number", .outOfOrder) { $0.position = StoredPosition(number: 3, hash: $0.position.hash) }
    add("own count", .outOfOrder) { $0.deviceSequence = 1 }
    add("same version", .outOfOrder) { $0.records = [world.record(11), world.record(10, revision: 5)] }
    add("records", .quotaExceeded) {
      $0.recordLimit = 1; $0.records = [world.record(11)]
    }
    add("bytes", .quotaExceeded) {
      $0.byteLimit = 200; $0.records = [world.record(11)]
    }
    add("account", .closed) { $0.account = StoreWorld.identifier(88) }
    let before = try await world.changes()
    for (name, push, outcome) in cases {
      #expect(try await world.store.push(push, at: world.start) == outcome, "\(name)")
      #expect(try await world.changes() == before, "the refused push \(name) changed the store")
    }
    #expect(try await world.store.push(world.push(2), at: world.start) == .accepted(sequence: 4, isRepeat: false))
  }

  @Test("one of two concurrent siblings is accepted, and concurrent pushes share transactions", arguments: StoreKind.allCases)
  func contention(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    let accounts = (0..<200).map { StoreWorld.identifier(UInt8($0)) as AccountIdentifier }
    for account in accounts { try await world.found(account) }
    let outcomes = try await withThrowingTaskGroup(of: PushOutcome.self) { group in
      for account in accounts {
        for sibling in 0..<2 as Range<UInt64> {
          var push = world.push(1, records: [world.record(10)])
          push.account = account
          push.position = StoredPosition(number: 1, hash: StoreWorld.hash(500 + sibling))
          let sent = push
          group.addTask { try await world.store.push(sent, at: world.start) }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { $0 == .accepted(sequence: 3, isRepeat: false) } == 200)
    #expect(outcomes.count { if case .staleParent = $0 { true } else { false } } == 200)
    // First 200 foundings one after another, then 400 pushes that arrive faster than a transaction is written.
    switch kind {
    case .sqlite: #expect(try await world.sqlite.transactionCount < 200 + 300)
    case .postgreSQL: #expect(try world.postgreSQL.pushTransactionCount < 350)
    }
  }

  @Test("pushes of many accounts in one transaction each get the answer that they would get on their own", arguments: StoreKind.allCases)
  func sharing(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    let accounts = (0..<120).map { StoreWorld.identifier(UInt8($0)) as AccountIdentifier }
    // The last 20 were never founded.
    for account in accounts.prefix(100) { try await world.found(account) }
    func push(_ place: Int) -> (CommitPush, PushOutcome) {
      var push = world.push(1, records: [world.record(10), world.record(11, byteCount: place)])
      push.account = accounts[place]
      guard place < 100 else { return (push, .closed) }
      switch place % 7 {
      case 0: push.recordLimit = 1
      case 1: push.device = StoreWorld.identifier(77)
      case 2: push.logCount = 3
      case 3: push.parent = StoreWorld.hash(9)
      case 4: push.position = StoredPosition(number: 2, hash: StoreWorld.hash(2))
      case 5: push.deviceSequence = 0
      default: return (push, .accepted(sequence: 3, isRepeat: false))
      }
      return (push, [.quotaExceeded, .notMember, .staleLog, .staleParent(head: .beginning), .outOfOrder, .outOfOrder][place % 7])
    }
    for isRepeat in [false, true] {
      let outcomes = try await withThrowingTaskGroup(of: (Int, PushOutcome).self) { group in
        for place in accounts.indices {
          let sent = push(place).0
          group.addTask { (place, try await world.store.push(sent, at: world.start)) }
        }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      for place in accounts.indices {
        let expected = push(place).1
        let answer = expected == .accepted(sequence: 3, isRepeat: false) ? .accepted(sequence: 3, isRepeat: isRepeat) : expected
        #expect(outcomes[place] == answer, "account \(place)")
      }
      #expect(try world.number("SELECT count(*) FROM account_commit") == 14)
      #expect(try world.number("SELECT count(*) FROM record") == 28)
    }
  }

  @Test("a refused push does not affect an accepted one in the same transaction", arguments: StoreKind.allCases)
  func savepoints(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    var refused = world.push(1, records: [world.record(10), world.record(11)])
    refused.recordLimit = 1
    let sent = refused
    // A commit other than the refused one: the store repeats its answer for a commit that it already has.
    var taken = world.push(1, by: world.other, records: [world.record(12)])
    taken.position = StoredPosition(number: 1, hash: StoreWorld.hash(501))
    let accepted = taken
    async let first = world.store.push(sent, at: world.start)
    async let second = world.store.push(accepted, at: world.start)
    // PostgreSQL may take the second push first; the first one's parent is then no longer the head.
    let refusals: [PushOutcome] = [.quotaExceeded, .staleParent(head: accepted.position)]
    #expect(try await refusals.contains(first))
    #expect(try await second == .accepted(sequence: 3, isRepeat: false))
    #expect(try await world.changes().versions.map(\.body.first) == [12])
  }

  @Test(
    "a checkpoint that forgets tombstones removes them, so that a record may restart at its first version", arguments: StoreKind.allCases)
  func forgetting(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    let (content, kept) = (world.record(10), world.record(11))
    let tombstone = StoredRecord(
      record: content.record, revision: 2, purpose: 2, bodyHash: StoreWorld.hash(77), wrap: content.wrap, body: content.body)
    let late = StoredRecord(
      record: world.record(12).record, revision: 1, purpose: 2, bodyHash: StoreWorld.hash(78), wrap: content.wrap, body: content.body)
    for push in [
      world.push(1, records: [content, kept]), world.push(2, records: [tombstone]), world.push(3, isCheckpoint: true),
      world.push(4, records: [late]),
    ] { _ = try await world.store.push(push, at: world.start) }
    let before = try world.number("SELECT bytes FROM account")
    // Until then, a record that returns to an earlier version is refused.
    #expect(try await world.store.push(world.push(5, records: [content]), at: world.start) == .outOfOrder)
    var checkpoint = world.push(5, isCheckpoint: true)
    checkpoint.forgetsThrough = 3
    guard case .accepted = try await world.store.push(checkpoint, at: world.start) else {
      Issue.record("the checkpoint was refused")
      return
    }
    #expect(try world.number("SELECT count(*) FROM record") == 2)
    #expect(try world.number("SELECT records FROM account") == 2)
    #expect(try world.number("SELECT count(*) FROM record_old") == 0)
    let freed = 2 * content.byteCount - checkpoint.header.count - checkpoint.whole.count
    #expect(try world.number("SELECT bytes FROM account") == before - freed)
    guard case .accepted = try await world.store.push(world.push(6, records: [content]), at: world.start) else {
      Issue.record("the record was refused")
      return
    }
    #expect(try world.number("SELECT records FROM account") == 3)
    #expect(try await world.changes().versions.count == 3)
  }
}
