// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// The window's texts about the passphrase and the recovery key.
enum AccessWords {
  /// In the list of sections, where there is little room.
  static let tool = translated("Passphrase")
  static let title = translated("Passphrase and recovery key")
  static let next = translated("Passfold asks for them in a separate window; you type nothing here.")
  static let passphrase = translated("The passphrase")
  static let passphraseNext =
    translated(
      "You type the current passphrase once and the new one twice. Older copies of the vault's folder, such as backups, still open with the old one."
    )
  static let change = translated("Change the passphrase")
  static let changed = translated("Your passphrase was changed.")
  static let key = translated("The recovery key")
  static let keyNext =
    translated(
      "Is your recovery kit lost, or has someone seen it? After you type your passphrase, you get a new key, and the old one stops working."
    )
  static let forgotten = translated("I have forgotten the passphrase")
}
