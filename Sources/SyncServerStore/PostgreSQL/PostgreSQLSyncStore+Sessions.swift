// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

extension PostgreSQLSyncStore {
  /// Inserts the row if the member is still one, and no other row has the challenge.
  package func begin(_ session: StoredSession) async throws(SyncStoreError) -> Bool {
    try await write { connection in
      try connection.run(
        .init(
          .insertSession, .bytes(session.tokenHash), .bytes(session.challenge), .name(session.account), .name(session.member),
          .time(session.expiry)), isFinal: true
      ).count == 1
    }
  }

  /// Reads the row by the token's hash, and that of its member.
  package func session(tokenHash: [UInt8], at now: Date) async throws(SyncStoreError) -> OpenSession? {
    try await read { connection in
      guard let row = try connection.run(.init(.readSession, .bytes(tokenHash), .time(now))).rows.first else { return nil }
      return OpenSession(
        account: try row.identifier(0),
        member: StoredMember(member: try row.identifier(1), signingKey: try row.bytes(2), isDevice: try row.integer(3) != 0),
        expiry: Date(milliseconds: try row.integer(4)))
    }
  }

  /// Stores the candidate unless there is a key.
  package func markKey(orKeeping candidate: [UInt8]) async throws(SyncStoreError) -> [UInt8] {
    try await write { connection in
      _ = try connection.run(.init(.keepMarkKey, .bytes(candidate)), isFinal: true)
      guard let row = try connection.run(.init(.readMarkKey)).rows.first else { throw PostgreSQLFailure.damaged }
      return try row.bytes(0)
    }
  }

  /// Inserts one row.
  package func invite(tokenHash: [UInt8], until expiry: Date) async throws(SyncStoreError) {
    try await write { _ = try $0.run(.init(.insertInvite, .bytes(tokenHash), .time(expiry)), isFinal: true) }
  }
}
