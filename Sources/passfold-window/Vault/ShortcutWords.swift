// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// What the window with the keys says.
enum ShortcutWords {
  static let title = translated("Keyboard shortcuts")
  static let search = translated("Search")
  static let goThrough = translated("Go through the list")
  static let open = translated("Open the chosen entry, or the first one found")
  static let copy = translated("Copy the code, the password, or what else the chosen entry is for")
  static let section = translated("Turn to a section, from the first to the last")
  static let copyUser = translated("Copy the user name")
  static let copyCode = translated("Copy the running code")
  static let bring = translated("Import")
  static let takeOut = translated("Export")
  static let add = translated("Add an entry")
  static let paste = translated("Take a picture of a QR code, where you add a code")
  static let undo = translated("Bring back what you have just removed")
  static let lock = translated("Lock Passfold")
  static let dismiss = translated("Close what is said and waits for that")
  static let back = translated("Go back, or empty the search")
  static let onward = translated("Go to the next thing, or to the one before")
  static let close = translated("Close the window")
  static let help = translated("Show the keyboard shortcuts")
  static let letters = translated(
    "Letters search wherever you are, except where you are typing. Alt shows the underlined letter that presses a button.")
}
