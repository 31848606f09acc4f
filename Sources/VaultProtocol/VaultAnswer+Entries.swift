// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// The relation of a password to those stored for a site.
  package struct PasswordState: Codable, Hashable, Sendable {
    /// The relation of a password to the stored ones.
    package enum State: String, Codable, Hashable, Sendable {
      /// Exactly this password is stored for this account.
      case known
      /// Another one is stored; without a given account, for accounts of the site.
      case changed
      /// Nothing is stored for this account.
      case new
    }

    /// The maximum number of names in one answer.
    package static let mostUsers = 50

    /// The relation to the stored ones.
    package var state: State
    /// The user names stored for the site.
    package var users: [String]

    /// Creates a state.
    package init(_ state: State, users: [String]) {
      self.state = state
      self.users = users
    }
  }

  /// The result of permanent erasure.
  package struct Erasure: Codable, Hashable, Sendable {
    /// The number of entries.
    package var count: Int
    /// The number of the vault's copies that still contain what was in the trash when they were made.
    package var snapshots: Int

    /// Creates a result.
    package init(count: Int, snapshots: Int) {
      self.count = count
      self.snapshots = snapshots
    }
  }

  /// A part of a list of entries.
  package struct EntryList: Codable, Hashable, Sendable {
    /// The maximum length of one answer's entries in JSON, in bytes. It leaves room for the rest of the frame, and for the frame of a
    /// forwarding process.
    package static let mostBytes = 192 * 1024

    /// The entries, sorted by title and user.
    package var entries: [VaultEntry]
    /// The total number of matching entries.
    package var total: Int

    /// Creates a list; without a total it is complete.
    package init(entries: [VaultEntry], total: Int? = nil) {
      self.entries = entries
      self.total = total ?? entries.count
    }
  }
}
