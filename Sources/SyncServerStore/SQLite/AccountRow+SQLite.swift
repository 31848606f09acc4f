// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB

extension AccountRow {
  /// Reads the row; nil for an account that does not exist.
  static func fetch(_ account: AccountIdentifier, in database: Database) throws -> AccountRow? {
    let row = try database.row(
      """
      SELECT seq, bytes, records, log_count, log_head, epoch, head_number, head_hash, checkpoint, erase_at FROM account WHERE id = ?
      """, [account.data])
    guard let row else { return nil }
    let erasure: Int64? = row["erase_at"]
    return AccountRow(
      account: account, sequence: UInt64(stored: row["seq"]), byteCount: UInt64(stored: row["bytes"]),
      recordCount: UInt64(stored: row["records"]), logCount: UInt64(stored: row["log_count"]), logHead: row.bytes("log_head"),
      epoch: row["epoch"], head: StoredPosition(number: UInt64(stored: row["head_number"]), hash: row.bytes("head_hash")),
      checkpoint: UInt64(stored: row["checkpoint"]), erasure: erasure.map(Date.init(milliseconds:)))
  }

  /// Reads the row of an account that accepts writes; nil otherwise.
  static func fetchOpen(_ account: AccountIdentifier, in database: Database) throws -> AccountRow? {
    guard let row = try fetch(account, in: database), row.erasure == nil else { return nil }
    return row
  }

  func save(in database: Database) throws {
    try database.run(
      """
      UPDATE account SET seq = ?, bytes = ?, records = ?, log_count = ?, log_head = ?, epoch = ?, head_number = ?, head_hash = ?,
        checkpoint = ? WHERE id = ?
      """,
      [
        sequence.stored, byteCount.stored, recordCount.stored, logCount.stored, Data(logHead), epoch, head.number.stored, Data(head.hash),
        checkpoint.stored, account.data,
      ])
  }
}

extension Identifier {
  /// The identifier in the form of a column.
  var data: Data { Data(bytes) }
}

extension Row {
  /// Returns a column's bytes.
  func bytes(_ column: String) -> [UInt8] {
    let data: Data = self[column]
    return Array(data)
  }

  /// Returns a column's identifier.
  func identifier<Subject>(_ column: String) throws(SyncStoreError) -> Identifier<Subject> {
    guard let identifier = Identifier<Subject>(bytes(column)) else { throw SyncStoreError(.damaged) }
    return identifier
  }
}
