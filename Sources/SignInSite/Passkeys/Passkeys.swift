// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import WebAuthnModel
import WebAuthnRelyingParty

/// The passkey table.
struct Passkeys: Sendable {
  /// The maximum length of a name, in characters.
  static let longestName = 40
  /// The maximum number of passkeys per account.
  static let mostPerAccount = 30

  let database: any DatabaseWriter
  let environment: SiteEnvironment

  /// Returns an account's passkeys, oldest first.
  func list(of account: Data) async throws -> [Passkey] {
    try await database.read { database in
      try Row.fetchAll(database, sql: Self.selection + " WHERE account = ? ORDER BY passkey.id", arguments: [account])
        .compactMap(Passkey.init)
    }
  }

  /// Returns the passkey with this credential ID, of any account.
  func find(_ id: CredentialID) async throws -> Passkey? {
    try await database.read { database in
      try Row.fetchOne(database, sql: Self.selection + " WHERE credential_id = ?", arguments: [Data(id.bytes)]).flatMap(Passkey.init)
    }
  }

  /// Returns a passkey of an account.
  func find(_ id: Int64, of account: Data) async throws -> Passkey? {
    try await database.read { database in
      try Row.fetchOne(database, sql: Self.selection + " WHERE passkey.id = ? AND account = ?", arguments: [id, account])
        .flatMap(Passkey.init)
    }
  }

  /// Adds a passkey to an account.
  ///
  /// - Parameter replaced: A passkey of the same account, which is deleted in the same step and passes on its name. It remains if the new
  ///   one cannot be added.
  /// - Throws: `PasskeysError` if the credential ID is already registered, the account has too many passkeys, or `replaced` no longer
  ///   exists.
  func add(_ new: NewPasskey, replacing replaced: Passkey? = nil) async throws {
    let now = environment.now()
    try await database.write { database in
      var name = new.suggestedName
      if let replaced {
        try database.execute(
          sql: "DELETE FROM passkey WHERE id = ? AND account = ?", arguments: [replaced.id, Data(new.record.userHandle.bytes)])
        guard database.changesCount == 1 else { throw PasskeysError.notAdded }
        name = replaced.name
      }
      guard try Self.insert(new, name: name, created: now, in: database) else { throw PasskeysError.notAdded }
    }
  }

  /// Creates an account with a passkey and without a password, in one step.
  func signUp(_ account: Account, with new: NewPasskey) async throws {
    let now = environment.now()
    try await database.write { database in
      try Accounts.insert(account, password: nil, created: now, in: database)
      guard try Self.insert(new, name: new.suggestedName, created: now, in: database) else { throw PasskeysError.notAdded }
    }
  }

  /// Stores the results of an authentication (WebAuthn L3 §7.2 step 24).
  func noteUse(_ verified: VerifiedAuthentication) async throws {
    let now = environment.now().timeIntervalSince1970
    let record = verified.record
    var regressed: Double?
    if case .regressed = verified.signatureCounter { regressed = now }
    try await database.write { [regressed] database in
      try database.execute(
        sql: """
          UPDATE passkey SET sign_count = ?, backed_up = ?, last_used = ?, counter_regressed = coalesce(?, counter_regressed)
          WHERE credential_id = ?
          """,
        arguments: [Int64(record.signCount), record.isBackedUp, now, regressed, Data(record.id.bytes)])
    }
  }

  /// Sets the name of a passkey. Returns `false` if the name is empty or too long, or the passkey belongs to another account.
  func rename(_ id: Int64, of account: Data, to wish: String) async throws -> Bool {
    let name = wish.trimmingCharacters(in: .whitespacesAndNewlines)
    guard (1...Self.longestName).contains(name.count), name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      return false
    }
    return try await database.write { database in
      try database.execute(sql: "UPDATE passkey SET name = ? WHERE id = ? AND account = ?", arguments: [name, id, account])
      return database.changesCount == 1
    }
  }

  /// Deletes a passkey. Returns `false` if it is the account's only way to sign in.
  func remove(_ id: Int64, of account: Data) async throws -> Bool {
    try await database.write { database in
      try database.execute(
        sql: """
          DELETE FROM passkey WHERE id = ? AND account = ? AND (
            EXISTS (SELECT 1 FROM account WHERE id = ? AND password_hash IS NOT NULL)
            OR EXISTS (SELECT 1 FROM passkey WHERE account = ? AND id <> ? AND NOT second_step))
          """, arguments: [id, account, account, account, id])
      return database.changesCount == 1
    }
  }

  private static let selection = "SELECT passkey.*, user_name FROM passkey JOIN account ON account.id = passkey.account"

  private static func insert(_ new: NewPasskey, name: String, created: Date, in database: Database) throws -> Bool {
    let record = new.record
    let account = Data(record.userHandle.bytes)
    let names = try String.fetchSet(database, sql: "SELECT name FROM passkey WHERE account = ?", arguments: [account])
    guard names.count < mostPerAccount else { return false }
    var free = name
    var number = 1
    while names.contains(free) {
      number += 1
      free = "\(name) \(number)"
    }
    try database.execute(
      sql: """
        INSERT INTO passkey (account, credential_id, public_key, sign_count, user_verification_initialized, transports, backup_eligible,
          backed_up, created, name, aaguid, discoverable, prf, second_step)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (credential_id) DO NOTHING
        """,
      arguments: [
        account, Data(record.id.bytes), Data(record.publicKey), Int64(record.signCount), record.isUserVerificationInitialized,
        String(decoding: try JSONEncoder().encode(record.transports), as: UTF8.self), record.isBackupEligible, record.isBackedUp,
        created.timeIntervalSince1970, free, Data(new.aaguid.bytes), new.isDiscoverable, new.hasPRF, new.isSecondStepOnly,
      ])
    return database.changesCount == 1
  }
}

/// The reason why a passkey was not stored. Rolls back the whole step.
enum PasskeysError: Error {
  /// Its credential ID is already registered, or the account has too many passkeys.
  case notAdded
}
