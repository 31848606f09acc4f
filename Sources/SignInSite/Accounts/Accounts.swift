// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// A user's account, as needed by the pages.
struct Account: Sendable {
  /// 16 random bytes, also the user handle of the account's passkeys.
  let id: Data
  let userName: String
}

/// The reason why a sign-up is refused.
enum SignUpRefusal: Error, Equatable {
  case userNameForm
  case passwordTooShort
  case passwordTooLong
  case userNameTaken
}

/// The account table.
struct Accounts: Sendable {
  static let passwordLength = 8...256

  let database: any DatabaseWriter
  let environment: SiteEnvironment

  /// Creates an account with a password.
  func create(userName: String, password: String) async throws -> Account {
    let userName = try Self.checkedName(userName)
    let hash = try checkedHash(password)
    let account = Account(id: newIdentifier(), userName: userName)
    let created = environment.now()
    return try await database.write { database in
      try Self.insert(account, password: hash, created: created, in: database)
      return account
    }
  }

  /// Returns 16 random bytes for an account that is about to be created.
  func newIdentifier() -> Data { Data(environment.randomBytes(16)) }

  /// Returns the requested name without surrounding spaces. Throws if its form is invalid.
  static func checkedName(_ wish: String) throws -> String {
    let userName = wish.trimmingCharacters(in: .whitespaces)
    guard (2...64).contains(userName.utf8.count), userName.utf8.allSatisfy(isUserNameByte) else { throw SignUpRefusal.userNameForm }
    return userName
  }

  /// Inserts an account into the table.
  static func insert(_ account: Account, password hash: PasswordHash?, created: Date, in database: Database) throws {
    guard try Row.fetchOne(database, sql: "SELECT 1 FROM account WHERE user_name = ?", arguments: [account.userName]) == nil else {
      throw SignUpRefusal.userNameTaken
    }
    try database.execute(
      sql: "INSERT INTO account VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [
        account.id, account.userName, hash.map { Data($0.salt) }, hash?.rounds, hash.map { Data($0.hash) }, created.timeIntervalSince1970,
      ])
  }

  /// Returns the form in which user names are compared: case and surrounding spaces do not distinguish accounts.
  static func foldedName(_ name: String) -> String { name.trimmingCharacters(in: .whitespaces).lowercased() }

  /// Returns the account with this name.
  func find(userName: String) async throws -> Account? {
    let name = userName.trimmingCharacters(in: .whitespaces)
    return try await database.read { database in
      try Row.fetchOne(database, sql: "SELECT id, user_name FROM account WHERE user_name = ?", arguments: [name]).map {
        Account(id: $0["id"], userName: $0["user_name"])
      }
    }
  }

  /// Returns the account with this name and password; `nil` for an unknown name or a wrong password, after the same amount of work.
  func authenticate(userName: String, password: String) async throws -> Account? {
    let name = userName.trimmingCharacters(in: .whitespaces)
    let found = try await database.read { database -> (Account, PasswordHash?)? in
      guard let row = try Row.fetchOne(database, sql: "SELECT * FROM account WHERE user_name = ?", arguments: [name]) else { return nil }
      return (Account(id: row["id"], userName: row["user_name"]), PasswordHash(row))
    }
    guard case (let account, let hash?)? = found else {
      _ = try PasswordHash(password: password, environment: environment)
      return nil
    }
    return try hash.matches(password) ? account : nil
  }

  /// Returns whether an account has a password to sign in with.
  func hasPassword(_ account: Account) async throws -> Bool {
    try await database.read {
      try Row.fetchOne($0, sql: "SELECT 1 FROM account WHERE id = ? AND password_hash IS NOT NULL", arguments: [account.id]) != nil
    }
  }

  /// Sets or changes the password.
  func setPassword(_ password: String, of account: Account) async throws {
    let hash = try checkedHash(password)
    try await database.write {
      try $0.execute(
        sql: "UPDATE account SET password_salt = ?, password_rounds = ?, password_hash = ? WHERE id = ?",
        arguments: [Data(hash.salt), hash.rounds, Data(hash.hash), account.id])
    }
  }

  private func checkedHash(_ password: String) throws -> PasswordHash {
    guard password.unicodeScalars.count >= Self.passwordLength.lowerBound else { throw SignUpRefusal.passwordTooShort }
    guard password.unicodeScalars.count <= Self.passwordLength.upperBound else { throw SignUpRefusal.passwordTooLong }
    return try PasswordHash(password: password, environment: environment)
  }

  /// Letters, digits and the characters that e-mail addresses need.
  private static func isUserNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "._-+@".utf8.contains(byte)
    }
  }
}

extension PasswordHash {
  /// `nil` for an account without a password.
  fileprivate init?(_ row: Row) {
    let salt: Data? = row["password_salt"]
    let rounds: Int? = row["password_rounds"]
    let hash: Data? = row["password_hash"]
    guard let salt, let rounds, let hash else { return nil }
    self.init(salt: Array(salt), rounds: rounds, hash: Array(hash))
  }
}
