// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import VaultProtocol

/// What a person reads about a failure: what happened, what was not lost, what to do next.
package struct FailureWords: Hashable, Sendable {
  /// One sentence without a capital or a full stop, for behind `passfold: error:`.
  package let message: String
  /// What to do next, if anything can be done.
  package let hint: String?
  /// The exit status that goes with it.
  package let status: CommandStatus

  init(_ message: String, hint: String? = nil, _ status: CommandStatus = .failed) {
    self.message = message
    self.hint = hint
    self.status = status
  }
}

extension FailureWords {
  /// Finds the words for a failure of the command.
  package init(_ failure: CommandFailure) {
    switch failure {
    case .vault(let failure): self.init(failure)
    case .hungUp:
      self.init(
        "the vault stopped in the middle of this request; what was stored before is safe",
        hint: "run the command again; Passfold starts the vault anew", .notRunning)
    case .brokerMissing(let folder):
      self.init(
        "Passfold is not running, and its broker is not installed beside \(folder)",
        hint: "install Passfold again; the vault is a separate file and stays as it is", .notRunning)
    case .brokerSilent(let log):
      self.init(
        "Passfold was started but did not answer; the vault was not touched", hint: "\(log) says why it stopped", .notRunning)
    case .vaultSilent(let log):
      self.init(
        "Passfold is running, but the vault does not answer; nothing in it was changed",
        hint: "passfold providers says whether it was turned off; \(log) says why it stopped", .notRunning)
    case .unsafeFolder(let path):
      self.init(
        "\(path) belongs to somebody else or is open to others, so Passfold does not use it", hint: "remove it, then run the command again",
        .notRunning)
    case .system(let path, let errorNumber): self.init("\(path): \(SystemErrorText.text(errorNumber))")
    case .nowhereForRecoveryKit:
      self.init(
        "there is no terminal to show the recovery kit on; nothing was made or changed",
        hint: "name a new file for it: --recovery-kit FILE", .usage)
    case .fileExists(let path):
      self.init(
        "\(path) exists already and was left as it is; nothing was made or changed", hint: "name a new file for the recovery kit", .usage)
    case .recoveryKeyNotConfirmed:
      self.init(
        "the recovery key was not typed back, so it counts as lost; the vault is open and everything is in it",
        hint: "make another one and put it on paper: passfold recovery-key")
    case .missingPlace:
      self.init(
        "neither a server or folder nor a QR code was named; nothing was done",
        hint: "passfold devices join https://SERVER, or: passfold devices join --qr-screen", .usage)
    case .emptyInput: self.init("nothing came on standard input; nothing was stored", .usage)
    case .inputTooLong(let limit): self.init("standard input holds more than \(limit) bytes; nothing was stored", .usage)
    case .browserHostMissing(let folder):
      self.init(
        "the program that browsers start is not installed beside \(folder); no browser was registered", hint: "install Passfold again")
    case .noHome:
      self.init("HOME is not set, so there is no place to register browsers in", hint: "set HOME or name a folder: --folder DIR")
    case .noBrowserFound:
      self.init(
        "no browser was found; nothing was written",
        hint: "name yours, for example: passfold browser install firefox; passfold help browser install has the names")
    case .browsersLeft(let names, let isRemoval):
      self.init(
        "\(names.map(Presenter.printable).joined(separator: ", ")): not \(isRemoval ? "removed" : "registered"); nothing was changed there",
        hint: isRemoval
          ? "the lines above name the files: look at them, and remove them yourself where nobody needs them"
          : "the lines above say why: mend that, then run the command again; --replace writes over a changed manifest")
    case .notAFile(let path):
      self.init("\(Presenter.printable(path)) is no ordinary file; nothing was stored", hint: "name a file", .usage)
    case .fileChanged(let path):
      self.init(
        "\(Presenter.printable(path)) was changed while it was read; nothing was stored", hint: "run the command again once it is written")
    case .fileTaken(let path):
      self.init("\(Presenter.printable(path)) exists already and was left as it is; nothing was written", hint: "name a new file")
    case .damageFound(let count):
      self.init(
        count == 1 ? "one thing is damaged" : "\(count) things are damaged",
        hint: "set right what can be set right: passfold vault repair", .damageFound)
    case .browserShutIn(let name):
      self.init(
        "\(Presenter.printable(name)) cannot start Passfold from its sandbox; nothing was written",
        hint: "use this browser from your system's packages, or Firefox; docs/browsers.md says why")
    default: self.init(ofTools: failure)
    }
  }

  /// Finds the words for an answer of the vault.
  package init(_ failure: VaultFailure) {
    if let words = FailureWords(sync: failure) {
      self = words
      return
    }
    switch failure.code {
    case .noVault: self.init("there is no vault yet", hint: "make one: passfold init", .noVault)
    case .vaultExists:
      self.init("there is a vault already; it was left as it is", hint: "open it: passfold unlock")
    case .locked: self.init("the vault was locked in the meantime; nothing was changed", hint: "run the command again", .notUnlocked)
    case .vaultInUse:
      self.init(
        "another process has the vault open; nothing was changed", hint: "end the other Passfold, then run the command again",
        .vaultUnusable)
    case .vaultUnreadable:
      self.init(
        "the vault's files cannot be read; nothing was changed",
        hint: "check that the folder and its files belong to you and are readable: passfold status names it", .vaultUnusable)
    case .vaultDamaged:
      self.init(
        "the vault's files are not what Passfold wrote; nothing was changed",
        hint: "see what is damaged: passfold vault check; put it right: passfold vault repair", .vaultUnusable)
    case .recordOutdated:
      self.init(
        "the vault's file holds an older version of this credential than Passfold stored last, so it is not used; nothing was changed",
        hint: "something else than Passfold wrote into the vault: passfold vault repair takes the credential from a snapshot",
        .vaultUnusable)
    case .notACopy:
      self.init(
        "the file is no backup or snapshot of Passfold, or it is damaged; nothing was changed",
        hint: "see the others: passfold vault snapshots")
    case .noSuchSnapshot:
      self.init("there is no such snapshot; nothing was changed", hint: "see which there are: passfold vault snapshots", .notFound)
    case .migrationFailed:
      self.init(
        "the vault could not be brought to this version's format; it is as it was", hint: "use the Passfold from before, and report this",
        .vaultUnusable)
    case .vaultTooNew:
      self.init("the vault was written by a newer Passfold; nothing was changed", hint: "update Passfold on this computer", .vaultUnusable)
    case .notStored where failure.detail == "storageFull":
      self.init(
        "the disk is full, or the vault has the 512 MiB that it may take; nothing was stored, and what was in it is as before",
        hint: "see how large it and its snapshots are: passfold vault snapshots; erase files that you do not need: passfold attachments")
    case .notStored:
      self.init("the vault could not be written; what was in it is as before", hint: "check the free space and the folder: passfold status")
    case .wrongPassphrase:
      self.init(
        "the passphrase is wrong; the vault stays locked and nothing was changed", hint: "run the command again to try once more",
        .notUnlocked)
    case .tooManyAttempts:
      self.init(
        "too many wrong passphrases; the next try is possible in \(DurationWords.text(seconds: failure.retryAfter ?? 1))",
        hint: "nothing is lost: wait, then run the command again", .notUnlocked)
    case .passphraseTooShort:
      self.init(
        "the passphrase has fewer than \(failure.detail ?? "8") characters; nothing was made or changed",
        hint: "a few words in a row are easy to keep in mind")
    case .recoveryKeyMistyped:
      self.init(
        "the recovery key was mistyped; nothing was changed", hint: "the last group checks the others: compare each with the paper",
        .notUnlocked)
    case .wrongRecoveryKey:
      self.init(
        "this recovery key is not the vault's, or another one has replaced it; nothing was changed",
        hint: "look for the kit of the latest date; passfold status names the vault's folder", .notUnlocked)
    case .passphraseWeak:
      self.init(
        "the passphrases were all easy to guess; nothing was made or changed",
        hint: "a few words in a row are strong and easy to keep in mind; a weak one is taken when you type it again")
    case .pinUnsuitable:
      self.init(
        "a PIN has 6 to 12 digits, not all alike and not in a row; nothing was changed", hint: "choose digits that only you know")
    case .pinUnavailable:
      switch failure.detail {
      case "chipMissing":
        self.init(
          "this computer has no TPM 2.0 that Passfold may use; nothing was changed",
          hint: "where /dev/tpmrm0 is there, your user needs access to it: on Debian, membership of the group tss")
      case "chipLockedOut":
        self.init(
          "the TPM has seen too many wrong PINs and takes none for a while; nothing was changed",
          hint: "use your passphrase, and try again in some hours")
      default: self.init("the TPM did not do what was asked; nothing was changed", hint: "use your passphrase")
      }
    case .fingerUnavailable:
      switch failure.detail {
      case "noFinger":
        self.init(
          "no fingerprint reader knows a finger of yours; nothing was changed",
          hint: "enrol one with fprintd-enroll or in your desktop's settings, and try again")
      case "chipMissing":
        self.init(
          "a finger needs a TPM 2.0, and this computer has none that Passfold may use; nothing was changed",
          hint: "where /dev/tpmrm0 is there, your user needs access to it: on Debian, membership of the group tss")
      default: self.init("the TPM did not do what was asked; nothing was changed", hint: "use your passphrase")
      }
    case .canceled: self.init("canceled; nothing was changed", .canceled)
    case .refused: self.init("not confirmed; nothing was released or changed", .canceled)
    case .promptTimedOut: self.init("the prompt was not answered in time; nothing was changed", hint: "run the command again", .canceled)
    case .pinentryNotFound:
      self.init(
        "the program that asks for passphrases, pinentry, is not installed",
        hint: "install one, on Debian: apt install pinentry-curses (or pinentry-gnome3, pinentry-qt)", .noPrompt)
    case .pinentryFailed:
      self.init(
        "the program that asks for passphrases stopped without an answer; nothing was changed",
        hint: "see whether 'pinentry' runs, or name another in PASSFOLD_PINENTRY", .noPrompt)
    case .nowhereToAsk:
      self.init(
        "there is neither a window nor a terminal to ask on; nothing was changed", hint: "run the command in a terminal", .noPrompt)
    case .notFound: self.init("nothing in the vault fits", hint: "see what is there: passfold list", .notFound)
    case .ambiguous:
      let matches = failure.matches ?? []
      let names = matches.map(Presenter.name(of:))
      // Words cannot tell credentials of one name apart; their records can.
      let isTold = Set(names).count == names.count
      let lines = zip(matches, names).map { entry, name in
        isTold ? "\n  \(name)" : "\n  \(entry.record)  \(name)\(entry.pending == true ? ", not confirmed yet" : "")"
      }
      let whereToLook = matches.allSatisfy { $0.trashed != nil } ? "passfold trash" : "passfold show RECORD"
      let hint = isTold ? "add a word of the service or account" : "name one by its record; \(whereToLook) says since when it is there"
      self.init("several credentials fit:\(lines.joined())", hint: hint, .notFound)
    case .badSetUpLink: self.init(setUpFailure: failure)
    case .needsServiceAndUser:
      self.init("a bare secret does not say what it is for; nothing was stored", hint: "name both: --service DOMAIN --user NAME", .usage)
    case .badService:
      self.init(
        "the service is neither a domain nor an https address; nothing was stored", hint: "for example: --service shop.example", .usage)
    case .badValue:
      self.init(
        "\(Presenter.printable(failure.detail ?? "a value")) cannot be that; nothing was stored or changed",
        hint: "a month is 2029-08 or 08/29, a day is 1990-12-31, and what is not an address has one line", .usage)
    case .noNextCode: self.init("this code counts uses instead of time, so there is no next one to show")
    case .unsupportedProtocol:
      self.init(
        "the running vault is of another version of Passfold than this command", hint: "end it and run the command again: passfold lock",
        .notRunning)
    case .noSuchPart:
      self.init("it has no such note, field or secret", hint: "see what it has: passfold show QUERY", .notFound)
    case .loginExists:
      let lines = (failure.matches ?? []).map { "\n  \($0.record)  \(Presenter.name(of: $0))" }
      self.init(
        "the site has a login of this account already; nothing was stored:\(lines.joined())",
        hint: "give it the new password: --update RECORD; or keep both: --separate")
    case .wrongKind:
      self.init("this cannot be done with a credential of that kind; nothing was changed", hint: "see what it is: passfold show QUERY")
    case .codeDoesNotMatch:
      self.init(
        "that is not a code of this set-up; it stays unconfirmed and nothing was changed",
        hint: "type the code that is shown now; if it is refused again, see whether the clock is right: passfold clock")
    case .notPending:
      self.init("this set-up is confirmed already; nothing was changed")
    case .badMigration:
      self.init(
        "the export cannot be read (\(Presenter.printable(failure.detail ?? "unknown"))); nothing was stored",
        hint: "export the accounts again, and read every one of its QR codes")
    case .nothingToRestore:
      self.init("nothing in the trash fits", hint: "see what is there: passfold trash", .notFound)
    case .noSuchHistory:
      self.init(
        "its history has no such number; nothing was changed", hint: "see which there are: passfold show QUERY --history", .notFound)
    case .noSuchAttachment, .attachmentExists, .badAttachmentName, .attachmentTooLong, .tooManyAttachments, .attachmentDamaged,
      .attachmentAwaited, .attachmentRefused, .transferEnded, .recordTooLong:
      self.init(ofAttachments: failure)
    case .fileUnreadable, .fileUnwritable, .nothingToUndo: self.init(ofExchange: failure)
    case .wouldAsk:
      self.init("the vault would have to ask first", hint: "open it for this terminal: passfold unlock", .notUnlocked)
    default: self.init("the vault answered '\(Presenter.printable(failure.detail ?? failure.code.name))'; nothing was changed")
    }
  }

  private init(setUpFailure failure: VaultFailure) {
    let place = failure.position.map { ", at character \($0 + 1)" } ?? ""
    let reason =
      switch failure.detail {
      case "missingSecret": "it has no secret"
      case "secretNotBase32": Self.foreignCharacter(failure)
      case "secretIncomplete": "its secret is not complete: characters are missing at the end"
      case "secretTooLong": "its secret is longer than any service uses"
      case "secretTooShort": "its secret is too short to be safe"
      case "unknownAlgorithm": "it names an algorithm that is not known (known are SHA1, SHA256 and SHA512)"
      case "unsupportedAlgorithm": "it names an algorithm that Passfold does not compute (it computes SHA1, SHA256 and SHA512)"
      case "digitsOutOfRange": "its number of digits is none of 6, 7 and 8"
      case "periodOutOfRange": "its period is not between a second and a day"
      case "counterOutOfRange": "its counter is not a number"
      case "notASetupURL": "it is not a link that begins with otpauth: or apple-otpauth:"
      case "unknownType": "it sets up a kind of code that is not known"
      case "duplicateParameter": "one of its parameters stands there twice"
      case "invalidPercentEncoding", "controlCharacter": "it is garbled\(place)"
      case "tooLong": "it is too long"
      default: "it cannot be read\(place)"
      }
    self.init(
      "the set-up link or secret cannot be used: \(reason); nothing was stored", hint: "copy it again from the service, whole")
  }

  /// Names the character that Base32 does not have, and what it may have been.
  private static func foreignCharacter(_ failure: VaultFailure) -> String {
    let place = failure.position.map { ", at character \($0 + 1)" } ?? ""
    let character = failure.character.map(Presenter.printable).flatMap { $0.isEmpty ? nil : "'\($0)', which" } ?? "a character that"
    let likely = failure.suggestion.map { "; it may have been meant as \(Presenter.printable($0))" } ?? ""
    return "its secret holds \(character) cannot be there\(place) (only A to Z and 2 to 7 can)\(likely)"
  }
}
