// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews

/// What the pages for files of other programs say; what is in a file is said in the words of `passfold import`.
enum ImportWords {
  static let importing = "Import"
  static let exporting = "Export"

  // MARK: Import

  static let start = "Bring along what another program has"
  static let startNext =
    "Choose the file that the other program exported: Bitwarden, KeePass, 1Password, Proton, Aegis, Apple, browsers and more. You see first what would come in. Where the file has a passphrase, Passfold asks for it in a window of its own."
  static let choose = "Choose a file…"
  static let chooseTitle = "The file to import"
  static let open = "Open"
  static let keyFile = "Key file of a KeePass database…"
  static let keyFileTitle = "The key file"
  static func keyFile(_ name: String) -> String { "Key file: \(PrintableText.of(name))" }
  static let undo = "Take the last import back"
  static let sending = "Passfold reads the file"
  static let reading = "The vault reads it. Where the file has a passphrase, answer in the window that has opened."
  static let unreadable = "The file cannot be read. Nothing was stored. Choose another, or look who may read it."
  static let tooLarge = "The file is larger than 96 MiB. Nothing was stored. Export it in parts."

  static let report = "What is in the file"
  static let new = "New"
  static let merged = "Get more"
  static let mergedNext = "entries of yours, from what the file adds to them"
  static let present = "There already"
  static let differing = "Differing"
  static let found = "Kept otherwise, or not understood"
  static let differences = "You and the file have this otherwise"
  static let forAll = "Where both differ"
  static let choices = ["keep mine", "take the file’s", "keep both"]
  static let choiceNames = ["mine", "theirs", "both"]
  static let asAbove = "as above"
  static let theirsNext = "With the file’s, what you have goes into the history of its entry."
  static let take = "Take over"
  static let nothingNew = "Everything in the file is in your vault; nothing is to be stored."
  static func more(_ count: Int) -> String { "and \(count) more; passfold import --dry-run --json names them all" }

  static let stored = "It is in your vault"
  static let takeBack = "Take it back"

  // MARK: Export

  static let exportStart = "Take everything out"
  static let exportNext =
    "Everything in your vault is written into a file for another program. Passfold asks for your passphrase, and for one that seals the file."
  static let format = "Format"
  static let formats = [
    ("kdbx", "KeePass", "kdbx"), ("cxf", "Credential Exchange Format", "json"), ("bitwarden-json", "Bitwarden", "json"),
    ("csv", "Table (CSV)", "csv"), ("otpauth", "Set-up links of codes", "txt"),
  ]
  static let sealed = "It is sealed by a passphrase that you type next."
  static let plain = "It cannot be sealed: whoever gets the file has all your passwords, passkeys and codes."
  static let plainAgreed = "I want a file that everybody can read who has it"
  static let save = "Choose where to save it…"
  static let saveTitle = "Where to save the file"
  static let saveButton = "Save"
  static let needsAgreement = "This format has no seal. Tick that you want it all the same, or choose KeePass."
  static let unwritable = "The file could not be written there. Nothing is left of it, and your vault is as it was. Choose another folder."
  static func exported(_ kinds: String, _ name: String) -> String {
    "Written: \(kinds), in \(PrintableText.of(name)), which only you may read"
  }
  static let cannotHold = "What the format cannot hold as it is"
}
