// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// Checks the texts that a caller wants to store. A secret that is not text could never be filled in unchanged, so it is refused at the start.
enum StorableText {
  /// The maximum number of bytes of a user name that a page or an app gets.
  private static let longestUser = 1024

  /// Checks a call, as far as the call alone determines what its secret is.
  ///
  /// - Throws: `notText` for a secret that is not UTF-8 or contains NUL, and for a new password with control characters other than a tab;
  ///   `badValue` for a user name that is too long or contains control characters.
  static func check(_ call: VaultCall, _ secret: SharedSecret?) throws(VaultFailure) {
    switch call {
    case .addPassword(let login):
      try checkUser(login.user)
      try check(secret, isLine: true)
    case .addCode(let code):
      if let user = code.user { try checkUser(user) }
    case .addEntry: try check(secret, isLine: false)
    case .edit(let edit):
      if let user = edit.user { try checkUser(user) }
      try check(secret, isLine: false)
    default: break
    }
  }

  /// Checks a password that replaces another.
  /// - Throws: `notText` for control characters other than a tab.
  static func checkPassword(_ secret: SharedSecret?) throws(VaultFailure) { try check(secret, isLine: true) }

  private static func check(_ secret: SharedSecret?, isLine: Bool) throws(VaultFailure) {
    guard let secret else { return }
    let isText = secret.withBytes { bytes in
      String(validating: bytes, as: UTF8.self) != nil && !bytes.contains { isLine ? isControl($0) : $0 == 0 }
    }
    guard isText else { throw VaultFailure(.notText) }
  }

  private static func checkUser(_ user: String) throws(VaultFailure) {
    guard user.utf8.count <= longestUser, !user.utf8.contains(where: isControl) else { throw VaultFailure(.badValue, detail: "user") }
  }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F }
}
