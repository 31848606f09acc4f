// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations

/// The texts of the pages for files of other programs; findings in a file use the words of `passfold import`.
enum ImportWords {
  static let importing = translated("Import")
  static let exporting = translated("Export")

  // MARK: Import

  static let start = translated("Import from another program")
  static let startNext = translated("Choose the file that the other program exported. You see a preview first.")
  static let startWhich =
    translated(
      "Bitwarden, KeePass, 1Password, Proton, Aegis, Apple, browsers and more, or a picture of Google Authenticator’s QR code. For pass and gopass, choose their folder. If the file has a passphrase, Passfold asks for it in a separate window."
    )
  static let choose = translated("Choose a file…")
  static let chooseTitle = translated("The file to import")
  static let open = translated("Open")
  static let chooseStore = translated("Choose the pass folder…")
  static let storeTitle = translated("The pass or gopass folder")
  static let decrypting = translated("GnuPG is decrypting the entries")
  static let decryptingNext = translated("If your key has a passphrase, GnuPG asks for it in a separate window.")
  static let noStore =
    translated(
      "This is not a pass folder: it does not contain the file .gpg-id. Nothing was stored. The folder is usually .password-store in your home folder."
    )
  static let noGnuPG = translated("The program gpg is not installed. Nothing was stored. Install GnuPG, then choose the folder again.")
  static func storeUnreadable(_ path: String) -> String {
    translated("\(PrintableText.of(path)) cannot be read. Nothing was stored. Check its permissions.")
  }
  static func notDecrypted(_ entry: String) -> String {
    translated(
      "GnuPG could not decrypt \(PrintableText.of(entry)). Nothing was stored, and the folder is unchanged. Try again with its key.")
  }
  static let keyFile = translated("Key file of a KeePass database…")
  static let keyFileTitle = translated("The key file")
  static func keyFile(_ name: String) -> String { translated("Key file: \(PrintableText.of(name))") }
  static let undo = translated("Undo the last import")
  static let sending = translated("Passfold is reading the file")
  static let reading = translated("The vault is reading it. If the file has a passphrase, answer in the window that has opened.")
  static let unreadable = translated("The file cannot be read. Nothing was stored. Choose another file, or check its permissions.")
  static let tooLarge = translated("The file is larger than 96 MiB. Nothing was stored. Export it in parts.")

  static let report = translated("Contents of the file")
  static let new = translated("New")
  static let merged = translated("Completed")
  static func completed(_ count: Int) -> String {
    translated(
      count, one: "\(count) of your entries, with values from the file", other: "\(count) of your entries, with values from the file")
  }
  static let present = translated("Already in your vault")
  static let differing = translated("Different")
  static let found = translated("Changed during the import, or not understood")
  static let differences = translated("Your vault and the file differ here")
  static let forAll = translated("Where the two differ")
  static let choices = [translated("keep mine"), translated("use the file’s"), translated("keep both")]
  static let choiceNames = ["mine", "theirs", "both"]
  static let asAbove = translated("as above")
  static let theirsNext = translated("Replaced values go into the entry’s history, or become a field if the entry has no history.")
  static let take = translated("Import these entries")
  static let nothingNew = translated("Everything in the file is already in your vault; there is nothing to store.")
  static func more(_ count: Int) -> String { translated("and \(count) more; passfold import --dry-run --json lists them all") }

  static let ended = translated("Your import was interrupted before you confirmed it. Nothing was stored. Choose the file again.")
  static let endedWhileStoring = translated(
    "Your import was interrupted while it was being stored: your vault contains all of it, or none. Check the list; you can undo the import under Import."
  )
  static let exportEnded = translated("Your export was interrupted. No file was written, and your vault is unchanged. Export again.")

  static let stored = translated("Imported")
  static let takeBack = translated("Undo this import")

  // MARK: Export

  static let exportStart = translated("Export everything")
  static let exportNext =
    translated(
      "Passfold writes everything in your vault to a file for another program. It asks for your passphrase, and for a passphrase that encrypts the file."
    )
  static let format = translated("Format")
  static let formats = [
    ("kdbx", "KeePass", "kdbx"), ("cxf", "Credential Exchange Format", "json"), ("bitwarden-json", "Bitwarden", "json"),
    ("csv", translated("Table (CSV)"), "csv"), ("otpauth", translated("Set-up links of codes"), "txt"),
  ]
  static let sealed = translated("It is encrypted with a passphrase that you type next.")
  static let plain = translated("It cannot be encrypted: anyone who gets the file has all your passwords, passkeys and codes.")
  static let plainAgreed = translated("Export it unencrypted: anyone who has the file can read it")
  static let save = translated("Choose where to save it…")
  static let saveTitle = translated("Save the file")
  static let saveButton = translated("Save")
  static let needsAgreement = translated("This format cannot be encrypted. Tick the box to export it anyway, or choose KeePass.")
  static let unwritable = translated(
    "The file could not be written there. No part of it was kept, and your vault is unchanged. Choose another folder.")
  static func exported(_ kinds: String, _ name: String) -> String {
    translated("Written: \(kinds), to \(PrintableText.of(name)), which only you can read")
  }
  static let cannotHold = translated("What the format cannot hold unchanged")
}
