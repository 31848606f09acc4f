// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import FoundationEssentials

/// The store in a PostgreSQL database, which any number of servers can share.
///
/// Each write locks the account's row first, so that an account's changes have one order and a reader's cursor skips none of them.
package final class PostgreSQLSyncStore: SyncStore {
  let address: PostgreSQLAddress
  /// Writes wait for the disk; reads do not wait for them.
  let writers: PostgreSQLWorkers
  let readers: PostgreSQLWorkers
  let pushes = PostgreSQLPushes()
  private let announced: PostgreSQLAnnouncements

  /// Opens a database and upgrades it to the current schema.
  /// - Parameters:
  ///   - writers: The number of connections for writing.
  ///   - readers: The number of connections for reading. One more is for notifications between nodes.
  /// - Throws: `foreignFile` for another program's database, `newerSchema`, `unavailable`.
  package init(_ address: PostgreSQLAddress, writers: Int = 8, readers: Int = 2) throws(SyncStoreError) {
    try PostgreSQLSchema.migrate(address)
    self.address = address
    self.writers = PostgreSQLWorkers(address, count: writers)
    self.readers = PostgreSQLWorkers(address, count: readers)
    announced = PostgreSQLAnnouncements(address)
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async throws(SyncStoreError) -> Value { try await readers.perform(body) }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async throws(SyncStoreError) -> Value { try await writers.perform(body) }

  /// Notifies the other nodes within a tenth of a second, together with other changes in that time.
  package func announce(_ account: AccountIdentifier) { announced.tell(account) }

  /// Returns the notifications from other nodes, from now on. A lost connection is restored, without the notifications sent in the
  /// meantime.
  package func announcements() -> AsyncStream<AccountIdentifier> { announced.heard() }

  /// Reads the counts for the operator's page.
  package func statistics() async throws(SyncStoreError) -> StoreStatistics {
    try await read { connection in
      let answers = try connection.run([.init(.countAccounts), .init(.databaseSize)])
      guard let counts = answers[0].rows.first, let size = answers[1].rows.first else { throw PostgreSQLFailure.damaged }
      return StoreStatistics(accountCount: try counts.small(0), recordCount: try counts.small(1), byteCount: try size.small(0))
    }
  }

  /// The number of transactions for pushes so far, of which several may share one. Only tests use it.
  package var pushTransactionCount: Int { pushes.transactionCount }

  /// Returns a connection's setting for committing, and the database's own setting for waiting for the disk. Only tests use it.
  package func durability() async throws(SyncStoreError) -> (commit: String, disk: String) {
    do {
      let connection = try PostgreSQLConnection(address, prepares: false)
      func setting(_ name: String) throws -> String {
        String(decoding: try connection.execute("SHOW \(name)").rows.first?.bytes(0) ?? [], as: UTF8.self)
      }
      return (try setting("synchronous_commit"), try setting("fsync"))
    } catch {
      throw SyncStoreError(reading: error)
    }
  }
}

extension AccountRow {
  /// Reads an account's row from its columns; nil if there is no row.
  init?(_ account: AccountIdentifier, _ answer: PostgreSQLAnswer) throws(PostgreSQLFailure) {
    guard let row = answer.rows.first else { return nil }
    self.init(
      account: account, sequence: try row.counter(0), byteCount: try row.counter(1), recordCount: try row.counter(2),
      logCount: try row.counter(3), logHead: try row.bytes(4), epoch: try row.small(5),
      head: StoredPosition(number: try row.counter(6), hash: try row.bytes(7)), checkpoint: try row.counter(8),
      erasure: try row.optionalInteger(9).map(Date.init(milliseconds:)))
  }

  /// The statement that writes the row.
  var saving: PostgreSQLConnection.Call {
    .init(
      .saveAccount, .counter(sequence), .counter(byteCount), .counter(recordCount), .counter(logCount), .bytes(logHead),
      .integer(Int64(epoch)), .counter(head.number), .bytes(head.hash), .counter(checkpoint), .name(account))
  }
}
