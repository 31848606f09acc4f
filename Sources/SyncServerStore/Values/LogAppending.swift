// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// A membership log entry that was verified against all earlier ones.
package struct StoredLogEntry: Hashable, Sendable {
  /// Its hash (32 bytes).
  package let hash: [UInt8]
  /// The entry as sent.
  package let body: [UInt8]

  /// Creates an entry.
  package init(hash: [UInt8], body: [UInt8]) {
    self.hash = hash
    self.body = body
  }
}

/// A new account: its first entries and their members.
package struct AccountFounding: Hashable, Sendable {
  /// The condition for creating an account.
  package enum Admission: Hashable, Sendable {
    /// None.
    case open
    /// An invite, which is used up, by the hash of its token (32 bytes).
    case invite(tokenHash: [UInt8])
  }

  /// The hash of the first entry, cut to 16 bytes.
  package let account: AccountIdentifier
  /// The genesis entry and the first epoch's.
  package let entries: [StoredLogEntry]
  /// The members after them.
  package let members: [StoredMember]
  /// The epoch after them.
  package let epoch: UInt32
  /// The condition for creating it.
  package let admission: Admission

  /// Creates a founding.
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

/// The outcome of creating an account.
package enum FoundingOutcome: Hashable, Sendable {
  /// The account is new.
  case founded(StoredAccount)
  /// The account already existed, in this state.
  case exists(StoredAccount)
  /// The invite does not exist, has expired, or was used.
  case notInvited
}

/// An entry to append, with the state after it.
package struct LogAppending: Hashable, Sendable {
  /// The account.
  package let account: AccountIdentifier
  /// The entry's position, starting at 0.
  package let sequence: UInt64
  /// The hash of the previous entry.
  package let previous: [UInt8]
  /// The entry.
  package let entry: StoredLogEntry
  /// The members after it.
  package let members: [StoredMember]
  /// The epoch after it.
  package let epoch: UInt32
  /// The commit that its author saw last, which must still be the head, so that a removed member cannot have written after it.
  package let commitHead: [UInt8]
  /// The storage quota of the account in bytes.
  package let byteLimit: UInt64

  /// Creates an appending.
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

/// The outcome of appending an entry.
package enum LogOutcome: Hashable, Sendable {
  /// The entry is in the log, now or since an earlier attempt; the number is that of its change.
  case appended(sequence: UInt64)
  /// The log has continued with other entries.
  case stale
  /// The author did not see the last commit.
  case staleHead(StoredPosition)
  /// The account would exceed its quota.
  case quotaExceeded
  /// There is no such account, or it is closed.
  case closed
}
