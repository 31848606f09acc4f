// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations

/// `passfold import`
struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: translated("Bring what another password manager or authenticator exported, or another provider keeps, into the vault."),
    usage:
      """
      passfold import FILE [--key-file FILE] [--format andotp] [--keep mine|theirs|both] [--dry-run] [--json]
      passfold import --from PROVIDER [--dry-run] [--json]
      passfold import undo [--json]
      """,
    discussion: translated(
      """
      The format is found by the file's content: Bitwarden, KeePass (KDBX), 1Password (1PUX), Proton, Aegis, 2FAS, Ente Auth, Google Authenticator, \
      andOTP, FreeOTP+, LastPass, Dashlane, Enpass, Apple Passwords, Chromium, Firefox, FIDO's Credential Exchange Format, otpauth links. A program \
      that can do nothing else reads the file; the vault asks for its passphrase. You see first what would come in, what you have already and what \
      is not understood, then all of it is stored as one act. Importing twice changes nothing. Your file stays as it is: erase it afterwards, since \
      most of them can be read by everybody who has them.

      Pictures of QR codes, as Google Authenticator exports them, are read as one file: name all of them.

      With --from there is no file: another provider that is enabled hands over what it keeps, once you have said so in a window of Passfold's. \
      With --dry-run, that window tells you what would come in; nothing is stored, and the other provider hears that you took nothing.
      """),
    subcommands: [ImportFile.self, ImportUndo.self], defaultSubcommand: ImportFile.self)
}
