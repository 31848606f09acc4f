// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One of the things that an entry can hold; each becomes a record of its own in the vault.
package enum ExchangedPart: Sendable {
  /// A user name with a password.
  case login(ExchangedLogin)
  /// The secret behind verification codes; of the entry's login, if it has one.
  case oneTimeCode(ExchangedCode)
  /// A WebAuthn key pair.
  case passkey(ExchangedPasskey)
  /// A text that is the entry itself, and not a remark on something else in it.
  case note(ExchangedNote)
  /// A payment card.
  case card(ExchangedCard)
  /// What identifies a person to others.
  case person(ExchangedPerson)
}
