// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// One person's account, as pages need it.
struct Account: Sendable {
  /// Sixteen random bytes; also the user handle of the account's passkeys.
  let id: Data
  let userName: String
}

/// What is wrong with a wish for an account.
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

  /// Creates an account.
  func create(userName: String, password: String) async throws -> Account {
    let userName = userName.trimmingCharacters(in: .whitespaces)
    guard (2...64).contains(userName.utf8.count), userName.utf8.allSatisfy(Self.isUserNameByte) else { throw SignUpRefusal.userNameForm }
    guard password.unicodeScalars.count >= Self.passwordLength.lowerBound else { throw SignUpRefusal.passwordTooShort }
    guard password.unicodeScalars.count <= Self.passwordLength.upperBound else { throw SignUpRefusal.passwordTooLong }
    let hash = try PasswordHash(password: password, environment: environment)
    let account = Account(id: Data(environment.randomBytes(16)), userName: userName)
    let created = environment.now().timeIntervalSince1970
    return try await database.write { database in
      guard try Row.fetchOne(database, sql: "SELECT 1 FROM account WHERE user_name = ?", arguments: [userName]) == nil else {
        throw SignUpRefusal.userNameTaken
      }
      try database.execute(
        sql: "INSERT INTO account VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [account.id, userName, Data(hash.salt), hash.rounds, Data(hash.hash), created])
      return account
    }
  }

  /// The account with this name and password; `nil` for an unknown name as for a wrong password, after the same work.
  func authenticate(userName: String, password: String) async throws -> Account? {
    let name = userName.trimmingCharacters(in: .whitespaces)
    let found = try await database.read { database -> (Account, PasswordHash)? in
      guard let row = try Row.fetchOne(database, sql: "SELECT * FROM account WHERE user_name = ?", arguments: [name]) else { return nil }
      let salt: Data = row["password_salt"]
      let hash: Data = row["password_hash"]
      return (
        Account(id: row["id"], userName: row["user_name"]),
        PasswordHash(salt: Array(salt), rounds: row["password_rounds"], hash: Array(hash))
      )
    }
    guard let (account, hash) = found else {
      _ = try PasswordHash(password: password, environment: environment)
      return nil
    }
    return try hash.matches(password) ? account : nil
  }

  /// Letters, digits and what e-mail addresses need.
  private static func isUserNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "._-+@".utf8.contains(byte)
    }
  }
}
