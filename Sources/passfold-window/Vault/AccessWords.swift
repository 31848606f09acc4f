// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// What the window says of what opens the vault.
enum AccessWords {
  /// In the sections, where there is little room.
  static let tool = translated("Passphrase")
  static let title = translated("Passphrase and recovery key")
  static let next = translated("Passfold asks for them in a window of its own; nothing is typed here.")
  static let passphrase = translated("The passphrase")
  static let passphraseNext =
    translated(
      "You type the present one and twice the new one. Copies of the vault's folder from before, backups for instance, still open with the former one."
    )
  static let change = translated("Change the passphrase")
  static let changed = translated("Your passphrase is changed.")
  static let key = translated("The recovery key")
  static let keyNext =
    translated(
      "Is your paper lost, or has somebody seen it? After your passphrase a new key is shown, and the former one opens nothing any more.")
  static let forgotten = translated("I have forgotten the passphrase")
}
