// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
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
        translated("the vault stopped in the middle of this request; what was stored before is safe"),
        hint: translated("run the command again; Passfold starts the vault anew"), .notRunning)
    case .joiningBroken:
      self.init(
        translated("the vault stopped while this computer joined your account"),
        hint: translated(
          "where passfold sync status tells of no vault here, the code is used up: remove this computer on the other device if its list has it (passfold devices remove NUMBER), and begin again there: passfold devices add"
        ), .notRunning)
    case .brokerMissing(let folder):
      self.init(
        translated("Passfold is not running, and its broker is not installed beside \(folder)"),
        hint: translated("install Passfold again; the vault is a separate file and stays as it is"), .notRunning)
    case .brokerSilent(let log):
      self.init(
        translated("Passfold was started but did not answer; the vault was not touched"),
        hint: translated("\(log) says why it stopped, or where systemd starts it: journalctl --user -u passfold-broker"),
        .notRunning)
    case .vaultSilent(let log):
      self.init(
        translated("Passfold is running, but the vault does not answer; nothing in it was changed"),
        hint: translated(
          "passfold providers says whether it was turned off; \(log) says why it stopped, or where systemd starts it: journalctl --user -u passfold-broker"
        ), .notRunning)
    case .unsafeFolder, .openFolder, .noRuntimeFolder, .runtimePathTooLong, .foreignListener: self.init(ofSession: failure)
    case .system(let path, let errorNumber): self.init("\(path): \(SystemErrorText.text(errorNumber))")
    case .outputLost(let errorNumber):
      self.init(
        translated(
          "standard output: \(SystemErrorText.text(errorNumber)); what the command was to do is done, and its result is not written whole"))
    case .nowhereForRecoveryKit:
      self.init(
        translated("there is no terminal to show the recovery kit on; nothing was made or changed"),
        hint: translated("name a new file for it: --recovery-kit FILE"), .usage)
    case .fileExists(let path):
      self.init(
        translated("\(path) exists already and was left as it is; nothing was made or changed"),
        hint: translated("name a new file for the recovery kit"), .usage)
    case .recoveryKitLost(let path, let errorNumber):
      self.init(
        translated(
          "\(Presenter.printable(path)): \(SystemErrorText.text(errorNumber)). A new recovery key was made and is lost with it, and one that was made before no longer opens the vault"
        ),
        hint: translated("the vault is open and everything is in it; make another key and put it on paper: passfold recovery-key"))
    case .recoveryKeyNotConfirmed:
      self.init(
        translated("the recovery key was not typed back, so it counts as lost; the vault is open and everything is in it"),
        hint: translated("make another one and put it on paper: passfold recovery-key"))
    case .missingPlace:
      self.init(
        translated("neither a server or folder nor a QR code was named; nothing was done"),
        hint: translated("passfold devices join https://SERVER, or: passfold devices join --qr-screen"), .usage)
    case .vaultInTheWay(let folder):
      self.init(
        translated("this computer has a vault already, so it cannot take over another device's; nothing was changed"),
        hint: translated(
          "to keep what is in it, export it first: passfold export FILE. Then move \(Presenter.printable(folder)) away, run this again, and import the file"
        ))
    case .emptyInput: self.init(translated("nothing came on standard input; nothing was stored"), .usage)
    case .inputTooLong(let limit): self.init(translated("standard input holds more than \(limit) bytes; nothing was stored"), .usage)
    case .browserHostMissing(let folder):
      self.init(
        translated("the program that browsers start is not installed beside \(folder); no browser was registered"),
        hint: translated("install Passfold again"))
    case .noHome:
      self.init(
        translated("HOME is not set, so there is no place to register browsers in"),
        hint: translated("set HOME or name a folder: --folder DIR"))
    case .noBrowserFound:
      self.init(
        translated("no browser was found; nothing was written"),
        hint: translated("name yours, for example: passfold browser install firefox; passfold help browser install has the names"))
    case .browsersLeft(let names, let isRemoval):
      let names = names.map(Presenter.printable).joined(separator: ", ")
      self.init(
        isRemoval
          ? translated("\(names): not removed; nothing was changed there")
          : translated("\(names): not registered; nothing was changed there"),
        hint: isRemoval
          ? translated("the lines above name the files: look at them, and remove them yourself where nobody needs them")
          : translated("the lines above say why: mend that, then run the command again; --replace writes over a changed manifest"))
    case .notAFile(let path):
      self.init(translated("\(Presenter.printable(path)) is no ordinary file; nothing was stored"), hint: translated("name a file"), .usage)
    case .fileChanged(let path):
      self.init(
        translated("\(Presenter.printable(path)) was changed while it was read; nothing was stored"),
        hint: translated("run the command again once it is written"))
    case .fileTaken(let path):
      self.init(
        translated("\(Presenter.printable(path)) exists already and was left as it is; nothing was written"),
        hint: translated("name a new file"))
    case .damageFound(let count):
      self.init(
        translated(count, one: "one thing is damaged", other: "\(count) things are damaged"),
        hint: translated("set right what can be set right: passfold vault repair"), .damageFound)
    case .browserShutIn(let name):
      self.init(
        translated("\(Presenter.printable(name)) cannot start Passfold from its sandbox; nothing was written"),
        hint: translated("use this browser from your system's packages, or Firefox"))
    default: self.init(ofTools: failure)
    }
  }

  /// Finds the words for an answer of the vault.
  package init(_ failure: VaultFailure) {
    if let words = FailureWords(sync: failure) {
      self = words
      return
    }
    let copies = failure.code == .noVault ? failure.detail.flatMap(Int.init) ?? 0 : 0
    switch failure.code {
    case .noVault where copies > 0:
      self.init(
        CopiesWords.vaultGone(copies),
        hint: translated(
          "see them: passfold vault snapshots; put one back: passfold vault restore NAME; or make a new vault, which leaves them alone: passfold init"
        ), .noVault)
    case .noVault:
      self.init(
        translated("there is no vault yet"),
        hint: translated(
          "make one: passfold init; or take over the one of another device: passfold devices join; with all devices lost: passfold devices recover"
        ), .noVault)
    case .vaultExists:
      self.init(translated("there is a vault already; it was left as it is"), hint: translated("open it: passfold unlock"))
    case .locked:
      self.init(
        translated("the vault was locked in the meantime; nothing was changed"), hint: translated("run the command again"), .notUnlocked)
    case .vaultInUse:
      self.init(
        translated("another process has the vault open; nothing was changed"),
        hint: translated("end the other Passfold, then run the command again"),
        .vaultUnusable)
    case .vaultUnreadable:
      self.init(
        translated("the vault's files cannot be read; nothing was changed"),
        hint: translated("check that the folder and its files belong to you and are readable: passfold status names it"), .vaultUnusable)
    case .vaultDamaged:
      self.init(
        translated("the vault's files are not what Passfold wrote; nothing was changed"),
        hint: translated("see what is damaged: passfold vault check; put it right: passfold vault repair"), .vaultUnusable)
    case .recordOutdated:
      self.init(
        translated(
          "the vault's file holds an older version of this credential than Passfold stored last, so it is not used; nothing was changed"),
        hint: translated("something else than Passfold wrote into the vault: passfold vault repair takes the credential from a snapshot"),
        .vaultUnusable)
    case .notACopy:
      self.init(
        translated("the file is no backup or snapshot of Passfold, or it is damaged; nothing was changed"),
        hint: translated("see the others: passfold vault snapshots"))
    case .noSuchSnapshot:
      self.init(
        translated("there is no such snapshot; nothing was changed"), hint: translated("see which there are: passfold vault snapshots"),
        .notFound)
    case .migrationFailed:
      self.init(
        translated("the vault could not be brought to this version's format; it is as it was"),
        hint: translated("use the Passfold from before, and report this"),
        .vaultUnusable)
    case .vaultTooNew:
      self.init(
        translated("the vault was written by a newer Passfold; nothing was changed"), hint: translated("update Passfold on this computer"),
        .vaultUnusable)
    case .notStored where failure.detail == "storageFull":
      self.init(
        translated("the disk is full, or the vault has the 512 MiB that it may take; nothing was stored, and what was in it is as before"),
        hint: translated(
          "see how large it and its snapshots are: passfold vault snapshots; erase files that you do not need: passfold attachments"))
    case .notStored:
      self.init(
        translated("the vault could not be written; what was in it is as before"),
        hint: translated("check the free space and the folder: passfold status"))
    case .wrongPassphrase:
      self.init(
        translated("the passphrase is wrong; nothing was changed"),
        hint: translated("run the command again to try once more"),
        .notUnlocked)
    case .tooManyAttempts:
      self.init(
        translated("too many wrong passphrases; the next try is possible in \(DurationWords.text(seconds: failure.retryAfter ?? 1))"),
        hint: translated("nothing is lost: wait, then run the command again"), .notUnlocked)
    case .passphraseTooShort:
      self.init(
        translated("the passphrase has fewer than \(failure.detail ?? "8") characters; nothing was made or changed"),
        hint: translated("a few words in a row are easy to keep in mind"))
    case .recoveryKeyMistyped:
      self.init(
        translated("the recovery key was mistyped; nothing was changed"),
        hint: translated("the last group checks the others: compare each with the paper"),
        .notUnlocked)
    case .wrongRecoveryKey:
      self.init(
        translated("this recovery key is not the vault's, or another one has replaced it; nothing was changed"),
        hint: translated("look for the kit of the latest date; passfold status names the vault's folder"), .notUnlocked)
    case .passphraseWeak:
      self.init(
        translated("the passphrases were all easy to guess; nothing was made or changed"),
        hint: translated("a few words in a row are strong and easy to keep in mind; a weak one is taken when you type it again"))
    case .pinUnsuitable:
      self.init(
        translated("a PIN has 6 to 12 digits, not all alike and not in a row; nothing was changed"),
        hint: translated("choose digits that only you know"))
    case .pinUnavailable:
      switch failure.detail {
      case "chipMissing":
        self.init(
          translated("this computer has no TPM 2.0 that Passfold may use; nothing was changed"),
          hint: translated("where /dev/tpmrm0 is there, your user needs access to it: on Debian, membership of the group tss"))
      case "chipLockedOut":
        self.init(
          translated("the TPM has seen too many wrong PINs and takes none for a while; nothing was changed"),
          hint: translated("use your passphrase, and try again in some hours"))
      default: self.init(translated("the TPM did not do what was asked; nothing was changed"), hint: translated("use your passphrase"))
      }
    case .fingerUnavailable:
      switch failure.detail {
      case "noFinger":
        self.init(
          translated("no fingerprint reader knows a finger of yours; nothing was changed"),
          hint: translated("enrol one with fprintd-enroll or in your desktop's settings, and try again"))
      case "chipMissing":
        self.init(
          translated("a finger needs a TPM 2.0, and this computer has none that Passfold may use; nothing was changed"),
          hint: translated("where /dev/tpmrm0 is there, your user needs access to it: on Debian, membership of the group tss"))
      default: self.init(translated("the TPM did not do what was asked; nothing was changed"), hint: translated("use your passphrase"))
      }
    case .canceled: self.init(translated("canceled; nothing was changed"), .canceled)
    case .refused: self.init(translated("not confirmed; nothing was released or changed"), .canceled)
    case .promptTimedOut:
      self.init(
        translated("the prompt was not answered in time; nothing was changed"), hint: translated("run the command again"), .canceled)
    case .pinentryNotFound:
      self.init(
        translated("the program that asks for passphrases, pinentry, is not installed"),
        hint: translated("install one, on Debian: apt install pinentry-curses (or pinentry-gnome3, pinentry-qt)"), .noPrompt)
    case .pinentryFailed:
      self.init(
        translated("the program that asks for passphrases stopped without an answer; nothing was changed"),
        hint: translated("see whether 'pinentry' runs, or name another in PASSFOLD_PINENTRY"), .noPrompt)
    case .nowhereToAsk:
      self.init(
        translated("there is neither a window nor a terminal to ask on; nothing was changed"),
        hint: translated("run the command in a terminal"), .noPrompt)
    case .notFound: self.init(translated("nothing in the vault fits"), hint: translated("see what is there: passfold list"), .notFound)
    case .ambiguous:
      let matches = failure.matches ?? []
      let names = matches.map(Presenter.name(of:))
      // Words cannot tell credentials of one name apart; their kinds can, or else their records.
      let isTold = Set(names).count == names.count
      let kinds = Set(zip(matches, names).map { "\($0.kind.rawValue) \($1)" })
      if !isTold, kinds.count == names.count, let kind = matches.first?.kind {
        let lines = zip(matches, names).map { "\n  \($1): \(Presenter.noun($0.kind))" }
        self.init(
          translated("several credentials fit:") + lines.joined(),
          hint: translated("name the kind that you mean, for example: --kind \(kind.rawValue)"), .notFound)
        return
      }
      let lines = zip(matches, names).map { entry, name -> String in
        if isTold { return "\n  \(name)" }
        return "\n  \(entry.record)  " + (entry.pending == true ? translated("\(name), not confirmed yet") : name)
      }
      let whereToLook = matches.allSatisfy { $0.trashed != nil } ? "passfold trash" : "passfold show RECORD"
      let hint =
        isTold
        ? translated("add a word of the service or account")
        : translated("name one by its record; \(whereToLook) says since when it is there")
      self.init(translated("several credentials fit:") + lines.joined(), hint: hint, .notFound)
    case .badSetUpLink: self.init(setUpFailure: failure)
    case .needsServiceAndUser:
      self.init(
        translated("a bare secret does not say what it is for; nothing was stored"),
        hint: translated("name both: --service DOMAIN --user NAME"), .usage)
    case .badService:
      self.init(
        translated("the service is neither a domain nor an https address; nothing was stored"),
        hint: translated("for example: --service shop.example"), .usage)
    case .badValue:
      self.init(
        translated("\(Presenter.printable(failure.detail ?? translated("a value"))) cannot be that; nothing was stored or changed"),
        hint: translated("a month is 2029-08 or 08/29, a day is 1990-12-31, and what is not an address has one line"), .usage)
    case .noNextCode: self.init(translated("this code counts uses instead of time, so there is no next one to show"))
    case .unsupportedProtocol:
      self.init(
        translated("the running vault is of another version of Passfold than this command"),
        hint: translated("end it and run the command again: passfold lock"),
        .notRunning)
    case .noSuchPart:
      self.init(translated("it has no such note, field or secret"), hint: translated("see what it has: passfold show QUERY"), .notFound)
    case .loginExists:
      let lines = (failure.matches ?? []).map { "\n  \($0.record)  \(Presenter.name(of: $0))" }
      self.init(
        translated("the site has a login of this account already; nothing was stored:") + lines.joined(),
        hint: translated("give it the new password: --update RECORD; or keep both: --separate"))
    case .wrongKind:
      self.init(
        translated("this cannot be done with a credential of that kind; nothing was changed"),
        hint: translated("see what it is: passfold show QUERY"))
    case .codeDoesNotMatch:
      self.init(
        translated("that is not a code of this set-up; it stays unconfirmed and nothing was changed"),
        hint: translated("type the code that is shown now; if it is refused again, see whether the clock is right: passfold clock"))
    case .notPending:
      self.init(translated("this set-up is confirmed already; nothing was changed"))
    case .badMigration:
      self.init(
        translated("the export cannot be read (\(failure.detail.map(Presenter.printable) ?? translated("unknown"))); nothing was stored"),
        hint: translated("export the accounts again, and read every one of its QR codes"))
    case .nothingToRestore:
      self.init(translated("nothing in the trash fits"), hint: translated("see what is there: passfold trash"), .notFound)
    case .noSuchHistory:
      self.init(
        translated("its history has no such number; nothing was changed"),
        hint: translated("see which there are: passfold show QUERY --history"), .notFound)
    case .noSuchAttachment, .attachmentExists, .badAttachmentName, .attachmentTooLong, .tooManyAttachments, .attachmentDamaged,
      .attachmentAwaited, .attachmentRefused, .transferEnded, .recordTooLong:
      self.init(ofAttachments: failure)
    case .fileUnreadable, .fileUnwritable, .nothingToUndo: self.init(ofExchange: failure)
    case .wouldAsk:
      self.init(
        translated("the vault would have to ask first"), hint: translated("open it for this terminal: passfold unlock"), .notUnlocked)
    default: self.init(translated("the vault answered '\(Presenter.printable(failure.detail ?? failure.code.name))'; nothing was changed"))
    }
  }

  private init(setUpFailure failure: VaultFailure) {
    let position = failure.position.map { $0 + 1 }
    let reason =
      switch failure.detail {
      case "missingSecret": translated("it has no secret")
      case "secretNotBase32": Self.foreignCharacter(failure)
      case "secretIncomplete": translated("its secret is not complete: characters are missing at the end")
      case "secretTooLong": translated("its secret is longer than any service uses")
      case "secretTooShort": translated("its secret is too short to be safe")
      case "unknownAlgorithm": translated("it names an algorithm that is not known (known are SHA1, SHA256 and SHA512)")
      case "unsupportedAlgorithm": translated("it names an algorithm that Passfold does not compute (it computes SHA1, SHA256 and SHA512)")
      case "digitsOutOfRange": translated("its number of digits is none from 6 to 10")
      case "periodOutOfRange": translated("its period is not between a second and a day")
      case "counterOutOfRange": translated("its counter is not a number")
      case "notASetupURL": translated("it is not a link that begins with otpauth: or apple-otpauth:")
      case "unknownType": translated("it sets up a kind of code that is not known")
      case "duplicateParameter": translated("one of its parameters stands there twice")
      case "invalidPercentEncoding", "controlCharacter":
        position.map { translated("it is garbled, at character \($0)") } ?? translated("it is garbled")
      case "tooLong": translated("it is too long")
      default: position.map { translated("it cannot be read, at character \($0)") } ?? translated("it cannot be read")
      }
    self.init(
      translated("the set-up link or secret cannot be used: \(reason); nothing was stored"),
      hint: translated("copy it again from the service, whole"))
  }

  /// Names the character that Base32 does not have, and what it may have been.
  private static func foreignCharacter(_ failure: VaultFailure) -> String {
    let character = failure.character.map(Presenter.printable).flatMap { $0.isEmpty ? nil : $0 }
    let text =
      switch (character, failure.position.map { $0 + 1 }) {
      case (let character?, let position?):
        translated("its secret holds '\(character)', which cannot be there, at character \(position) (only A to Z and 2 to 7 can)")
      case (let character?, nil): translated("its secret holds '\(character)', which cannot be there (only A to Z and 2 to 7 can)")
      case (nil, let position?):
        translated("its secret holds a character that cannot be there, at character \(position) (only A to Z and 2 to 7 can)")
      case (nil, nil): translated("its secret holds a character that cannot be there (only A to Z and 2 to 7 can)")
      }
    return failure.suggestion.map { translated("\(text); it may have been meant as \(Presenter.printable($0))") } ?? text
  }
}
