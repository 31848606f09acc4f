// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations

/// `passfold import`
struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: translated("Import into the vault what another password manager or authenticator exported, or what another provider keeps."),
    usage:
      """
      passfold import FILE [--key-file FILE] [--format andotp] [--keep mine|theirs|both] [--dry-run] [--json]
      passfold import --from PROVIDER [--dry-run] [--json]
      passfold import undo [--json]
      """,
    discussion: translated(
      """
      The format is detected from the file's content: Bitwarden, KeePass (KDBX), 1Password (1PUX), Proton, Aegis, 2FAS, Ente Auth, Google \
      Authenticator, andOTP, FreeOTP+, Stratum, Raivo, 2FAuth, LastPass, Dashlane, Enpass, NordPass, Keeper, RoboForm, Zoho Vault, Kaspersky, \
      Apple Passwords, Chromium, Firefox, FIDO's Credential Exchange Format, otpauth links, and tables (CSV) from other programs. A program that can do nothing else reads the file; the vault asks for its passphrase. You first see what would be \
      imported, what you already have and what is not understood; then everything is stored in one step. Importing twice changes nothing. \
      Your file stays unchanged: delete it afterwards, because most export files can be read by anyone who has them.

      Pictures of QR codes, as exported by Google Authenticator, are read as one file: name all of them.

      With --from there is no file: another enabled provider hands over what it keeps after you confirm in a Passfold window. With \
      --dry-run that window shows what would be imported; nothing is stored, and the other provider is told that you imported nothing.
      """),
    subcommands: [ImportFile.self, ImportUndo.self], defaultSubcommand: ImportFile.self)
}
