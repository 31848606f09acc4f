// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A question whether a password that was typed in a page is stored already; shows nothing and unlocks nothing.
package struct PasswordStateRequest: Codable, Hashable, Sendable {
  /// The page, as the browser vouches for it.
  package var context: ClientContext
  /// The account; nil or empty if the form named none.
  package var user: String?
  /// The password: a secret.
  package var password: String

  /// Creates a question about a password.
  package init(context: ClientContext, user: String? = nil, password: String) {
    self.context = context
    self.user = user
    self.password = password
  }
}

/// The relation between a typed password and the stored ones.
package struct PasswordStateValue: Codable, Hashable, Sendable {
  /// The relation of the password to the stored ones.
  package enum State: String, Codable, Sendable {
    /// This password is stored for this account.
    case known
    /// Another password is stored for this account or, without a user name, for accounts of this site.
    case changed
    /// Nothing is stored for this account.
    case new
    /// The state is unknown until the vault is unlocked.
    case locked
  }

  /// The relation of the password to the stored ones.
  package var state: State
  /// The user names that are stored for the site; empty while the vault is locked.
  package var users: [String]

  /// Creates a state.
  package init(_ state: State, users: [String] = []) {
    self.state = state
    self.users = users
  }
}
