// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One part of an entry; each becomes a separate record in the vault.
package enum ExchangedPart: Sendable {
  /// A user name with a password.
  case login(ExchangedLogin)
  /// The secret of one-time codes, belonging to the entry's login if it has one.
  case oneTimeCode(ExchangedCode)
  /// A WebAuthn key pair.
  case passkey(ExchangedPasskey)
  /// A text that is the entry itself, and not a remark on another part of it.
  case note(ExchangedNote)
  /// A payment card.
  case card(ExchangedCard)
  /// Data that identifies a person to others.
  case person(ExchangedPerson)
}
