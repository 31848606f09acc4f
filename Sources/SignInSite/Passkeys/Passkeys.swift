// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// One registered passkey.
struct Passkey: Sendable {
  let credentialID: Data
  let account: Account
  /// The COSE key as it came in the attestation.
  let publicKey: Data
  let signCount: UInt32
  let isBackupEligible: Bool
  let created: Date
  let lastUsed: Date?
}

/// The passkey table.
struct Passkeys: Sendable {
  let database: any DatabaseWriter
  let environment: SiteEnvironment

  /// An account's passkeys, oldest first.
  func list(of account: Data) async throws -> [Passkey] {
    try await database.read { database in
      try Row.fetchAll(database, sql: Self.selection + " WHERE account = ? ORDER BY passkey.created", arguments: [account]).map(
        Passkey.init)
    }
  }

  /// The passkey with this credential ID, whoever's it is.
  func find(_ credentialID: Data) async throws -> Passkey? {
    try await database.read { database in
      try Row.fetchOne(database, sql: Self.selection + " WHERE credential_id = ?", arguments: [credentialID]).map(Passkey.init)
    }
  }

  /// Adds a passkey; `false` when the credential ID is taken, by this or another account.
  func add(
    _ credentialID: Data, publicKey: Data, signCount: UInt32, isBackupEligible: Bool, isBackedUp: Bool, to account: Data
  ) async throws -> Bool {
    let now = environment.now().timeIntervalSince1970
    return try await database.write { database in
      try database.execute(
        sql: "INSERT INTO passkey VALUES (?, ?, ?, ?, ?, ?, ?, NULL) ON CONFLICT (credential_id) DO NOTHING",
        arguments: [credentialID, account, publicKey, Int64(signCount), isBackupEligible, isBackedUp, now])
      return database.changesCount == 1
    }
  }

  /// Notes what an authentication taught (WebAuthn §7.2 step 25).
  func noteUse(of credentialID: Data, signCount: UInt32, isBackedUp: Bool) async throws {
    let now = environment.now().timeIntervalSince1970
    try await database.write { database in
      try database.execute(
        sql: "UPDATE passkey SET sign_count = ?, backed_up = ?, last_used = ? WHERE credential_id = ?",
        arguments: [Int64(signCount), isBackedUp, now, credentialID])
    }
  }

  private static let selection = "SELECT passkey.*, user_name FROM passkey JOIN account ON account.id = passkey.account"
}

extension Passkey {
  fileprivate init(_ row: Row) {
    let signCount: Int64 = row["sign_count"]
    let created: Double = row["created"]
    let lastUsed: Double? = row["last_used"]
    self.init(
      credentialID: row["credential_id"], account: Account(id: row["account"], userName: row["user_name"]), publicKey: row["public_key"],
      signCount: UInt32(clamping: signCount), isBackupEligible: row["backup_eligible"], created: Date(timeIntervalSince1970: created),
      lastUsed: lastUsed.map(Date.init(timeIntervalSince1970:)))
  }
}
