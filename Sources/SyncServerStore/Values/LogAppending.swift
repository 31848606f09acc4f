// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// An entry of the membership log that was checked against all before it.
package struct StoredLogEntry: Hashable, Sendable {
  /// Its hash (32 bytes).
  package let hash: [UInt8]
  /// The entry as it was sent.
  package let body: [UInt8]

  /// Puts an entry together.
  package init(hash: [UInt8], body: [UInt8]) {
    self.hash = hash
    self.body = body
  }
}

/// A new account: its first entries and whom they name.
package struct AccountFounding: Hashable, Sendable {
  /// Who may found an account.
  package enum Admission: Hashable, Sendable {
    /// Everybody.
    case open
    /// Who has an invite, which is used up; the hash of its token (32 bytes).
    case invite(tokenHash: [UInt8])
  }

  /// The hash of the first entry, cut to 16 bytes.
  package let account: AccountIdentifier
  /// The genesis entry and the first epoch's.
  package let entries: [StoredLogEntry]
  /// Who is a member after them.
  package let members: [StoredMember]
  /// The epoch after them.
  package let epoch: UInt32
  /// What the founding needs besides.
  package let admission: Admission

  /// Puts a founding together.
  package init(
    account: AccountIdentifier, entries: [StoredLogEntry], members: [StoredMember], epoch: UInt32, admission: Admission = .open
  ) {
    self.admission = admission
    self.account = account
    self.entries = entries
    self.members = members
    self.epoch = epoch
  }
}

/// What came of founding an account.
package enum FoundingOutcome: Hashable, Sendable {
  /// The account is new.
  case founded(StoredAccount)
  /// The account has been there before, as it stands now.
  case exists(StoredAccount)
  /// There is no such invite, or its time has passed, or it was used.
  case notInvited
}

/// An entry to append, with what holds after it.
package struct LogAppending: Hashable, Sendable {
  /// Whose log it is.
  package let account: AccountIdentifier
  /// The place that the entry takes, from 0.
  package let sequence: UInt64
  /// The hash of the entry before.
  package let previous: [UInt8]
  /// The entry.
  package let entry: StoredLogEntry
  /// Who is a member after it.
  package let members: [StoredMember]
  /// The epoch after it.
  package let epoch: UInt32
  /// The commit that its author saw last, which has to be the head still: whom it removes cannot have written behind it.
  package let commitHead: [UInt8]
  /// What the account may take at most, in bytes.
  package let byteLimit: UInt64

  /// Puts an appending together.
  package init(
    account: AccountIdentifier, sequence: UInt64, previous: [UInt8], entry: StoredLogEntry, members: [StoredMember], epoch: UInt32,
    commitHead: [UInt8], byteLimit: UInt64
  ) {
    self.account = account
    self.sequence = sequence
    self.previous = previous
    self.entry = entry
    self.members = members
    self.epoch = epoch
    self.commitHead = commitHead
    self.byteLimit = byteLimit
  }
}

/// What came of appending an entry.
package enum LogOutcome: Hashable, Sendable {
  /// The entry stands at the end, now or since a former try; the number is that of its change.
  case appended(sequence: UInt64)
  /// The log has gone on otherwise.
  case stale
  /// The author did not see the last commit.
  case staleHead(StoredPosition)
  /// The account would take more than it may.
  case quotaExceeded
  /// There is no such account, or it is closed.
  case closed
}
