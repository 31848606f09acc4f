// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials

/// A session as it is kept: nobody can use what the database holds of it.
package struct StoredSession: Hashable, Sendable {
  /// What the token hashes to (32 bytes).
  package let tokenHash: [UInt8]
  /// The challenge that began it, which begins no other.
  package let challenge: [UInt8]
  /// Whose session it is.
  package let account: AccountIdentifier
  /// Which member's.
  package let member: DeviceIdentifier
  /// When it ends.
  package let expiry: Date

  /// Puts a session together.
  package init(tokenHash: [UInt8], challenge: [UInt8], account: AccountIdentifier, member: DeviceIdentifier, expiry: Date) {
    self.tokenHash = tokenHash
    self.challenge = challenge
    self.account = account
    self.member = member
    self.expiry = expiry
  }
}

/// Whose session a token is, and by which key its member signs.
package struct OpenSession: Hashable, Sendable {
  /// Whose session it is.
  package let account: AccountIdentifier
  /// Which member's: a present one.
  package let member: StoredMember
  /// When it ends.
  package let expiry: Date

  /// Puts what was looked up together.
  package init(account: AccountIdentifier, member: StoredMember, expiry: Date) {
    self.account = account
    self.member = member
    self.expiry = expiry
  }
}

/// What came of putting a message into a mailbox.
package enum MailboxPutOutcome: Hashable, Sendable {
  /// It waits to be taken.
  case put
  /// The slot has, or had, a message.
  case slotTaken
  /// There is no such mailbox, or its time has passed.
  case missing
}

/// What came of taking a message.
package enum MailboxTakeOutcome: Hashable, Sendable {
  /// The message, which is gone from the store.
  case taken([UInt8])
  /// Nobody has put one there yet.
  case empty
  /// It was taken before.
  case gone
  /// There is no such mailbox, or its time has passed.
  case missing
}
