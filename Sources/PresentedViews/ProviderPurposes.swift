// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// The purposes that the providers of this installation state for their access, in the user's language. Their bundles have them in English.
package enum ProviderPurposes {
  /// Returns a purpose in the user's language; one of another provider as its bundle states it.
  package static func words(for purpose: String) -> String { own[purpose] ?? purpose }

  /// Whether a purpose is one of those that are translated.
  package static func isKnown(_ purpose: String) -> Bool { own[purpose] != nil }

  private static let own = [
    "KeePassXC: it can ask you before it gives this provider an entry, one site at a time": translated(
      "KeePassXC: it can ask you before it gives this provider an entry, one site at a time"),
    "the same, at the place that versions before 2.7 use": translated("the same, at the place that versions before 2.7 use"),
    "the same, at the place that the snap uses": translated("the same, at the place that the snap uses"),
    "your password store: the names of all entries, and an entry’s content when you pick it": translated(
      "your password store: the names of all entries, and an entry’s content when you pick it"),
    "your public keys, which GnuPG needs to find the key that opens an entry": translated(
      "your public keys, which GnuPG needs to find the key that opens an entry"),
    "the same, in the file of older versions of GnuPG": translated("the same, in the file of older versions of GnuPG"),
    "gpg-agent: it opens entries with your secret key, asks for the passphrase itself, and gives away no secret key here": translated(
      "gpg-agent: it opens entries with your secret key, asks for the passphrase itself, and gives away no secret key here"),
    "the same, if gpg-agent has its socket next to your keys": translated("the same, if gpg-agent has its socket next to your keys"),
    "your keyring (GNOME Keyring, KWallet): it can read everything that is unlocked there, and requests only passwords for websites":
      translated(
        "your keyring (GNOME Keyring, KWallet): it can read everything that is unlocked there, and requests only passwords for websites"),
    "to find passwords for websites": translated("to find passwords for websites"),
    "to read the site and user of a password, and whether it is locked": translated(
      "to read the site and user of a password, and whether it is locked"),
    "to find out which of several locked keyrings is the default": translated(
      "to find out which of several locked keyrings is the default"),
    "to let the keyring ask you for its password when you pick it": translated(
      "to let the keyring ask you for its password when you pick it"),
    "the same": translated("the same"),
    "to withdraw that question when you cancel": translated("to withdraw that question when you cancel"),
    "to receive passwords encrypted": translated("to receive passwords encrypted"),
    "to read the one password that you fill in": translated("to read the one password that you fill in"),
    "to be told that you answered": translated("to be told that you answered"),
    "to be told that a keyring was locked or unlocked": translated("to be told that a keyring was locked or unlocked"),
    "to suggest new passwords": translated("to suggest new passwords"),
    "to follow changes": translated("to follow changes"),
    "to stop suggesting removed passwords": translated("to stop suggesting removed passwords"),
  ]
}
