// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials

extension PostgreSQLSyncStore {
  /// Judges the push by the account's locked row and writes it: two ways to the database and back, whatever the push holds.
  package func push(_ push: CommitPush, at now: Date) async throws(SyncStoreError) -> PushOutcome {
    try await write { connection in
      let account = PostgreSQLValue.name(push.account)
      // Each statement behind the lock sees what was committed before the lock was got.
      let found = try connection.run(
        [
          .init(.begin), .init(.lockAccount, account), .init(.findCommit, account, .bytes(push.position.hash)),
          .init(.readCount, account, .name(push.device)),
        ] + push.records.map { .init(.readRevision, account, .name($0.record)) })
      func refuse(_ outcome: PushOutcome) throws -> PushOutcome {
        _ = try connection.run(.init(.rollBack))
        return outcome
      }
      // 1. A commit that is known gets its first answer, whatever has happened since.
      if let known = found[2].rows.first { return try refuse(.accepted(sequence: try known.counter(0), isRepeat: true)) }
      guard var row = try AccountRow(push.account, found[1]), row.erasure == nil else { return try refuse(.closed) }
      if let objection = row.objection(to: push, counted: try found[3].rows.first?.counter(0)) { return try refuse(objection) }
      if push.forgetsThrough > 0 {
        // The devices forget these with the checkpoint, so that a record of one of these names may begin at its first version again.
        let sums = try connection.run(.init(.forgetTombstones, account, .counter(push.forgetsThrough)))
        if let sums = sums.rows.first { row.forget(records: try sums.counter(0), byteCount: try sums.counter(1)) }
      }
      // 5. Every version is newer than the stored one.
      let former = try found.dropFirst(4).map { try $0.rows.first?.counter(0) }
      guard Set(push.records.map(\.record)).count == push.records.count,
        zip(push.records, former).allSatisfy({ record, former in former.map { $0 < record.revision } ?? true })
      else { return try refuse(.outOfOrder) }
      guard row.take(push, newRecords: former.count { $0 == nil }) else { return try refuse(.quotaExceeded) }
      _ = try connection.run(
        zip(push.records, former).flatMap { record, former in
          Self.putting(record, of: push, sequence: row.sequence, at: now, replaces: former != nil)
        } + [
          .init(
            .insertCommit, account, .counter(push.position.number), .bytes(push.position.hash), .counter(row.sequence), .time(now),
            .bytes(push.header), .bytes(push.whole)),
          .init(.saveCount, .counter(push.deviceSequence), account, .name(push.device)), row.saving, .init(.commit),
        ], isFinal: true)
      return .accepted(sequence: row.sequence, isRepeat: false)
    }
  }

  /// What puts a version into the place of the former, which moves to the former versions.
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

  /// Writes wraps of the current epoch over those of former ones; a wrap of the current epoch stays, so that a repeat changes nothing.
  package func rewrap(_ rewraps: [Rewrap], of account: AccountIdentifier, epoch: UInt32) async throws(SyncStoreError) -> Int? {
    try await write { connection in
      let locked = try connection.run([.init(.begin), .init(.lockAccount, .name(account))])
      guard let row = try AccountRow(account, locked[1]), row.erasure == nil, row.epoch == epoch else {
        _ = try connection.run(.init(.rollBack))
        return nil
      }
      // A wrap begins with its epoch, most significant byte first, so that bytes compare as numbers do.
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
