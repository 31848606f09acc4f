// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// The words for a failure: what happened, what was not lost, what to do next.
package struct FailureWords: Hashable, Sendable {
  /// One sentence without an initial capital or a full stop, to follow `passfold: error:`.
  package let message: String
  /// The next step, if there is one.
  package let hint: String?
  /// The matching exit status.
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
        translated("the vault stopped during this request; everything stored before is safe"),
        hint: translated("run the command again; Passfold restarts the vault"), .notRunning)
    case .joiningBroken:
      self.init(
        translated("the vault stopped while this computer joined your account"),
        hint: translated(
          "if passfold sync status shows no vault here, the code is used up: remove this computer on the other device if it is listed there (passfold devices remove NUMBER), and start again there: passfold devices add"
        ), .notRunning)
    case .brokerMissing(let folder):
      self.init(
        translated("Passfold is not running, and its broker is not installed next to \(folder)"),
        hint: translated("install Passfold again; the vault is a separate file and stays as it is"), .notRunning)
    case .brokerSilent(let log):
      self.init(
        translated("Passfold was started but did not respond; the vault is unchanged"),
        hint: translated("the log says why it stopped: \(log), or if systemd starts it: journalctl --user -u passfold-broker"),
        .notRunning)
    case .vaultSilent(let log):
      self.init(
        translated("Passfold is running, but the vault does not respond; nothing in it was changed"),
        hint: translated(
          "passfold providers shows whether it was turned off; the log says why it stopped: \(log), or if systemd starts it: journalctl --user -u passfold-broker"
        ), .notRunning)
    case .unsafeFolder, .openFolder, .noRuntimeFolder, .runtimePathTooLong, .foreignListener: self.init(ofSession: failure)
    case .system(let path, let errorNumber): self.init("\(path): \(SystemErrorText.text(errorNumber))")
    case .outputLost(let errorNumber):
      self.init(
        translated(
          "standard output: \(SystemErrorText.text(errorNumber)); the command has done its work, but its output is incomplete"))
    case .nowhereForRecoveryKit:
      self.init(
        translated("there is no terminal to show the recovery kit on; nothing was made or changed"),
        hint: translated("specify a new file for it: --recovery-kit FILE"), .usage)
    case .fileExists(let path):
      self.init(
        translated("\(path) already exists and was not changed; nothing was created"),
        hint: translated("specify a new file for the recovery kit"), .usage)
    case .recoveryKitLost(let path, let errorNumber):
      self.init(
        translated(
          "\(Presenter.printable(path)): \(SystemErrorText.text(errorNumber)). A new recovery key was created, but it was lost; the previous key no longer opens the vault"
        ),
        hint: translated("the vault is unlocked and complete; create another key and write it down: passfold recovery-key"))
    case .recoveryKeyNotConfirmed:
      self.init(
        translated("you did not confirm the recovery key, so it counts as lost; the vault is unlocked and complete"),
        hint: translated("create another one and write it down: passfold recovery-key"))
    case .missingPlace:
      self.init(
        translated("neither a server or folder nor a QR code was specified; nothing was changed"),
        hint: translated("passfold devices join https://SERVER, or: passfold devices join --qr-screen"), .usage)
    case .vaultInTheWay(let folder):
      self.init(
        translated("this computer already has a vault, so it cannot use another device's; nothing was changed"),
        hint: translated(
          "to keep its contents, export it first: passfold export FILE. Then move \(Presenter.printable(folder)) away, run the command again, and import the file"
        ))
    case .emptyInput: self.init(translated("standard input was empty; nothing was stored"), .usage)
    case .inputTooLong(let limit): self.init(translated("standard input contains more than \(limit) bytes; nothing was stored"), .usage)
    case .browserHostMissing(let folder):
      self.init(
        translated("the program that browsers start is not installed next to \(folder); no browser was registered"),
        hint: translated("install Passfold again"))
    case .noHome:
      self.init(
        translated("HOME is not set, so there is no folder to register browsers in"),
        hint: translated("set HOME, or specify a folder: --folder DIR"))
    case .noBrowserFound:
      self.init(
        translated("no browser was found; nothing was written"),
        hint: translated("specify yours, for example: passfold browser install firefox; passfold help browser install lists the names"))
    case .browsersLeft(let names, let isRemoval):
      let names = names.map(Presenter.printable).joined(separator: ", ")
      self.init(
        isRemoval
          ? translated("\(names): not removed; nothing was changed there")
          : translated("\(names): not registered; nothing was changed there"),
        hint: isRemoval
          ? translated("the lines above list the files: check them, and delete them yourself if nobody needs them")
          : translated("the lines above say why: fix that, then run the command again; --replace overwrites a changed manifest"))
    case .notAFile(let path):
      self.init(
        translated("\(Presenter.printable(path)) is not an ordinary file; nothing was stored"), hint: translated("specify a file"), .usage)
    case .fileChanged(let path):
      self.init(
        translated("\(Presenter.printable(path)) changed while it was being read; nothing was stored"),
        hint: translated("run the command again once the file has been written"))
    case .fileTaken(let path):
      self.init(
        translated("\(Presenter.printable(path)) already exists and was not changed; nothing was written"),
        hint: translated("specify a new file"))
    case .damageFound(let count):
      self.init(
        translated(count, one: "one thing is damaged", other: "\(count) things are damaged"),
        hint: translated("repair what can be repaired: passfold vault repair"), .damageFound)
    case .browserShutIn(let name):
      self.init(
        translated("\(Presenter.printable(name)) cannot start Passfold from its sandbox; nothing was written"),
        hint: translated("use this browser from your system's packages, or Firefox"))
    default: self.init(ofTools: failure)
    }
  }

  /// Finds the words for a failure reported by the vault.
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
          "list them: passfold vault snapshots; restore one: passfold vault restore NAME; or create a new vault, which leaves them unchanged: passfold init"
        ), .noVault)
    case .noVault:
      self.init(
        translated("there is no vault yet"),
        hint: translated(
          "create one: passfold init; or use the vault of another device: passfold devices join; if all devices are lost: passfold devices recover"
        ), .noVault)
    case .vaultExists:
      self.init(translated("there is already a vault; it was left as it is"), hint: translated("unlock it: passfold unlock"))
    case .locked:
      self.init(
        translated("the vault was locked in the meantime; nothing was changed"), hint: translated("run the command again"), .notUnlocked)
    case .vaultInUse:
      self.init(
        translated("another process has the vault open; nothing was changed"),
        hint: translated("quit the other Passfold process, then run the command again"),
        .vaultUnusable)
    case .vaultUnreadable:
      self.init(
        translated("the vault's files cannot be read; nothing was changed"),
        hint: translated("check that the folder and its files belong to you and are readable: passfold status names it"), .vaultUnusable)
    case .vaultDamaged:
      self.init(
        translated("the vault's files differ from what Passfold wrote; nothing was changed"),
        hint: translated("find out what is damaged: passfold vault check; repair it: passfold vault repair"), .vaultUnusable)
    case .recordOutdated:
      self.init(
        translated(
          "the vault's file contains an older version of this entry than the one Passfold stored last, so it is not used; nothing was changed"
        ),
        hint: translated("another program changed the vault's files: passfold vault repair restores the entry from a snapshot"),
        .vaultUnusable)
    case .notACopy:
      self.init(
        translated("the file is not a Passfold backup or snapshot, or it is damaged; nothing was changed"),
        hint: translated("list the others: passfold vault snapshots"))
    case .noSuchSnapshot:
      self.init(
        translated("there is no such snapshot; nothing was changed"), hint: translated("list the snapshots: passfold vault snapshots"),
        .notFound)
    case .migrationFailed:
      self.init(
        translated("the vault could not be converted to this version's format; it is unchanged"),
        hint: translated("use the previous version of Passfold, and report this problem"),
        .vaultUnusable)
    case .vaultTooNew:
      self.init(
        translated("the vault was written by a newer version of Passfold; nothing was changed"),
        hint: translated("update Passfold on this computer"),
        .vaultUnusable)
    case .notStored where failure.detail == "storageFull":
      self.init(
        translated(
          "the disk is full, or the vault has reached its maximum of 512 MiB; nothing was stored, and the existing contents are unchanged"),
        hint: translated(
          "check its size and that of its snapshots: passfold vault snapshots; erase files you do not need: passfold attachments"))
    case .notStored:
      self.init(
        translated("the vault could not be written; the existing contents are unchanged"),
        hint: translated("check the free disk space and the folder: passfold status"))
    case .wrongPassphrase:
      self.init(
        translated("the passphrase is wrong; nothing was changed"),
        hint: translated("run the command again to try once more"),
        .notUnlocked)
    case .tooManyAttempts:
      self.init(
        translated("too many wrong passphrases; you can try again in \(DurationWords.text(seconds: failure.retryAfter ?? 1))"),
        hint: translated("nothing is lost: wait, then run the command again"), .notUnlocked)
    case .passphraseTooShort:
      self.init(
        translated("the passphrase has fewer than \(failure.detail ?? "8") characters; nothing was created or changed"),
        hint: translated("a few words in a row are easy to remember"))
    case .recoveryKeyMistyped:
      self.init(
        translated("the recovery key contains a typing error; nothing was changed"),
        hint: translated("the last group checks the others: compare each with the paper"),
        .notUnlocked)
    case .wrongRecoveryKey:
      self.init(
        translated("this recovery key does not belong to the vault, or another one has replaced it; nothing was changed"),
        hint: translated("look for the recovery kit with the latest date; passfold status shows the vault's folder"), .notUnlocked)
    case .passphraseWeak:
      self.init(
        translated("all the passphrases were easy to guess; nothing was created or changed"),
        hint: translated("a few words in a row are strong and easy to remember; a weak passphrase is accepted if you type it again"))
    case .pinUnsuitable:
      self.init(
        translated("a PIN must have 6 to 12 digits, not all the same and not in sequence; nothing was changed"),
        hint: translated("choose digits that only you know"))
    case .pinUnavailable:
      switch failure.detail {
      case "chipMissing":
        self.init(
          translated("this computer has no TPM 2.0 that Passfold can use; nothing was changed"),
          hint: translated("if /dev/tpmrm0 exists, your user needs access to it: on Debian, membership of the group tss"))
      case "chipLockedOut":
        self.init(
          translated("the TPM has seen too many wrong PINs and accepts none for a while; nothing was changed"),
          hint: translated("use your passphrase, and try again in a few hours"))
      default: self.init(translated("the TPM did not do what was requested; nothing was changed"), hint: translated("use your passphrase"))
      }
    case .fingerUnavailable:
      switch failure.detail {
      case "noFinger":
        self.init(
          translated("no fingerprint reader has a finger of yours enrolled; nothing was changed"),
          hint: translated("enrol one with fprintd-enroll or in your desktop's settings, and try again"))
      case "chipMissing":
        self.init(
          translated("unlocking with a fingerprint needs a TPM 2.0, and this computer has none that Passfold can use; nothing was changed"),
          hint: translated("if /dev/tpmrm0 exists, your user needs access to it: on Debian, membership of the group tss"))
      default: self.init(translated("the TPM did not do what was requested; nothing was changed"), hint: translated("use your passphrase"))
      }
    case .canceled: self.init(translated("cancelled; nothing was changed"), .canceled)
    case .refused: self.init(translated("not confirmed; nothing was released or changed"), .canceled)
    case .promptTimedOut:
      self.init(
        translated("the prompt was not answered in time; nothing was changed"), hint: translated("run the command again"), .canceled)
    case .pinentryNotFound:
      self.init(
        translated("pinentry, the program that asks for passphrases, is not installed"),
        hint: translated("install one, on Debian: apt install pinentry-curses (or pinentry-gnome3, pinentry-qt)"), .noPrompt)
    case .pinentryFailed:
      self.init(
        translated("the passphrase prompt exited without an answer; nothing was changed"),
        hint: translated("check whether 'pinentry' runs, or set another program in PASSFOLD_PINENTRY"), .noPrompt)
    case .nowhereToAsk:
      self.init(
        translated("there is neither a window nor a terminal to ask on; nothing was changed"),
        hint: translated("run the command in a terminal"), .noPrompt)
    case .notFound: self.init(translated("no entry in the vault matches"), hint: translated("list the entries: passfold list"), .notFound)
    case .ambiguous:
      let matches = failure.matches ?? []
      let names = matches.map(Presenter.name(of:))
      // Words cannot distinguish credentials with the same name; their kinds or record identifiers can.
      let isTold = Set(names).count == names.count
      let kinds = Set(zip(matches, names).map { "\($0.kind.rawValue) \($1)" })
      if !isTold, kinds.count == names.count, let kind = matches.first?.kind {
        let lines = zip(matches, names).map { "\n  \($1): \(Presenter.noun($0.kind))" }
        self.init(
          translated("several entries match:") + lines.joined(),
          hint: translated("specify the kind, for example: --kind \(kind.rawValue)"), .notFound)
        return
      }
      let lines = zip(matches, names).map { entry, name -> String in
        if isTold { return "\n  \(name)" }
        return "\n  \(entry.record)  " + (entry.pending == true ? translated("\(name), not confirmed yet") : name)
      }
      let whereToLook = matches.allSatisfy { $0.trashed != nil } ? "passfold trash" : "passfold show RECORD"
      let hint =
        isTold
        ? translated("add a word from the service or account")
        : translated("specify one by its record identifier; \(whereToLook) shows when each was added")
      self.init(translated("several entries match:") + lines.joined(), hint: hint, .notFound)
    case .badSetUpLink: self.init(setUpFailure: failure)
    case .needsServiceAndUser:
      self.init(
        translated("a secret on its own does not say what it is for; nothing was stored"),
        hint: translated("specify both: --service DOMAIN --user NAME"), .usage)
    case .badService:
      self.init(
        translated("the service is neither a domain nor an https address; nothing was stored"),
        hint: translated("for example: --service shop.example"), .usage)
    case .badValue:
      self.init(
        translated("\(Presenter.printable(failure.detail ?? translated("a value"))) is not valid; nothing was stored or changed"),
        hint: translated("write a month as 2029-08 or 08/29 and a day as 1990-12-31; everything except an address is a single line"), .usage
      )
    case .noNextCode: self.init(translated("this code is counter-based, so there is no next code to show"))
    case .unsupportedProtocol:
      self.init(
        translated("the running vault belongs to a different version of Passfold than this command; nothing was changed"),
        hint: translated("end it and run the command again: passfold lock"),
        .notRunning)
    case .noSuchPart:
      self.init(
        translated("the entry has no such note, field or secret; nothing was released"),
        hint: translated("show what it has: passfold show QUERY"), .notFound)
    case .loginExists:
      let lines = (failure.matches ?? []).map { "\n  \($0.record)  \(Presenter.name(of: $0))" }
      self.init(
        translated("the site already has a login for this account; nothing was stored:") + lines.joined(),
        hint: translated("give it the new password: --update RECORD; or keep both: --separate"))
    case .wrongKind:
      self.init(
        translated("this is not possible with an entry of that kind; nothing was changed"),
        hint: translated("show what it is: passfold show QUERY"))
    case .codeDoesNotMatch:
      self.init(
        translated("that is not a code of this set-up; it stays unconfirmed and nothing was changed"),
        hint: translated("type the code that is shown now; if it is refused again, check the clock: passfold clock"))
    case .notPending:
      self.init(translated("this set-up is already confirmed; nothing was changed"))
    case .badMigration:
      self.init(
        translated("the export cannot be read (\(failure.detail.map(Presenter.printable) ?? translated("unknown"))); nothing was stored"),
        hint: translated("export the accounts again, and read every one of the QR codes"))
    case .nothingToRestore:
      self.init(translated("no entry in the trash matches"), hint: translated("list the trash: passfold trash"), .notFound)
    case .noSuchHistory:
      self.init(
        translated("its history has no such number; nothing was changed"),
        hint: translated("list the numbers: passfold show QUERY --history"), .notFound)
    case .noSuchAttachment, .attachmentExists, .badAttachmentName, .attachmentTooLong, .tooManyAttachments, .attachmentDamaged,
      .attachmentAwaited, .attachmentRefused, .transferEnded, .recordTooLong:
      self.init(ofAttachments: failure)
    case .fileUnreadable, .fileUnwritable, .nothingToUndo: self.init(ofExchange: failure)
    case .wouldAsk:
      self.init(
        translated("the vault would have to ask first; nothing was changed"),
        hint: translated("unlock it for this terminal: passfold unlock"), .notUnlocked)
    default: self.init(translated("the vault answered '\(Presenter.printable(failure.detail ?? failure.code.name))'; nothing was changed"))
    }
  }

  private init(setUpFailure failure: VaultFailure) {
    let position = failure.position.map { $0 + 1 }
    let reason =
      switch failure.detail {
      case "missingSecret": translated("it has no secret")
      case "secretNotBase32": Self.foreignCharacter(failure)
      case "secretIncomplete": translated("its secret is incomplete: characters are missing at the end")
      case "secretTooLong": translated("its secret is longer than any service uses")
      case "secretTooShort": translated("its secret is too short to be safe")
      case "unknownAlgorithm": translated("it uses an unknown algorithm (known are SHA1, SHA256 and SHA512)")
      case "unsupportedAlgorithm": translated("it uses an algorithm that Passfold does not support (it supports SHA1, SHA256 and SHA512)")
      case "digitsOutOfRange": translated("its number of digits is not between 6 and 10")
      case "periodOutOfRange": translated("its period is not between a second and a day")
      case "counterOutOfRange": translated("its counter is not a number")
      case "notASetupURL": translated("it does not begin with otpauth: or apple-otpauth:")
      case "unknownType": translated("it sets up an unknown kind of code")
      case "duplicateParameter": translated("one of its parameters occurs twice")
      case "invalidPercentEncoding", "controlCharacter":
        position.map { translated("it is malformed, at character \($0)") } ?? translated("it is malformed")
      case "tooLong": translated("it is too long")
      default: position.map { translated("it cannot be read, at character \($0)") } ?? translated("it cannot be read")
      }
    self.init(
      translated("the set-up link or secret cannot be used: \(reason); nothing was stored"),
      hint: translated("copy it from the service again, in full"))
  }

  /// Names the character that is not Base32, and the character that was probably meant.
  private static func foreignCharacter(_ failure: VaultFailure) -> String {
    let character = failure.character.map(Presenter.printable).flatMap { $0.isEmpty ? nil : $0 }
    let text =
      switch (character, failure.position.map { $0 + 1 }) {
      case (let character?, let position?):
        translated("its secret contains '\(character)', which is not valid, at character \(position) (only A to Z and 2 to 7 are)")
      case (let character?, nil): translated("its secret contains '\(character)', which is not valid (only A to Z and 2 to 7 are)")
      case (nil, let position?):
        translated("its secret contains a character that is not valid, at character \(position) (only A to Z and 2 to 7 are)")
      case (nil, nil): translated("its secret contains a character that is not valid (only A to Z and 2 to 7 are)")
      }
    return failure.suggestion.map { translated("\(text); perhaps \(Presenter.printable($0)) was meant") } ?? text
  }
}
