// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials

extension PostgreSQLSyncStore {
  /// Inserts the mailbox unless one with its name exists, even an expired one.
  package func makeMailbox(_ name: [UInt8], of account: AccountIdentifier, until expiry: Date) async throws(SyncStoreError) -> Bool {
    try await write { try $0.run(.init(.insertMailbox, .bytes(name), .name(account), .time(expiry)), isFinal: true).count == 1 }
  }

  /// Inserts the message if the slot has no row.
  package func put(
    _ message: [UInt8], into slot: Int, of mailbox: [UInt8], at now: Date
  ) async throws(SyncStoreError) -> MailboxPutOutcome {
    try await write { connection in
      let looked = try connection.run([.init(.begin), .init(.isMailboxOpen, .bytes(mailbox), .time(now))])
      guard !looked[1].rows.isEmpty else { return .missing }
      let answers = try connection.run(
        [.init(.insertMessage, .bytes(mailbox), .integer(Int64(slot)), .bytes(message)), .init(.commit)], isFinal: true)
      return answers[0].count == 1 ? .put : .slotTaken
    }
  }

  /// Reads the message and empties its row. The row stays so that the slot is not used again.
  package func take(from slot: Int, of mailbox: [UInt8], at now: Date) async throws(SyncStoreError) -> MailboxTakeOutcome {
    let place: [PostgreSQLValue] = [.bytes(mailbox), .integer(Int64(slot))]
    // Most checks find nothing yet, and need no write.
    let isThere = try await read { try !$0.run(.init(.lookForMessage, place[0], place[1])).rows.isEmpty }
    return try await write { connection in
      let looked = try connection.run([.init(.begin), .init(.isMailboxOpen, .bytes(mailbox), .time(now))])
      guard !looked[1].rows.isEmpty else { return .missing }
      guard isThere else { return .empty }
      guard let row = try connection.run(.init(.readMessage, place[0], place[1])).rows.first, let message = row.optionalBytes(0) else {
        return .gone
      }
      _ = try connection.run([.init(.emptyMessage, place[0], place[1]), .init(.commit)], isFinal: true)
      return .taken(message)
    }
  }
}
