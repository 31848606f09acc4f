// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension PostgreSQLStatement {
  /// The statements about the bytes of files; nil for all others.
  var ofBlobs: String? {
    switch self {
    case .readBlob: "SELECT chunks, present FROM account_blob WHERE acct = $1 AND name = $2"
    case .countBlobs: "SELECT count(*) FROM account_blob WHERE acct = $1"
    case .putBlob:
      """
      INSERT INTO account_blob (acct, name, chunks, present, bytes, touched) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (acct, name) DO UPDATE SET present = excluded.present, bytes = account_blob.bytes + excluded.bytes,
        touched = excluded.touched
      """
    case .insertChunk: "INSERT INTO blob_chunk (acct, name, number, body) VALUES ($1, $2, $3, $4)"
    case .readBlobs: "SELECT name, chunks, present FROM account_blob WHERE acct = $1 AND name > $2 ORDER BY name LIMIT $3"
    case .readChunks: "SELECT body FROM blob_chunk WHERE acct = $1 AND name = $2 AND number >= $3 ORDER BY number LIMIT $4"
    case .removeBlob:
      """
      WITH gone AS (DELETE FROM account_blob WHERE acct = $1 AND name = $2 RETURNING bytes),
      emptied AS (DELETE FROM blob_chunk WHERE acct = $1 AND name = $2)
      SELECT bytes FROM gone
      """
    default: nil
    }
  }
}
