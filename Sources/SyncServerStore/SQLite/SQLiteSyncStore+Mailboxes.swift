// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials
import GRDB

extension SQLiteSyncStore {
  /// Inserts the mailbox unless one with its name exists, even an expired one.
  package func makeMailbox(_ name: [UInt8], of account: AccountIdentifier, until expiry: Date) async throws(SyncStoreError) -> Bool {
    try await writes.perform { database in
      guard try AccountRow.fetchOpen(account, in: database) != nil else { return false }
      try database.execute(
        sql: "INSERT OR IGNORE INTO mailbox (id, acct, expires) VALUES (?, ?, ?)",
        arguments: [Data(name), account.data, expiry.milliseconds])
      return database.changesCount == 1
    }
  }

  /// Inserts the message if the slot has no row.
  package func put(
    _ message: [UInt8], into slot: Int, of mailbox: [UInt8], at now: Date
  ) async throws(SyncStoreError) -> MailboxPutOutcome {
    try await writes.perform { database in
      guard try Self.isOpen(mailbox, at: now, in: database) else { return .missing }
      try database.execute(
        sql: "INSERT OR IGNORE INTO mailbox_message (mailbox, slot, message) VALUES (?, ?, ?)",
        arguments: [Data(mailbox), slot, Data(message)])
      return database.changesCount == 1 ? .put : .slotTaken
    }
  }

  /// Reads the message and empties its row. The row stays so that the slot is not used again.
  package func take(from slot: Int, of mailbox: [UInt8], at now: Date) async throws(SyncStoreError) -> MailboxTakeOutcome {
    // Most checks find nothing yet, and need no write.
    let isThere = try await read { database in
      try Bool.fetchOne(
        database, sql: "SELECT 1 FROM mailbox_message WHERE mailbox = ? AND slot = ?", arguments: [Data(mailbox), slot]) ?? false
    }
    guard isThere else { return try await read { try Self.isOpen(mailbox, at: now, in: $0) } ? .empty : .missing }
    return try await writes.perform { database in
      guard try Self.isOpen(mailbox, at: now, in: database) else { return .missing }
      let message = try Data.fetchOne(
        database, sql: "SELECT message FROM mailbox_message WHERE mailbox = ? AND slot = ?", arguments: [Data(mailbox), slot])
      guard let message else { return .gone }
      try database.execute(
        sql: "UPDATE mailbox_message SET message = NULL WHERE mailbox = ? AND slot = ?", arguments: [Data(mailbox), slot])
      return .taken(Array(message))
    }
  }

  private static func isOpen(_ mailbox: [UInt8], at now: Date, in database: Database) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT 1 FROM mailbox WHERE id = ? AND expires > ?", arguments: [Data(mailbox), now.milliseconds]) ?? false
  }
}
