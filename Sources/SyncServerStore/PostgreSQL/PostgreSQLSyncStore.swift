// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import FoundationEssentials

/// The store in a PostgreSQL database, which any number of servers share.
///
/// Each write locks the account's row first, so that an account's changes have one order and a reader's cursor passes none of them.
package final class PostgreSQLSyncStore: SyncStore {
  let address: PostgreSQLAddress
  /// Writes wait for the disk; readings do not wait behind them.
  let writers: PostgreSQLWorkers
  let readers: PostgreSQLWorkers
  let pushes = PostgreSQLPushes()
  private let announced: PostgreSQLAnnouncements

  /// Opens a database and brings it to the current schema.
  /// - Parameters:
  ///   - writers: How many connections write.
  ///   - readers: How many connections read; one more carries what nodes tell each other.
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

  /// Tells the other nodes within a tenth of a second, together with what else changed by then.
  package func announce(_ account: AccountIdentifier) { announced.tell(account) }

  /// What other nodes told, from now on; a connection that was lost is made again, and what was told meanwhile is not heard.
  package func announcements() -> AsyncStream<AccountIdentifier> { announced.heard() }

  /// Counts what the operator's page shows.
  package func statistics() async throws(SyncStoreError) -> StoreStatistics {
    try await read { connection in
      let answers = try connection.run([.init(.countAccounts), .init(.databaseSize)])
      guard let counts = answers[0].rows.first, let size = answers[1].rows.first else { throw PostgreSQLFailure.damaged }
      return StoreStatistics(accountCount: try counts.small(0), recordCount: try counts.small(1), byteCount: try size.small(0))
    }
  }

  /// How many transactions pushes took so far, of which several may share one.
  package var pushTransactionCount: Int { pushes.transactionCount }

  /// The setting that a connection commits by, and the database's own of whether it waits for the disk at all.
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
  /// Reads an account's row out of its columns; nil for no row.
  init?(_ account: AccountIdentifier, _ answer: PostgreSQLAnswer) throws(PostgreSQLFailure) {
    guard let row = answer.rows.first else { return nil }
    self.init(
      account: account, sequence: try row.counter(0), byteCount: try row.counter(1), recordCount: try row.counter(2),
      logCount: try row.counter(3), logHead: try row.bytes(4), epoch: try row.small(5),
      head: StoredPosition(number: try row.counter(6), hash: try row.bytes(7)), checkpoint: try row.counter(8),
      erasure: try row.optionalInteger(9).map(Date.init(milliseconds:)))
  }

  /// What writes the row.
  var saving: PostgreSQLConnection.Call {
    .init(
      .saveAccount, .counter(sequence), .counter(byteCount), .counter(recordCount), .counter(logCount), .bytes(logHead),
      .integer(Int64(epoch)), .counter(head.number), .bytes(head.hash), .counter(checkpoint), .name(account))
  }
}
