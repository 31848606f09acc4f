// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The statements that serve requests, prepared once for each connection.
enum PostgreSQLStatement: String, CaseIterable {
  case begin, beginSnapshot, commit, rollBack
  case readAccount, lockAccount, lockFreeAccount, saveAccount, insertAccount, closeAccount, openAccount, deleteMailboxesOfAccount
  case insertEntry, readLog, findEntry
  case readMember, endMembers, insertMember, endSessionsOfFormerMembers, readCount, saveCount
  case findCommit, insertCommit, readRevision, keepFormer, putRecord, forgetTombstones, rewrap
  case readSizes, readCommits, readVersions, readCheckpoint, readCovered
  case readBlob, countBlobs, putBlob, insertChunk, readBlobs, readChunks, removeBlob
  case insertSession, readSession
  case insertMailbox, isMailboxOpen, insertMessage, lookForMessage, readMessage, emptyMessage
  case keepMarkKey, readMarkKey, insertInvite, takeInvite
  case beOnlyPruner, pruneSessions, pruneMailboxes, pruneInvites, pruneFormerVersions, pruneItems, pruneHeaders, pruneBlobs
  case dueAccount, eraseRecords, eraseFormerVersions, eraseCommits, eraseLog, eraseChunks, eraseBlobs, eraseSessions, eraseDevices,
    eraseAccount
  case countAccounts, databaseSize

  /// The types of the parameters: `b` for bytes, `i` for a number.
  private var types: String {
    switch self {
    case .begin, .beginSnapshot, .commit, .rollBack, .beOnlyPruner, .pruneItems, .countAccounts, .databaseSize, .readMarkKey: ""
    case .readAccount, .lockAccount, .lockFreeAccount, .openAccount, .deleteMailboxesOfAccount, .endMembers, .endSessionsOfFormerMembers,
      .keepMarkKey:
      "b"
    case .eraseRecords, .eraseFormerVersions, .eraseCommits, .eraseLog, .eraseChunks, .eraseBlobs, .eraseSessions, .eraseDevices,
      .eraseAccount,
      .countBlobs:
      "b"
    case .pruneSessions, .pruneMailboxes, .pruneInvites, .pruneFormerVersions, .pruneHeaders, .pruneBlobs, .dueAccount: "i"
    case .saveAccount: "iiiibiibib"
    case .insertAccount: "biiibibi"
    case .closeAccount, .saveCount: self == .closeAccount ? "ib" : "ibb"
    case .insertEntry: "bibib"
    case .readLog, .readVersions, .readCommits, .readSizes: "bii"
    case .findEntry: "bib"
    case .readMember, .readCount, .findCommit, .readRevision, .readBlob, .removeBlob: "bb"
    case .insertMember: "bbbi"
    case .insertCommit: "bibiibb"
    case .keepFormer: "iibb"
    case .putRecord: "bbiiibbibb"
    case .rewrap: "bbbib"
    case .readCheckpoint, .forgetTombstones: "bi"
    case .readCovered: "bbii"
    case .insertSession: "bbbbi"
    case .readSession, .isMailboxOpen, .lookForMessage, .readMessage, .emptyMessage, .insertInvite, .takeInvite: "bi"
    case .putBlob: "bbiiii"
    case .insertChunk: "bbib"
    case .readChunks: "bbii"
    case .insertMailbox, .readBlobs: "bbi"
    case .insertMessage: "bib"
    }
  }

  /// The types as PostgreSQL's numbers.
  var parameterTypes: [UInt32] {
    types.map { $0 == "b" ? 17 : 20 }
  }

  private static let account =
    "SELECT seq, bytes, records, log_count, log_head, epoch, head_number, head_hash, checkpoint, erase_at FROM account WHERE id = $1"

  var sql: String {
    switch self {
    case .begin: "BEGIN"
    case .beginSnapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    case .commit: "COMMIT"
    case .rollBack: "ROLLBACK"

    case .readAccount: Self.account
    // The lock that orders an account's changes; every write of an account starts with it.
    case .lockAccount: Self.account + " FOR NO KEY UPDATE"
    case .lockFreeAccount: Self.account + " FOR NO KEY UPDATE SKIP LOCKED"
    case .saveAccount:
      """
      UPDATE account SET seq = $1, bytes = $2, records = $3, log_count = $4, log_head = $5, epoch = $6, head_number = $7, head_hash = $8,
        checkpoint = $9 WHERE id = $10
      """
    case .insertAccount:
      """
      INSERT INTO account (id, seq, bytes, records, log_count, log_head, epoch, head_number, head_hash, checkpoint, created)
      VALUES ($1, $2, $3, 0, $4, $5, $6, 0, $7, 0, $8) ON CONFLICT (id) DO NOTHING
      """
    case .closeAccount: "UPDATE account SET erase_at = $1 WHERE id = $2"
    case .openAccount: "UPDATE account SET erase_at = NULL WHERE id = $1"
    case .deleteMailboxesOfAccount: "DELETE FROM mailbox WHERE acct = $1"

    case .insertEntry: "INSERT INTO log (acct, place, hash, seq, body) VALUES ($1, $2, $3, $4, $5)"
    case .readLog: "SELECT body FROM log WHERE acct = $1 AND place >= $2 ORDER BY place LIMIT $3"
    case .findEntry: "SELECT seq FROM log WHERE acct = $1 AND place = $2 AND hash = $3"

    case .readMember: "SELECT pub, commits FROM device WHERE acct = $1 AND dev = $2 AND active"
    case .endMembers: "UPDATE device SET active = false WHERE acct = $1"
    case .insertMember:
      """
      INSERT INTO device (acct, dev, pub, commits, active, last_sequence) VALUES ($1, $2, $3, $4 <> 0, true, 0)
      ON CONFLICT (acct, dev) DO UPDATE SET active = true
      """
    case .endSessionsOfFormerMembers:
      "DELETE FROM session WHERE acct = $1 AND dev IN (SELECT dev FROM device WHERE acct = $1 AND NOT active)"
    case .readCount: "SELECT last_sequence FROM device WHERE acct = $1 AND dev = $2 AND active AND commits"
    case .saveCount: "UPDATE device SET last_sequence = $1 WHERE acct = $2 AND dev = $3"

    case .findCommit: "SELECT seq FROM account_commit WHERE acct = $1 AND hash = $2"
    case .insertCommit:
      "INSERT INTO account_commit (acct, number, hash, seq, received, header, whole) VALUES ($1, $2, $3, $4, $5, $6, $7)"
    case .readRevision: "SELECT rev FROM record WHERE acct = $1 AND rid = $2"
    case .keepFormer:
      """
      INSERT INTO record_old (acct, rid, rev, purpose, body_hash, author, number, replaced_number, replaced_at, wrap, body)
      SELECT acct, rid, rev, purpose, body_hash, author, number, $1, $2, wrap, body FROM record WHERE acct = $3 AND rid = $4
      """
    case .putRecord:
      """
      INSERT INTO record (acct, rid, seq, rev, purpose, body_hash, author, number, wrap, body)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      ON CONFLICT (acct, rid) DO UPDATE SET seq = excluded.seq, rev = excluded.rev, purpose = excluded.purpose,
        body_hash = excluded.body_hash, author = excluded.author, number = excluded.number, wrap = excluded.wrap, body = excluded.body
      """
    case .forgetTombstones:
      """
      WITH forgotten AS (
        DELETE FROM record WHERE acct = $1 AND purpose = 2 AND number <= $2 RETURNING rid, length(wrap) + length(body) AS bytes),
      former AS (
        DELETE FROM record_old AS old USING forgotten WHERE old.acct = $1 AND old.rid = forgotten.rid
        RETURNING coalesce(length(old.wrap) + length(old.body), 0) AS bytes)
      SELECT (SELECT count(*) FROM forgotten),
        coalesce((SELECT sum(bytes) FROM forgotten), 0)::bigint + coalesce((SELECT sum(bytes) FROM former), 0)::bigint
      """
    case .rewrap: "UPDATE record SET wrap = $1 WHERE acct = $2 AND rid = $3 AND rev = $4 AND substr(wrap, 1, 4) < $5"

    case .readSizes:
      """
      SELECT seq, 1::bigint, 0::bigint, (length(wrap) + length(body))::bigint FROM
        (SELECT seq, wrap, body FROM record WHERE acct = $1 AND seq > $2 ORDER BY seq LIMIT $3) AS versions
      UNION ALL SELECT seq, 0, 1, length(coalesce(whole, header)) FROM
        (SELECT seq, whole, header FROM account_commit WHERE acct = $1 AND seq > $2 ORDER BY seq LIMIT $3) AS commits
      ORDER BY seq
      """
    case .readCommits: "SELECT coalesce(whole, header) FROM account_commit WHERE acct = $1 AND seq > $2 AND seq <= $3 ORDER BY seq"
    case .readVersions: "SELECT number, wrap, body FROM record WHERE acct = $1 AND seq > $2 AND seq <= $3 ORDER BY seq, rid"
    case .readCheckpoint: "SELECT header, seq FROM account_commit WHERE acct = $1 AND number = $2"
    case .readCovered:
      """
      SELECT rid, rev, purpose, body_hash, author, number FROM record WHERE acct = $1 AND rid > $2 AND number <= $3
      UNION ALL SELECT rid, rev, purpose, body_hash, author, number FROM record_old
        WHERE acct = $1 AND rid > $2 AND number <= $3 AND replaced_number > $3
      ORDER BY rid LIMIT $4
      """

    case .insertSession:
      """
      INSERT INTO session (token_hash, challenge, acct, dev, expires)
      SELECT $1::bytea, $2::bytea, acct, dev, $5::bigint FROM device WHERE acct = $3 AND dev = $4 AND active ON CONFLICT DO NOTHING
      """
    case .readSession:
      """
      SELECT device.acct, device.dev, pub, commits, expires FROM session
      JOIN device ON device.acct = session.acct AND device.dev = session.dev AND active WHERE token_hash = $1 AND expires > $2
      """

    case .insertMailbox:
      """
      INSERT INTO mailbox (id, acct, expires) SELECT $1::bytea, id, $3::bigint FROM account WHERE id = $2 AND erase_at IS NULL
      ON CONFLICT DO NOTHING
      """
    case .isMailboxOpen: "SELECT 1 FROM mailbox WHERE id = $1 AND expires > $2 FOR KEY SHARE"
    case .insertMessage: "INSERT INTO mailbox_message (mailbox, slot, message) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
    case .lookForMessage: "SELECT 1 FROM mailbox_message WHERE mailbox = $1 AND slot = $2"
    case .readMessage: "SELECT message FROM mailbox_message WHERE mailbox = $1 AND slot = $2 FOR UPDATE"
    case .emptyMessage: "UPDATE mailbox_message SET message = NULL WHERE mailbox = $1 AND slot = $2"

    case .keepMarkKey: "INSERT INTO challenge_key (id, key) VALUES (1, $1) ON CONFLICT DO NOTHING"
    case .readMarkKey: "SELECT key FROM challenge_key"
    case .insertInvite: "INSERT INTO invite (token_hash, expires) VALUES ($1, $2)"
    case .takeInvite: "DELETE FROM invite WHERE token_hash = $1 AND expires > $2"

    case .countAccounts: "SELECT count(*), coalesce(sum(records), 0)::bigint FROM account"
    case .databaseSize: "SELECT pg_database_size(current_database())"
    default: ofBlobs ?? pruning
    }
  }
}
