// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WebAuthnModel

/// How far a visitor has come.
enum SessionStage: String, Sendable {
  /// Nobody has signed in.
  case visitor
  /// The password was right, the code is still to come; counts for nothing else.
  case awaitingCode
  /// Signed in.
  case signedIn
}

/// Where a session comes from, for its owner to recognise.
struct Visitor: Sendable {
  let browser: String
  let address: String
}

/// One visitor's session: as the database knows it, which holds a hash of the cookie only, or of nothing but the cookie.
struct Session: Sendable {
  let id: Data
  /// What forms repeat; it follows from the cookie, and of a session in a list nothing is known of its cookie.
  let csrfToken: String?
  let stage: SessionStage
  let account: Account?
  let flash: String?
  /// When a second factor was last shown in this session.
  let freshFactor: Date?
  /// When the password was last shown in this session.
  let freshPassword: Date?
  /// Whether the password was just shown and a passkey may be made without asking (conditional create).
  let offersUpgrade: Bool
  let visitor: Visitor
  let created: Date
  let lastSeen: Date

  /// The signed-in account; `nil` at any earlier stage.
  var signedIn: Account? { stage == .signedIn ? account : nil }
  /// The account whose code is awaited.
  var awaitingCode: Account? { stage == .awaitingCode ? account : nil }

  static func id(forToken token: String) -> Data { Data(SHA256.hash(data: Data(token.utf8))) }

  /// The token of a session's forms. Whoever knows it does not know the cookie, and the database has neither.
  static func csrfToken(forToken token: String) -> String {
    Base64URL(HMAC<SHA256>.authenticationCode(for: Data("form".utf8), using: SymmetricKey(data: Data(token.utf8)))).text
  }
}
