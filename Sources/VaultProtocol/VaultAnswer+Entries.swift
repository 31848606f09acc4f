// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// How a password stands to those that are kept for a site.
  package struct PasswordState: Codable, Hashable, Sendable {
    /// What is known of it.
    package enum State: String, Codable, Hashable, Sendable {
      /// This very password is kept for this account.
      case known
      /// Another one is; where no account was named, for accounts of the site.
      case changed
      /// Nothing is kept for this account.
      case new
    }

    /// The most names of one answer.
    package static let mostUsers = 50

    /// What is known of it.
    package var state: State
    /// The user names that are kept for the site.
    package var users: [String]

    /// Describes a password.
    package init(_ state: State, users: [String]) {
      self.state = state
      self.users = users
    }
  }

  /// What was erased for good.
  package struct Erasure: Codable, Hashable, Sendable {
    /// How many credentials.
    package var count: Int
    /// How many copies of the vault still hold what was in the trash when they were made.
    package var snapshots: Int

    /// Says how many.
    package init(count: Int, snapshots: Int) {
      self.count = count
      self.snapshots = snapshots
    }
  }

  /// A part of a list of entries.
  package struct EntryList: Codable, Hashable, Sendable {
    /// The most bytes of one answer's entries in JSON; what the frame holds beside them, and what carries the frame on, has room as well.
    package static let mostBytes = 192 * 1024

    /// The entries, sorted by title and user.
    package var entries: [VaultEntry]
    /// How many entries fit the query in all.
    package var total: Int

    /// Describes a list; without a total it is all that there is.
    package init(entries: [VaultEntry], total: Int? = nil) {
      self.entries = entries
      self.total = total ?? entries.count
    }
  }
}
