// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WebAuthnModel

/// The stage of a visitor's sign-in.
enum SessionStage: String, Sendable {
  /// Not signed in.
  case visitor
  /// The password was correct, and a code is required. The session permits nothing else.
  case awaitingCode
  /// Signed in.
  case signedIn
}

/// The origin of a session, for its owner to recognise.
struct Visitor: Sendable {
  let browser: String
  let address: String
}

/// A visitor's session: either stored in the database, with only a hash of the cookie, or known only from the cookie.
struct Session: Sendable {
  let id: Data
  /// The token that forms repeat, derived from the cookie; nil for a session in a list, whose cookie is unknown.
  let csrfToken: String?
  let stage: SessionStage
  let account: Account?
  let flash: String?
  /// The time at which a second factor was last presented in this session.
  let freshFactor: Date?
  /// The time at which the password was last presented in this session.
  let freshPassword: Date?
  /// Whether the password was just presented, so that a passkey may be created without a dialogue (conditional create).
  let offersUpgrade: Bool
  let visitor: Visitor
  let created: Date
  let lastSeen: Date

  /// The signed-in account; `nil` at earlier stages.
  var signedIn: Account? { stage == .signedIn ? account : nil }
  /// The account for which a code is required.
  var awaitingCode: Account? { stage == .awaitingCode ? account : nil }

  static func id(forToken token: String) -> Data { Data(SHA256.hash(data: Data(token.utf8))) }

  /// Returns the token for a session's forms. The cookie cannot be derived from it, and the database contains neither.
  static func csrfToken(forToken token: String) -> String {
    Base64URL(HMAC<SHA256>.authenticationCode(for: Data("form".utf8), using: SymmetricKey(data: Data(token.utf8)))).text
  }
}
