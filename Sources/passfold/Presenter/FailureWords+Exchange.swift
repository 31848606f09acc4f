// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

extension FailureWords {
  /// Says why one provider did not hand over to another.
  init(exchangeFault fault: CommandFailure.ExchangeFault) {
    switch fault {
    case .disabled(let name):
      self.init(
        translated("\(Presenter.printable(name)) is not enabled; nothing was moved"),
        hint: translated("enable it: passfold providers enable NAME"), .notFound)
    case .itself:
      self.init(
        translated("that is the vault itself; nothing was moved"), hint: translated("name another provider: passfold providers list"),
        .usage)
    case .unseen:
      self.init(
        translated("there is nowhere to ask you: no display, and you have not typed your passphrase in this terminal; nothing was moved"),
        hint: translated("run passfold unlock here, and the command again"))
    case .busy:
      self.init(
        translated("another exchange of credentials is under way; nothing was moved"),
        hint: translated("wait for its end, and run this again"))
    case .nobody:
      self.init(
        translated("no enabled provider takes credentials; nothing was moved"), hint: translated("see them: passfold providers list"))
    case .notDeclared:
      self.init(
        translated("a provider takes no part in the exchange of credentials; nothing was moved"),
        hint: translated("export a file there, and import it: passfold import FILE"))
    case .stopped(let name):
      self.init(
        translated("\(Presenter.printable(name)) did not finish the exchange"),
        hint: translated("see there what it keeps: what you had is as it was; run this again"))
    case .exporterStopped(let name):
      self.init(
        translated(
          "\(Presenter.printable(name)) stopped before it had handed everything over; nothing came in, and what you had is as it was"),
        hint: translated("run this again; if it stops again, export a file there and import that: passfold import FILE"))
    }
  }

  /// Finds the words for what is wrong with a file of another program.
  init(ofExchange failure: VaultFailure) {
    let words = failure.detail?.split(separator: " ").map(String.init) ?? []
    let format = words.dropFirst().first.map(ExchangeWords.formatName)
    let place = failure.position.map { " " + translated("(byte \($0))") } ?? ""
    switch (failure.code, words.first) {
    case (.nothingToUndo, _):
      self.init(
        translated("there is no import to take back; nothing was changed"),
        hint: translated("only the last import can be taken back, once"), .notFound)
    case (.fileUnwritable, _):
      self.init(
        translated("the file could not be made; nothing left the vault"),
        hint: words.dropFirst().first == "kdbx"
          ? translated("try another format: --format bitwarden-json") : translated("try another format: --format kdbx"))
    case (_, "unknownFormat"):
      self.init(
        translated("the file is of no format that Passfold knows; nothing was stored"),
        hint:
          translated(
            "export anew from the other program, as JSON where it has a choice; passfold help import names the formats. For a sealed backup of an old andOTP, which nothing in it tells, add --format andotp"
          ))
    case (_, "columnsUnknown"):
      self.init(
        translated("the file is a table, and nothing tells which of its columns has the passwords; nothing was stored"),
        hint: translated(
          "write a first line into it that names the columns, such as title,url,username,password,notes, with the separator that it has"))
    case (_, "sealedMessage"):
      self.init(
        translated("the file is an encrypted OpenPGP message; nothing was stored"),
        hint: translated("decrypt it first, such as gpg --decrypt, and import what comes out"))
    case (_, "sealedArchive"):
      self.init(
        translated("the file is a ZIP archive under a password, which Passfold does not open; nothing was stored"),
        hint: translated(
          "unpack it with its password first, such as with 7z x, and import what comes out; or export without a password for the archive"))
    case (_, "opVault"):
      self.init(
        translated("this is an OPVault, the database of 1Password 4 to 7, and no export; nothing was stored"),
        hint: translated("open it in 1Password and export from there, in 1Password 8 as 1PUX, before as 1PIF; then import that file"))
    case (_, "authyFile"):
      self.init(
        translated("this is a file of Authy's own, which exports nothing; nothing was stored"),
        hint: translated(
          "at each service, turn the codes off and on again, and set up what it shows then: passfold add code --qr-screen"))
    case (_, "unsupportedVariant"):
      self.init(
        format.map { translated("this file of \($0) is of a version or variant that Passfold cannot read; nothing was stored") }
          ?? translated("the file is of a version or variant that Passfold cannot read; nothing was stored"),
        hint: words.dropFirst().first == "kdbx"
          ? translated("open it with KeePassXC, which saves it as a database of today (KDBX 4)")
          : translated("export anew with a passphrase of the file's own, or without one, and not tied to an account"))
    case (_, "notOpenable"), (_, "passphraseNeeded"):
      self.init(
        translated("the passphrase does not open the file, or the file was changed; nothing was stored"),
        hint: translated("it is the passphrase that the file was saved with; a KeePass database may need its key file, too: --key-file"),
        .notUnlocked)
    case (_, "overBounds"):
      self.init(
        translated("the file, or something in it, is larger than any real export\(place); nothing was stored"),
        hint: translated("a file may have 96 MiB; take its attachments out, or export in parts"))
    case (_, "programFailed"):
      self.init(
        translated("the program that reads such files stopped on this one; nothing was stored, and your vault is as it was"),
        hint: translated("export the file anew; if it stops again, please report it without the file"))
    default:
      self.init(
        format.map { translated("the file breaks off or is damaged, as \($0) goes\(place); nothing was stored") }
          ?? translated("the file breaks off or is damaged\(place); nothing was stored"),
        hint: translated("export it anew from the other program"))
    }
  }
}
