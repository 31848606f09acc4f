// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// The messages for requests that the vault did not fulfil: what happened, what was not lost, what to do next.
enum VaultFailureWords {
  static func text(_ failure: VaultFailure) -> String {
    switch failure.code {
    case .locked: translated("The vault was locked in the meantime. Nothing was changed. Unlock it and try again.")
    case .canceled, .refused, .promptTimedOut:
      translated("You declined or did not answer. Nothing was changed, and nothing left the vault.")
    case .wrongPassphrase: translated("The passphrase was wrong. The vault stays locked. Try again.")
    case .tooManyAttempts:
      translated("Too many wrong passphrases. Try again in \(Int((failure.retryAfter ?? 1).rounded(.up))) seconds.")
    case .pinentryNotFound, .pinentryFailed, .nowhereToAsk:
      translated(
        "Passfold could not ask you: its prompt could not be opened. Nothing was changed. Install a pinentry program, or unlock in a terminal."
      )
    case .recoveryKeyMistyped:
      translated(
        "The recovery key contains a typing error. Nothing was changed. The last group checks the others: compare each with your paper.")
    case .wrongRecoveryKey:
      translated(
        "This recovery key does not belong to the vault, or another one has replaced it. Nothing was changed. Look for the recovery kit with the latest date."
      )
    case .recoveryUnfinished:
      DeviceWords.sentence(DeviceWords.failure(failure) ?? "") + " "
        + translated("Nothing is lost. Try again on this computer: it continues where it stopped, with the same key.")
    case .recoveryKeyInDoubt:
      DeviceWords.sentence(DeviceWords.failure(failure) ?? "") + " "
        + translated("Your vault is on this computer and opens with its passphrase. Create another key as soon as it synchronises again.")
    case .recoveredElsewhere:
      translated(
        "Your vault is synchronised, so the recovery key has to be used where it synchronises. Nothing was changed. Move the vault’s folder away, open this window again and choose “Join your other devices”. If you have no other device that you can open, choose “I have lost all other devices” there."
      )
    case .notFound, .ambiguous, .nothingToRestore:
      translated("The entry is gone; it was removed or changed in the meantime. Removed entries are in the trash.")
    case .notStored:
      translated(
        "It could not be saved: the vault’s files are not writable. The vault is unchanged. Free some disk space, then try again.")
    case .badService: translated("This is not the name of a website. Write it like shop.example. Nothing was stored.")
    case .badSetUpLink: translated("This is neither a set-up link nor a key. Copy it from the website again, in full. Nothing was stored.")
    case .needsServiceAndUser: translated("A key on its own names neither website nor account. Fill in both. Nothing was stored.")
    case .loginExists:
      translated("You already have a login for this account. Open and edit that one; its old password stays in its history.")
    case .wouldAsk: translated("The vault would have to ask you first. Nothing was changed.")
    case .recordOutdated, .vaultDamaged:
      translated(
        "The vault’s files differ from what Passfold last stored. Nothing was changed. You can repair them under “Backups and repair”.")
    case .vaultUnreadable:
      translated(
        "The vault’s files cannot be read. Nothing was changed. Check that its folder and contents belong to you, then try again.")
    case .vaultTooNew:
      translated("The vault was written by a newer version of Passfold. Nothing was changed. Update Passfold on this computer.")
    case .vaultInUse: translated("Another Passfold process has the vault open. Nothing was changed. Quit it, then try again.")
    case .notACopy, .noSuchSnapshot:
      translated("This snapshot is gone, or its file is damaged. Nothing was changed. Choose another one.")
    case .vaultExists: translated("There is already a vault. It was left as it is. Unlock it.")
    case .passphraseTooShort:
      translated(
        "The passphrase has fewer than \(failure.detail ?? "8") characters. Nothing was created or changed. A few words in a row are easy to remember."
      )
    case .passphraseWeak:
      translated(
        "All the passphrases were easy to guess. Nothing was created or changed. A few words in a row are strong; a weak passphrase is accepted if you type it again."
      )
    case .pinUnsuitable:
      translated("No PIN was set: it must have 6 to 12 digits, not all the same and not in sequence. Nothing was changed. Try again.")
    case .pinUnavailable:
      translated(
        "No PIN can be set: it needs a TPM 2.0 that you can use, and this computer shows none. Nothing was changed. On Debian, members of the group tss can use it."
      )
    case .fingerUnavailable where failure.detail == "noFinger":
      translated("No fingerprint is enrolled for you. Nothing was changed. Enrol one in your desktop’s settings, then try again.")
    case .fingerUnavailable:
      translated("Fingerprints cannot be used: they need a TPM 2.0 that you can use, and this computer shows none. Nothing was changed.")
    case .notText: translated("This is not text that could be filled in. Nothing was stored.")
    case .badValue where failure.detail == "user":
      translated("This user name is too long or contains a line break. Nothing was stored.")
    case .badValue:
      translated(
        "\(PrintableText.of(failure.detail ?? translated("A value"))) is not valid. Nothing was stored. Write a month as 2029-08 or 08/29 and a day as 1990-12-31."
      )
    case .recordTooLong: translated("It is too long for an entry. Nothing was stored. Keep a long text as a file.")
    case .nothingToUndo: translated("There is no import to undo. Nothing was changed. Only the last import can be undone, and only once.")
    case .transferEnded: translated("It took too long, or the vault was locked in the meantime. Nothing was stored. Choose the file again.")
    case .fileUnwritable: translated("The file could not be created. Nothing left the vault. Choose another format.")
    case .fileUnreadable: file(failure)
    case .noSuchPart: translated("The entry no longer has this value. Nothing was changed.")
    case .noSuchAttachment, .attachmentExists, .badAttachmentName, .attachmentTooLong, .tooManyAttachments, .attachmentDamaged,
      .attachmentAwaited, .attachmentRefused:
      FileWords.failure(failure.code)
    default: translated("The vault refused (\(failure.code.name)). Nothing was changed.")
    }
  }

  /// Why another program's file was not read.
  private static func file(_ failure: VaultFailure) -> String {
    let words = failure.detail?.split(separator: " ").map(String.init) ?? []
    let format = words.dropFirst().first.map(ExchangeWords.formatName)
    let place = failure.position.map { " " + translated("(byte \($0))") } ?? ""
    return switch words.first {
    case "unknownFormat":
      translated(
        "Passfold does not recognise the format of the file. Nothing was stored. Export again from the other program, as JSON if possible."
      )
    case "columnsUnknown":
      translated(
        "The file is a table, and it is not clear which column contains the passwords. Nothing was stored. Add a first line that names the columns, such as title,url,username,password,notes."
      )
    case "sealedMessage":
      translated("The file is an encrypted OpenPGP message. Nothing was stored. Decrypt it first, then import the result.")
    case "sealedArchive":
      translated(
        "The file is a password-protected ZIP archive, which Passfold cannot open. Nothing was stored. Unpack it with its password and import the contents, or export without an archive password."
      )
    case "opVault":
      translated(
        "This is an OPVault, the database of 1Password 4 to 7, not an export. Nothing was stored. Open it in 1Password and export from there: as 1PUX in 1Password 8, as 1PIF in older versions."
      )
    case "authyFile":
      translated(
        "This is an internal file of Authy, which has no export. Nothing was stored. At each service, turn the codes off and on again, then set up the code it shows."
      )
    case "unsupportedVariant":
      (format.map { translated("This \($0) file has a version that Passfold cannot read.") }
        ?? translated("The file has a version that Passfold cannot read.")) + " "
        + translated("Nothing was stored. Export again with a passphrase for the file itself, or without one.")
    case "notOpenable", "passphraseNeeded":
      translated(
        "The passphrase does not open the file, or the file was changed. Nothing was stored. A KeePass database may need its key file, too."
      )
    case "overBounds":
      translated("The file, or something in it, is larger than any real export\(place). Nothing was stored. Export in parts.")
    case "programFailed":
      translated(
        "The import program stopped on this file. Nothing was stored, and your vault is unchanged. Export the file again.")
    default:
      (format.map { translated("Read as \($0), the file is incomplete or damaged\(place).") }
        ?? translated("The file is incomplete or damaged\(place).")) + " "
        + translated("Nothing was stored. Export it from the other program again.")
    }
  }
}
