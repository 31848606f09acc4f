// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// What a person reads where the vault did not do what was asked: what happened, what was not lost, what to do next.
enum VaultFailureWords {
  static func text(_ failure: VaultFailure) -> String {
    switch failure.code {
    case .locked: translated("The vault was locked in the meantime. Nothing was changed. Unlock it and try again.")
    case .canceled, .refused, .promptTimedOut:
      translated("The answer was no, or none came. Nothing was changed, and nothing left the vault.")
    case .wrongPassphrase: translated("The passphrase was wrong. The vault stays locked. Try again.")
    case .tooManyAttempts:
      translated("Too many wrong passphrases. Try again in \(Int((failure.retryAfter ?? 1).rounded(.up))) seconds.")
    case .pinentryNotFound, .pinentryFailed, .nowhereToAsk:
      translated(
        "Passfold could not ask you: its prompt did not open. Nothing was changed. Install a pinentry program, or unlock in a terminal.")
    case .recoveryKeyMistyped:
      translated("The recovery key was mistyped. Nothing was changed. The last group checks the others: compare each with your paper.")
    case .wrongRecoveryKey:
      translated(
        "This recovery key is not the vault's, or another one has replaced it. Nothing was changed. Look for the paper of the latest date.")
    case .recoveryUnfinished:
      DeviceWords.sentence(DeviceWords.failure(failure) ?? "") + " "
        + translated("Nothing is lost. Try again on this computer: it goes on where it stopped, with the same key.")
    case .recoveryKeyInDoubt:
      DeviceWords.sentence(DeviceWords.failure(failure) ?? "") + " "
        + translated("Your vault is on this computer and opens with its passphrase. Make another key as soon as it synchronises again.")
    case .recoveredElsewhere:
      translated(
        "Your vault has other devices, so its recovery key is used where they meet. Nothing was changed. The easy way: move the vault's folder away, open this window again, and join by a device that you can open."
      )
    case .notFound, .ambiguous, .nothingToRestore:
      translated("The entry is gone; it was removed or changed meanwhile. What was removed is in the trash.")
    case .notStored:
      translated(
        "It was not stored: the vault’s files could not be written. The vault is as it was. Make room on the disk, then try again.")
    case .badService: translated("This is no website’s name. Write it like shop.example. Nothing was stored.")
    case .badSetUpLink: translated("This is no set-up link and no key. Copy it again from the website, whole. Nothing was stored.")
    case .needsServiceAndUser: translated("A bare key names neither website nor account. Fill in both. Nothing was stored.")
    case .loginExists:
      translated("You have a login for this account already. Open that one and edit it; its former password stays in its history.")
    case .wouldAsk: translated("The vault would have to ask you first.")
    case .recordOutdated, .vaultDamaged:
      translated("The vault’s files are not what Passfold stored last. Nothing was changed. “Backups and repair” has what mends them.")
    case .vaultUnreadable:
      translated(
        "The vault’s files cannot be read. Nothing was changed. See that its folder and what is in it belong to you, then try again.")
    case .vaultTooNew: translated("A newer Passfold wrote the vault. Nothing was changed. Update Passfold on this computer.")
    case .vaultInUse: translated("Another Passfold has the vault open. Nothing was changed. End that one, then try again.")
    case .notACopy, .noSuchSnapshot:
      translated("This copy is gone, or its file is damaged. Nothing was changed. Take another one.")
    case .vaultExists: translated("There is a vault already. It was left as it is. Unlock it.")
    case .passphraseTooShort:
      translated(
        "The passphrase has fewer than \(failure.detail ?? "8") characters. Nothing was made or changed. A few words in a row are easy to keep in mind."
      )
    case .passphraseWeak:
      translated(
        "The passphrases were all easy to guess. Nothing was made or changed. A few words in a row are strong; a weak one is taken when you type it again."
      )
    case .pinUnsuitable:
      translated("No PIN was chosen: it takes 6 to 12 digits, not all alike and not in a row. Everything is as it was. Try again.")
    case .pinUnavailable:
      translated(
        "No PIN can be kept: it takes a TPM 2.0 that you may use, and this computer shows none. Everything is as it was. On Debian, membership of the group tss lets you use it."
      )
    case .fingerUnavailable where failure.detail == "noFinger":
      translated("No finger of yours is known here. Everything is as it was. Enrol one in your desktop’s settings, then try again.")
    case .fingerUnavailable:
      translated("No finger can be used: it takes a TPM 2.0 that you may use, and this computer shows none. Everything is as it was.")
    case .badValue:
      translated(
        "\(PrintableText.of(failure.detail ?? translated("A value"))) cannot be that. Nothing was stored. A month is 2029-08 or 08/29, a day is 1990-12-31."
      )
    case .recordTooLong: translated("It is longer than an entry can be. Nothing was stored. Keep a long text as a file.")
    case .nothingToUndo: translated("There is no import to take back. Nothing was changed. Only the last one can be taken back, once.")
    case .transferEnded: translated("It took too long, or the vault was locked meanwhile. Nothing was stored. Choose the file again.")
    case .fileUnwritable: translated("The file could not be made. Nothing left the vault. Choose another format.")
    case .fileUnreadable: file(failure)
    case .noSuchPart: translated("There is nothing of that in this entry any more.")
    case .noSuchAttachment, .attachmentExists, .badAttachmentName, .attachmentTooLong, .tooManyAttachments, .attachmentDamaged,
      .attachmentAwaited, .attachmentRefused:
      FileWords.failure(failure.code)
    default: translated("The vault said no (\(failure.code.name)). Nothing was changed.")
    }
  }

  /// Why a file of another program was not read.
  private static func file(_ failure: VaultFailure) -> String {
    let words = failure.detail?.split(separator: " ").map(String.init) ?? []
    let format = words.dropFirst().first.map(ExchangeWords.formatName)
    let place = failure.position.map { " " + translated("(byte \($0))") } ?? ""
    return switch words.first {
    case "unknownFormat":
      translated(
        "The file is of no format that Passfold knows. Nothing was stored. Export anew from the other program, as JSON where it has a choice."
      )
    case "columnsUnknown":
      translated(
        "The file is a table, and nothing tells which of its columns has the passwords. Nothing was stored. Write a first line into it that names the columns, such as title,url,username,password,notes."
      )
    case "sealedMessage":
      translated("The file is an encrypted OpenPGP message. Nothing was stored. Decrypt it first, and import what comes out.")
    case "sealedArchive":
      translated(
        "The file is a ZIP archive under a password, which Passfold does not open. Nothing was stored. Unpack it with its password first, and import what comes out; or export without a password for the archive."
      )
    case "opVault":
      translated(
        "This is an OPVault, the database of 1Password 4 to 7, and no export. Nothing was stored. Open it in 1Password and export from there, in 1Password 8 as 1PUX, before as 1PIF."
      )
    case "authyFile":
      translated(
        "This is a file of Authy’s own, which exports nothing. Nothing was stored. At each service, turn the codes off and on again, and set up what it shows then."
      )
    case "unsupportedVariant":
      (format.map { translated("This file of \($0) is of a version that Passfold cannot read.") }
        ?? translated("The file is of a version that Passfold cannot read.")) + " "
        + translated("Nothing was stored. Export anew with a passphrase of the file’s own, or without one.")
    case "notOpenable", "passphraseNeeded":
      translated(
        "The passphrase does not open the file, or the file was changed. Nothing was stored. A KeePass database may need its key file, too."
      )
    case "overBounds":
      translated("The file, or something in it, is larger than any real export\(place). Nothing was stored. Export in parts.")
    case "programFailed":
      translated(
        "The program that reads such files stopped on this one. Nothing was stored, and your vault is as it was. Export the file anew.")
    default:
      (format.map { translated("The file breaks off or is damaged, as \($0) goes\(place).") }
        ?? translated("The file breaks off or is damaged\(place).")) + " "
        + translated("Nothing was stored. Export it anew from the other program.")
    }
  }
}
