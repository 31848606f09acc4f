// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// The texts of the shortcuts window.
enum ShortcutWords {
  static let title = translated("Keyboard shortcuts")
  static let search = translated("Search")
  static let goThrough = translated("Move through the list")
  static let open = translated("Open the chosen entry, or the first result")
  static let copy = translated("Copy the main value of the chosen entry, such as its code or password")
  static let section = translated("Go to a section, from the first to the last")
  static let copyUser = translated("Copy the user name")
  static let copyCode = translated("Copy the current code")
  static let bring = translated("Import")
  static let takeOut = translated("Export")
  static let add = translated("Add an entry")
  static let edit = translated("Edit the entry")
  static let paste = translated("Paste a picture of a QR code where you add a code")
  static let undo = translated("Restore what you have just removed")
  static let lock = translated("Lock Passfold")
  static let dismiss = translated("Dismiss the message")
  static let back = translated("Go back, or clear the search")
  static let onward = translated("Move to the next or previous item")
  static let close = translated("Close the window")
  static let help = translated("Show the keyboard shortcuts")
  static let letters = translated(
    "Typing letters searches from anywhere except a text field. Alt shows the underlined letter that presses a button.")
}
