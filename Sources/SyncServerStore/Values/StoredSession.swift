// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials

/// A session as stored. Its contents cannot be used to log in.
package struct StoredSession: Hashable, Sendable {
  /// The hash of the token (32 bytes).
  package let tokenHash: [UInt8]
  /// The challenge that started it, which cannot start another.
  package let challenge: [UInt8]
  /// The account.
  package let account: AccountIdentifier
  /// The member.
  package let member: DeviceIdentifier
  /// The time at which it ends.
  package let expiry: Date

  /// Creates a session.
  package init(tokenHash: [UInt8], challenge: [UInt8], account: AccountIdentifier, member: DeviceIdentifier, expiry: Date) {
    self.tokenHash = tokenHash
    self.challenge = challenge
    self.account = account
    self.member = member
    self.expiry = expiry
  }
}

/// The account and member of a token, with the member's signing key.
package struct OpenSession: Hashable, Sendable {
  /// The account.
  package let account: AccountIdentifier
  /// The current member.
  package let member: StoredMember
  /// The time at which it ends.
  package let expiry: Date

  /// Creates a session.
  package init(account: AccountIdentifier, member: StoredMember, expiry: Date) {
    self.account = account
    self.member = member
    self.expiry = expiry
  }
}

/// The outcome of putting a message into a mailbox.
package enum MailboxPutOutcome: Hashable, Sendable {
  /// It was stored.
  case put
  /// The slot has, or had, a message.
  case slotTaken
  /// The mailbox does not exist, or has expired.
  case missing
}

/// The outcome of taking a message.
package enum MailboxTakeOutcome: Hashable, Sendable {
  /// The message, which was removed from the store.
  case taken([UInt8])
  /// There is no message yet.
  case empty
  /// It was taken before.
  case gone
  /// The mailbox does not exist, or has expired.
  case missing
}
