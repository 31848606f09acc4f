// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

extension FailureWords {
  /// Finds the words for a failed exchange between providers.
  init(exchangeFault fault: CommandFailure.ExchangeFault) {
    switch fault {
    case .disabled(let name):
      self.init(
        translated("\(Presenter.printable(name)) is not enabled; nothing was transferred"),
        hint: translated("enable it: passfold providers enable NAME"), .notFound)
    case .itself:
      self.init(
        translated("that is the vault itself; nothing was transferred"), hint: translated("name another provider: passfold providers list"),
        .usage)
    case .unseen:
      self.init(
        translated(
          "Passfold cannot ask you: there is no display, and you have not typed your passphrase in this terminal; nothing was transferred"),
        hint: translated("run passfold unlock here, then the command again"))
    case .busy:
      self.init(
        translated("another credential exchange is in progress; nothing was transferred"),
        hint: translated("wait until it has finished, then run the command again"))
    case .nobody:
      self.init(
        translated("no enabled provider accepts credentials; nothing was transferred"),
        hint: translated("list them: passfold providers list"))
    case .notDeclared:
      self.init(
        translated("one of the providers does not support credential exchange; nothing was transferred"),
        hint: translated("export a file there, and import it: passfold import FILE"))
    case .stopped(let name):
      self.init(
        translated("\(Presenter.printable(name)) did not finish the exchange"),
        hint: translated("check there what it received; your vault is unchanged; run the command again"))
    case .exporterStopped(let name):
      self.init(
        translated(
          "\(Presenter.printable(name)) stopped before it had handed everything over; nothing was imported, and your vault is unchanged"),
        hint: translated("run the command again; if it stops again, export to a file there and import that file: passfold import FILE"))
    }
  }

  /// Finds the words for problems with another program's file.
  init(ofExchange failure: VaultFailure) {
    let words = failure.detail?.split(separator: " ").map(String.init) ?? []
    let format = words.dropFirst().first.map(ExchangeWords.formatName)
    let place = failure.position.map { " " + translated("(byte \($0))") } ?? ""
    switch (failure.code, words.first) {
    case (.nothingToUndo, _):
      self.init(
        translated("there is no import to undo; nothing was changed"),
        hint: translated("only the last import can be undone, and only once"), .notFound)
    case (.fileUnwritable, _):
      self.init(
        translated("the file could not be created; nothing left the vault"),
        hint: words.dropFirst().first == "kdbx"
          ? translated("try another format: --format bitwarden-json") : translated("try another format: --format kdbx"))
    case (_, "unknownFormat"):
      self.init(
        translated("Passfold does not recognise the format of the file; nothing was stored"),
        hint:
          translated(
            "export again from the other program, as JSON if possible; passfold help import lists the formats. For an encrypted backup of an old andOTP, whose format cannot be detected, add --format andotp"
          ))
    case (_, "columnsUnknown"):
      self.init(
        translated("the file is a table, and it is not clear which column contains the passwords; nothing was stored"),
        hint: translated(
          "add a first line that names the columns, such as title,url,username,password,notes, with the separator used in the file"))
    case (_, "sealedMessage"):
      self.init(
        translated("the file is an encrypted OpenPGP message; nothing was stored"),
        hint: translated("decrypt it first, for example with gpg --decrypt, then import the result"))
    case (_, "sealedArchive"):
      self.init(
        translated("the file is a password-protected ZIP archive, which Passfold cannot open; nothing was stored"),
        hint: translated(
          "unpack it with its password first, for example with 7z x, and import the contents; or export without an archive password"))
    case (_, "opVault"):
      self.init(
        translated("this is an OPVault, the database of 1Password 4 to 7, not an export; nothing was stored"),
        hint: translated(
          "open it in 1Password and export from there: as 1PUX in 1Password 8, as 1PIF in older versions; then import that file"))
    case (_, "authyFile"):
      self.init(
        translated("this is an internal file of Authy, which has no export; nothing was stored"),
        hint: translated(
          "at each service, turn the codes off and on again, then set up the code it shows: passfold add code --qr-screen"))
    case (_, "unsupportedVariant"):
      self.init(
        format.map { translated("this \($0) file has a version or variant that Passfold cannot read; nothing was stored") }
          ?? translated("the file has a version or variant that Passfold cannot read; nothing was stored"),
        hint: words.dropFirst().first == "kdbx"
          ? translated("open it with KeePassXC and save it in the current format (KDBX 4)")
          : translated("export again with a passphrase for the file itself, or without one, and not tied to an account"))
    case (_, "notOpenable"), (_, "passphraseNeeded"):
      self.init(
        translated("the passphrase does not open the file, or the file was changed; nothing was stored"),
        hint: translated("use the passphrase that the file was saved with; a KeePass database may also need its key file: --key-file"),
        .notUnlocked)
    case (_, "overBounds"):
      self.init(
        translated("the file, or something in it, is larger than any real export\(place); nothing was stored"),
        hint: translated("a file can have at most 96 MiB; remove its attachments, or export in parts"))
    case (_, "programFailed"):
      self.init(
        translated("the import program stopped on this file; nothing was stored, and your vault is unchanged"),
        hint: translated("export the file again; if it fails again, please report it without sending the file"))
    default:
      self.init(
        format.map { translated("read as \($0), the file is incomplete or damaged\(place); nothing was stored") }
          ?? translated("the file is incomplete or damaged\(place); nothing was stored"),
        hint: translated("export it again from the other program"))
    }
  }
}
