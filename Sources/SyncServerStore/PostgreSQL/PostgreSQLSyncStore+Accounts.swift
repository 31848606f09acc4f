// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials

extension PostgreSQLSyncStore {
  /// Inserts the account, its first entries and its members.
  package func found(_ founding: AccountFounding, at now: Date) async throws(SyncStoreError) -> FoundingOutcome {
    try await write { connection in
      let byteCount = founding.entries.reduce(0) { $0 + $1.body.count }
      let count = Int64(founding.entries.count)
      let inserted = try connection.run([
        .init(.begin),
        .init(
          .insertAccount, .name(founding.account), .integer(count), .integer(Int64(byteCount)), .integer(count),
          .bytes(founding.entries.last?.hash ?? []), .integer(Int64(founding.epoch)), .bytes(StoredPosition.beginning.hash), .time(now)),
        .init(.readAccount, .name(founding.account)),
      ])
      guard let row = try AccountRow(founding.account, inserted[2]) else { throw PostgreSQLFailure.damaged }
      guard inserted[1].count == 1 else {
        _ = try connection.run(.init(.rollBack))
        return .exists(row.stored)
      }
      if case .invite(let tokenHash) = founding.admission {
        guard try connection.run(.init(.takeInvite, .bytes(tokenHash), .time(now))).count == 1 else {
          _ = try connection.run(.init(.rollBack))
          return .notInvited
        }
      }
      var calls = founding.entries.enumerated().map { place, entry in
        PostgreSQLConnection.Call(
          .insertEntry, .name(founding.account), .integer(Int64(place)), .bytes(entry.hash), .integer(Int64(place + 1)), .bytes(entry.body))
      }
      calls += Self.replacing(founding.members, of: founding.account)
      _ = try connection.run(calls + [.init(.commit)], isFinal: true)
      return .founded(row.stored)
    }
  }

  /// Inserts the data that the account lacks here, under its lock. Reopens a closed account that is not being erased yet.
  package func carry(_ carrying: AccountCarrying, at now: Date) async throws(SyncStoreError) -> CarryingOutcome {
    let founding = carrying.founding
    let account = PostgreSQLValue.name(founding.account)
    return try await write { connection in
      func refuse(_ outcome: CarryingOutcome) throws -> CarryingOutcome {
        _ = try connection.run(.init(.rollBack))
        return outcome
      }
      let inserted = try connection.run([
        .init(.begin),
        // Inserted without entries, which follow in the same way as for a known account.
        .init(
          .insertAccount, account, .integer(0), .integer(0), .integer(0), .bytes([]), .integer(Int64(founding.epoch)),
          .bytes(StoredPosition.beginning.hash), .time(now)),
        .init(.lockAccount, account),
      ])
      guard var row = try AccountRow(founding.account, inserted[2]) else { throw PostgreSQLFailure.damaged }
      if inserted[1].count == 1 {
        guard carrying.seen == .beginning else { return try refuse(.staleHead(.beginning)) }
        if case .invite(let tokenHash) = founding.admission {
          guard try connection.run(.init(.takeInvite, .bytes(tokenHash), .time(now))).count == 1 else { return try refuse(.notInvited) }
        }
      } else {
        if let erasure = row.erasure, erasure <= now { return try refuse(.closed) }
        if let objection = row.objection(to: carrying) { return try refuse(objection) }
        if row.head == carrying.base, row.logCount == UInt64(founding.entries.count), row.erasure == nil {
          return try refuse(.carried(sequence: row.sequence))
        }
      }
      guard let first = row.take(carrying) else { return try refuse(.quotaExceeded) }
      var calls = founding.entries.enumerated().dropFirst(first).map { place, entry in
        PostgreSQLConnection.Call(
          .insertEntry, account, .integer(Int64(place)), .bytes(entry.hash), .counter(row.sequence), .bytes(entry.body))
      }
      calls += Self.replacing(founding.members, of: founding.account) + [row.saving, .init(.openAccount, account), .init(.commit)]
      _ = try connection.run(calls, isFinal: true)
      return .carried(sequence: row.sequence)
    }
  }

  /// Reads one row.
  package func account(_ account: AccountIdentifier) async throws(SyncStoreError) -> StoredAccount? {
    try await read { try AccountRow(account, try $0.run(.init(.readAccount, .name(account))))?.stored }
  }

  /// Reads the row of an active member.
  package func member(_ member: DeviceIdentifier, of account: AccountIdentifier) async throws(SyncStoreError) -> StoredMember? {
    try await read { connection in
      guard let row = try connection.run(.init(.readMember, .name(account), .name(member))).rows.first else { return nil }
      return StoredMember(member: member, signingKey: try row.bytes(0), isDevice: try row.integer(1) != 0)
    }
  }

  /// Sets the time of erasure once, and removes the account's mailboxes.
  package func close(_ account: AccountIdentifier, erasedAt date: Date) async throws(SyncStoreError) -> AccountClosing? {
    try await write { connection in
      let locked = try connection.run([.init(.begin), .init(.lockAccount, .name(account))])
      guard let row = try AccountRow(account, locked[1]), row.erasure == nil else {
        _ = try connection.run(.init(.rollBack))
        return try AccountRow(account, locked[1])?.erasure.map { AccountClosing(erasure: $0, isRepeat: true) }
      }
      _ = try connection.run(
        [.init(.closeAccount, .time(date), .name(account)), .init(.deleteMailboxesOfAccount, .name(account)), .init(.commit)], isFinal: true
      )
      return AccountClosing(erasure: date, isRepeat: false)
    }
  }

  /// Returns the statements that insert new members, and deactivate removed ones together with their sessions.
  static func replacing(_ members: [StoredMember], of account: AccountIdentifier) -> [PostgreSQLConnection.Call] {
    // A member's key and commit count stay when it comes back.
    [.init(.endMembers, .name(account))]
      + members.map { .init(.insertMember, .name(account), .name($0.member), .bytes($0.signingKey), .integer($0.isDevice ? 1 : 0)) }
      + [.init(.endSessionsOfFormerMembers, .name(account))]
  }
}
