// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension PostgreSQLStatement {
  /// The statements for pruning. Each deletes a bounded number of rows, reduces the accounts' byte counts, and returns the number of rows.
  var pruning: String {
    switch self {
    // Nodes prune one at a time, so that none waits for another midway.
    case .beOnlyPruner: "SELECT pg_try_advisory_xact_lock(\(PostgreSQLSchema.pruningLock))"
    case .pruneSessions: "DELETE FROM session WHERE expires <= $1"
    case .pruneMailboxes: "DELETE FROM mailbox WHERE expires <= $1"
    case .pruneInvites: "DELETE FROM invite WHERE expires <= $1"
    // A version covered by the latest checkpoint keeps its row without its envelope: a new device still needs the leaf.
    case .pruneFormerVersions:
      """
      WITH due AS (
        SELECT * FROM (
          SELECT old.acct, old.rid, old.rev, old.replaced_at, old.body IS NULL AS is_empty,
            coalesce(length(old.wrap) + length(old.body), 0) AS bytes,
            old.number <= account.checkpoint AND old.replaced_number > account.checkpoint AS covered
          FROM record_old AS old JOIN account ON account.id = old.acct WHERE old.replaced_at <= $1) AS aged
        WHERE NOT (is_empty AND covered) ORDER BY replaced_at LIMIT 500),
      emptied AS (
        UPDATE record_old AS old SET wrap = NULL, body = NULL FROM due
        WHERE old.acct = due.acct AND old.rid = due.rid AND old.rev = due.rev AND due.covered),
      deleted AS (
        DELETE FROM record_old AS old USING due
        WHERE old.acct = due.acct AND old.rid = due.rid AND old.rev = due.rev AND NOT due.covered),
      \(Self.freed)
      """
    // For commits before the latest checkpoint the headers are enough (design: section 3.9).
    case .pruneItems:
      """
      WITH due AS (
        SELECT acct, number, length(whole) AS bytes FROM account
        JOIN account_commit ON acct = account.id AND number < checkpoint AND whole IS NOT NULL LIMIT 500),
      emptied AS (
        UPDATE account_commit AS held SET whole = NULL FROM due WHERE held.acct = due.acct AND held.number = due.number),
      \(Self.freed)
      """
    case .pruneHeaders:
      """
      WITH due AS (SELECT acct, number, length(header) AS bytes FROM account_commit WHERE received <= $1 AND whole IS NULL LIMIT 500),
      deleted AS (DELETE FROM account_commit AS held USING due WHERE held.acct = due.acct AND held.number = due.number),
      \(Self.freed)
      """
    // Each blob may have megabytes, so ten are deleted at a time.
    case .pruneBlobs:
      """
      WITH due AS (
        SELECT acct, name, bytes FROM account_blob WHERE touched <= $1 AND present < chunks ORDER BY touched LIMIT 10),
      emptied AS (DELETE FROM blob_chunk AS held USING due WHERE held.acct = due.acct AND held.name = due.name),
      deleted AS (DELETE FROM account_blob AS held USING due WHERE held.acct = due.acct AND held.name = due.name),
      \(Self.freed)
      """
    case .dueAccount: "SELECT id FROM account WHERE erase_at <= $1 LIMIT 1"
    case .eraseRecords: Self.erasure(of: "record")
    case .eraseFormerVersions: Self.erasure(of: "record_old")
    case .eraseCommits: Self.erasure(of: "account_commit")
    case .eraseLog: Self.erasure(of: "log")
    case .eraseChunks: Self.erasure(of: "blob_chunk")
    case .eraseBlobs: Self.erasure(of: "account_blob")
    case .eraseSessions: "DELETE FROM session WHERE acct = $1"
    case .eraseDevices: "DELETE FROM device WHERE acct = $1"
    case .eraseAccount: "DELETE FROM account WHERE id = $1"
    default: ""
    }
  }

  private static let freed = """
    freed AS (
      UPDATE account SET bytes = greatest(0, account.bytes - sums.bytes)
      FROM (SELECT acct, sum(bytes)::bigint AS bytes FROM due GROUP BY acct) AS sums WHERE account.id = sums.acct)
    SELECT count(*) FROM due
    """

  private static func erasure(of table: String) -> String {
    "DELETE FROM \(table) WHERE ctid = ANY (ARRAY(SELECT ctid FROM \(table) WHERE acct = $1 LIMIT 500))"
  }
}
