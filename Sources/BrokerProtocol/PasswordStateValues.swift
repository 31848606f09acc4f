// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Asks whether a password that was typed at a page is kept already; nothing is shown and nothing is unlocked for it.
package struct PasswordStateRequest: Codable, Hashable, Sendable {
  /// The page, as the browser vouches for it.
  package var context: ClientContext
  /// The account; nil or empty where the form named none.
  package var user: String?
  /// The password: a secret.
  package var password: String

  /// Asks about a password.
  package init(context: ClientContext, user: String? = nil, password: String) {
    self.context = context
    self.user = user
    self.password = password
  }
}

/// How a password that was typed stands to what is kept.
package struct PasswordStateValue: Codable, Hashable, Sendable {
  /// What is known of it.
  package enum State: String, Codable, Sendable {
    /// This very password is kept for this account.
    case known
    /// Another password is kept for this account; without a user name, for accounts of this site.
    case changed
    /// Nothing is kept for this account.
    case new
    /// Nothing can be said before the vault is unlocked.
    case locked
  }

  /// What is known of it.
  package var state: State
  /// The user names that are kept for the site; none while the vault is locked.
  package var users: [String]

  /// Describes a password.
  package init(_ state: State, users: [String] = []) {
    self.state = state
    self.users = users
  }
}
