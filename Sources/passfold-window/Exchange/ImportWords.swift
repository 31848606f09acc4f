// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations

/// What the pages for files of other programs say; what is in a file is said in the words of `passfold import`.
enum ImportWords {
  static let importing = translated("Import")
  static let exporting = translated("Export")

  // MARK: Import

  static let start = translated("Import from another program")
  static let startNext = translated("Choose the file that the other program exported. You see first what would come in.")
  static let startWhich =
    translated(
      "Bitwarden, KeePass, 1Password, Proton, Aegis, Apple, browsers and more, or a picture of Google Authenticator’s QR code. What pass and gopass keep is a folder. Where the file has a passphrase, Passfold asks for it in a window of its own."
    )
  static let choose = translated("Choose a file…")
  static let chooseTitle = translated("The file to import")
  static let open = translated("Open")
  static let chooseStore = translated("Choose the folder of pass…")
  static let storeTitle = translated("The folder of pass or gopass")
  static let decrypting = translated("GnuPG decrypts the entries")
  static let decryptingNext = translated("Where your key has a passphrase, GnuPG asks for it in a window of its own.")
  static let noStore =
    translated(
      "This is no folder of pass: the file .gpg-id is not in it. Nothing was stored. Most often the folder is .password-store in your home folder."
    )
  static let noGnuPG = translated("The program gpg is not installed. Nothing was stored. Install GnuPG, and choose the folder again.")
  static func storeUnreadable(_ path: String) -> String {
    translated("\(PrintableText.of(path)) cannot be read. Nothing was stored. Look who may read it.")
  }
  static func notDecrypted(_ entry: String) -> String {
    translated("GnuPG did not decrypt \(PrintableText.of(entry)). Nothing was stored, and the folder is as it was. Try again with its key.")
  }
  static let keyFile = translated("Key file of a KeePass database…")
  static let keyFileTitle = translated("The key file")
  static func keyFile(_ name: String) -> String { translated("Key file: \(PrintableText.of(name))") }
  static let undo = translated("Undo the last import")
  static let sending = translated("Passfold reads the file")
  static let reading = translated("The vault reads it. Where the file has a passphrase, answer in the window that has opened.")
  static let unreadable = translated("The file cannot be read. Nothing was stored. Choose another, or look who may read it.")
  static let tooLarge = translated("The file is larger than 96 MiB. Nothing was stored. Export it in parts.")

  static let report = translated("What is in the file")
  static let new = translated("New")
  static let merged = translated("Completed")
  static func completed(_ count: Int) -> String {
    translated(count, one: "\(count) entry of yours, by what the file adds", other: "\(count) entries of yours, by what the file adds")
  }
  static let present = translated("Already there")
  static let differing = translated("Different")
  static let found = translated("Kept in another way, or not understood")
  static let differences = translated("Here your vault and the file differ")
  static let forAll = translated("Where both differ")
  static let choices = [translated("keep mine"), translated("take the file’s"), translated("keep both")]
  static let choiceNames = ["mine", "theirs", "both"]
  static let asAbove = translated("as above")
  static let theirsNext = translated("What gives way goes into the history of your entry; what has no history becomes a field of it.")
  static let take = translated("Import these entries")
  static let nothingNew = translated("Everything in the file is in your vault; nothing is to be stored.")
  static func more(_ count: Int) -> String { translated("and \(count) more; passfold import --dry-run --json names them all") }

  static let ended = translated("Your import ended before you took it over. Nothing of it was stored. Choose the file again.")
  static let endedWhileStoring = translated(
    "Your import was being stored: all of it is in your vault, or nothing. Look into the list; what is there can be taken back under Import."
  )
  static let exportEnded = translated("Your export ended. No file was written, and your vault is as it was. Export again.")

  static let stored = translated("It is in your vault")
  static let takeBack = translated("Undo this import")

  // MARK: Export

  static let exportStart = translated("Export everything")
  static let exportNext =
    translated(
      "Everything in your vault is written into a file for another program. Passfold asks for your passphrase, and for one that seals the file."
    )
  static let format = translated("Format")
  static let formats = [
    ("kdbx", "KeePass", "kdbx"), ("cxf", "Credential Exchange Format", "json"), ("bitwarden-json", "Bitwarden", "json"),
    ("csv", translated("Table (CSV)"), "csv"), ("otpauth", translated("Set-up links of codes"), "txt"),
  ]
  static let sealed = translated("It is sealed by a passphrase that you type next.")
  static let plain = translated("It cannot be sealed: whoever gets the file has all your passwords, passkeys and codes.")
  static let plainAgreed = translated("I want a file that everybody can read who has it")
  static let save = translated("Choose where to save it…")
  static let saveTitle = translated("Where to save the file")
  static let saveButton = translated("Save")
  static let needsAgreement = translated("This format has no seal. Tick that you want it all the same, or choose KeePass.")
  static let unwritable = translated(
    "The file could not be written there. Nothing is left of it, and your vault is as it was. Choose another folder.")
  static func exported(_ kinds: String, _ name: String) -> String {
    translated("Written: \(kinds), in \(PrintableText.of(name)), which only you may read")
  }
  static let cannotHold = translated("What the format cannot hold as it is")
}
