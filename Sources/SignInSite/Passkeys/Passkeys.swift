// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import WebAuthnModel
import WebAuthnRelyingParty

/// One registered passkey.
struct Passkey: Sendable {
  /// What the relying-party library keeps of it.
  let record: PublicKeyCredentialRecord
  let account: Account
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
      try Row.fetchAll(database, sql: Self.selection + " WHERE account = ? ORDER BY passkey.created", arguments: [account])
        .compactMap(Passkey.init)
    }
  }

  /// The passkey with this credential ID, whoever's it is.
  func find(_ id: CredentialID) async throws -> Passkey? {
    try await database.read { database in
      try Row.fetchOne(database, sql: Self.selection + " WHERE credential_id = ?", arguments: [Data(id.bytes)]).flatMap(Passkey.init)
    }
  }

  /// Adds a passkey; `false` when the credential ID is taken, by this or another account.
  func add(_ record: PublicKeyCredentialRecord) async throws -> Bool {
    let now = environment.now().timeIntervalSince1970
    let transports = String(decoding: try JSONEncoder().encode(record.transports), as: UTF8.self)
    return try await database.write { database in
      try database.execute(
        sql: "INSERT INTO passkey VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL) ON CONFLICT (credential_id) DO NOTHING",
        arguments: [
          Data(record.id.bytes), Data(record.userHandle.bytes), Data(record.publicKey), Int64(record.signCount),
          record.isUserVerificationInitialized, transports, record.isBackupEligible, record.isBackedUp, now,
        ])
      return database.changesCount == 1
    }
  }

  /// Keeps what an authentication taught (WebAuthn L3 §7.2 step 24).
  func noteUse(_ record: PublicKeyCredentialRecord) async throws {
    let now = environment.now().timeIntervalSince1970
    try await database.write { database in
      try database.execute(
        sql: "UPDATE passkey SET sign_count = ?, backed_up = ?, last_used = ? WHERE credential_id = ?",
        arguments: [Int64(record.signCount), record.isBackedUp, now, Data(record.id.bytes)])
    }
  }

  private static let selection = "SELECT passkey.*, user_name FROM passkey JOIN account ON account.id = passkey.account"
}

extension Passkey {
  /// `nil` for a row that no passkey can have, which the library would not have let in.
  fileprivate init?(_ row: Row) {
    let id: Data = row["credential_id"]
    let account: Data = row["account"]
    let publicKey: Data = row["public_key"]
    let transports: String = row["transports"]
    let signCount: Int64 = row["sign_count"]
    let created: Double = row["created"]
    let lastUsed: Double? = row["last_used"]
    guard let id = CredentialID(id), let handle = UserHandle(account) else { return nil }
    self.init(
      record: PublicKeyCredentialRecord(
        id: id, userHandle: handle, publicKey: Array(publicKey), signCount: UInt32(clamping: signCount),
        isUserVerificationInitialized: row["user_verification_initialized"],
        transports: (try? JSONDecoder().decode([String].self, from: Data(transports.utf8))) ?? [],
        isBackupEligible: row["backup_eligible"], isBackedUp: row["backed_up"]),
      account: Account(id: account, userName: row["user_name"]), created: Date(timeIntervalSince1970: created),
      lastUsed: lastUsed.map(Date.init(timeIntervalSince1970:)))
  }
}
