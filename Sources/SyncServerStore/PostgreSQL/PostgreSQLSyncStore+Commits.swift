// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials

extension PostgreSQLSyncStore {
  /// Checks the push against the account's locked row and writes it, together with other accounts' pushes waiting for a connection.
  package func push(_ push: CommitPush, at now: Date) async throws(SyncStoreError) -> PushOutcome {
    try await pushes.perform(push, at: now, by: writers)
  }

  /// Carries out a single push in two round trips, whatever it contains.
  static func push(_ push: CommitPush, at now: Date, _ connection: PostgreSQLConnection) throws -> PushOutcome {
    let found = try connection.run([.init(.begin)] + Self.readings(for: push, lock: .lockAccount))
    func refuse(_ outcome: PushOutcome) throws -> PushOutcome {
      _ = try connection.run(.init(.rollBack))
      return outcome
    }
    var row: AccountRow
    switch try standing(of: push, found.dropFirst()) {
    case .answered(let outcome): return try refuse(outcome)
    case .open(let open): row = open
    }
    if push.forgetsThrough > 0 {
      // The devices forget these with the checkpoint, so that a record under one of these names may start at its first version again.
      let sums = try connection.run(.init(.forgetTombstones, .name(push.account), .counter(push.forgetsThrough)))
      if let sums = sums.rows.first { row.forget(records: try sums.counter(0), byteCount: try sums.counter(1)) }
    }
    let (outcome, writings) = try take(push, at: now, found.dropFirst(), &row)
    guard !writings.isEmpty else { return try refuse(outcome) }
    _ = try connection.run(writings + [.init(.commit)], isFinal: true)
    return outcome
  }

  /// Carries out pushes of different accounts that forget no tombstones in one transaction, with two round trips for all of them.
  /// - Returns: The outcome of each; nil if another transaction locks the account's row, or there is none, so that the push has to be
  ///   repeated on its own.
  static func push(_ pushes: [(push: CommitPush, now: Date)], _ connection: PostgreSQLConnection) throws -> [PushOutcome?] {
    // A transaction that waits for a lock here holds none, so there is no deadlock.
    let readings = pushes.map { Self.readings(for: $0.push, lock: .lockFreeAccount) }
    var found = try connection.run([.init(.begin)] + readings.joined()).dropFirst()
    var writings: [PostgreSQLConnection.Call] = []
    var outcomes: [PushOutcome?] = []
    for ((push, now), calls) in zip(pushes, readings) {
      let answers = found.prefix(calls.count)
      found = found.dropFirst(calls.count)
      guard let lock = answers.first, !lock.rows.isEmpty else {
        outcomes.append(nil)
        continue
      }
      switch try standing(of: push, answers) {
      case .answered(let outcome): outcomes.append(outcome)
      case .open(var row):
        let (outcome, calls) = try take(push, at: now, answers, &row)
        outcomes.append(outcome)
        writings += calls
      }
    }
    if writings.isEmpty {
      _ = try connection.run(.init(.rollBack))
    } else {
      _ = try connection.run(writings + [.init(.commit)], isFinal: true)
    }
    return outcomes
  }

  /// Returns the statements that read the data for checking a push. Each statement after the lock sees everything committed before the lock
  /// was obtained.
  private static func readings(for push: CommitPush, lock: PostgreSQLStatement) -> [PostgreSQLConnection.Call] {
    let account = PostgreSQLValue.name(push.account)
    return [
      .init(lock, account), .init(.findCommit, account, .bytes(push.position.hash)), .init(.readCount, account, .name(push.device)),
    ] + push.records.map { .init(.readRevision, account, .name($0.record)) }
  }

  private enum Standing {
    case answered(PushOutcome)
    case open(AccountRow)
  }

  private static func standing(of push: CommitPush, _ found: ArraySlice<PostgreSQLAnswer>) throws -> Standing {
    guard found.count == 3 + push.records.count, let lock = found.first else { throw PostgreSQLFailure.damaged }
    let (known, counted) = (found[found.startIndex + 1], found[found.startIndex + 2])
    // 1. A known commit gets its first reply, whatever has happened since.
    if let known = known.rows.first { return .answered(.accepted(sequence: try known.counter(0), isRepeat: true)) }
    guard let row = try AccountRow(push.account, lock), row.erasure == nil else { return .answered(.closed) }
    return try row.objection(to: push, counted: counted.rows.first?.counter(0)).map(Standing.answered) ?? .open(row)
  }

  /// Returns the statements that write a valid push; none if its records are invalid.
  private static func take(
    _ push: CommitPush, at now: Date, _ found: ArraySlice<PostgreSQLAnswer>, _ row: inout AccountRow
  ) throws -> (PushOutcome, [PostgreSQLConnection.Call]) {
    // 5. Every version is newer than the stored one.
    let former = try found.dropFirst(3).map { try $0.rows.first?.counter(0) }
    guard Set(push.records.map(\.record)).count == push.records.count,
      zip(push.records, former).allSatisfy({ record, former in former.map { $0 < record.revision } ?? true })
    else { return (.outOfOrder, []) }
    guard row.take(push, newRecords: former.count { $0 == nil }) else { return (.quotaExceeded, []) }
    let account = PostgreSQLValue.name(push.account)
    let writings =
      zip(push.records, former).flatMap { record, former in
        putting(record, of: push, sequence: row.sequence, at: now, replaces: former != nil)
      } + [
        .init(
          .insertCommit, account, .counter(push.position.number), .bytes(push.position.hash), .counter(row.sequence), .time(now),
          .bytes(push.header), .bytes(push.whole)),
        .init(.saveCount, .counter(push.deviceSequence), account, .name(push.device)), row.saving,
      ]
    return (.accepted(sequence: row.sequence, isRepeat: false), writings)
  }

  /// Returns the statements that replace a version, which moves to the old versions.
  private static func putting(
    _ record: StoredRecord, of push: CommitPush, sequence: UInt64, at now: Date, replaces: Bool
  ) -> [PostgreSQLConnection.Call] {
    let account = PostgreSQLValue.name(push.account)
    let keeping = PostgreSQLConnection.Call(
      .keepFormer, .counter(push.position.number), .time(now), account, .name(record.record))
    let put = PostgreSQLConnection.Call(
      .putRecord, account, .name(record.record), .counter(sequence), .counter(record.revision), .integer(Int64(record.purpose)),
      .bytes(record.bodyHash), .name(push.device), .counter(push.position.number), .bytes(record.wrap), .bytes(record.body))
    return replaces ? [keeping, put] : [put]
  }

  /// Replaces wraps of older epochs by wraps of the current one. A wrap of the current epoch stays, so that a repeat changes nothing.
  package func rewrap(_ rewraps: [Rewrap], of account: AccountIdentifier, epoch: UInt32) async throws(SyncStoreError) -> Int? {
    try await write { connection in
      let locked = try connection.run([.init(.begin), .init(.lockAccount, .name(account))])
      guard let row = try AccountRow(account, locked[1]), row.erasure == nil, row.epoch == epoch else {
        _ = try connection.run(.init(.rollBack))
        return nil
      }
      // A wrap begins with its epoch, most significant byte first, so that bytes compare like numbers.
      let current = PostgreSQLValue.bytes((0..<4).map { UInt8(truncatingIfNeeded: epoch >> (24 - 8 * $0)) })
      let answers = try connection.run(
        rewraps.map { .init(.rewrap, .bytes($0.wrap), .name(account), .name($0.record), .counter($0.revision), current) } + [
          .init(.commit)
        ],
        isFinal: true)
      return answers.dropLast().reduce(0) { $0 + $1.count }
    }
  }
}
