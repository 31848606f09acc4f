// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
import Translations

/// Why a person is asked for the passphrase: what will happen, and who wants it.
package enum PromptPurpose: Sendable, Hashable {
  /// The vault is opened for a program at the management door.
  case manage(program: String)
  /// A code is filled in at a service.
  case fillCode(service: String)
  /// A password is filled in at a service.
  case fillPassword(service: String)
  /// The person signs in to a service with a passkey.
  case signIn(service: String)
  /// A passkey is made for a service.
  case createPasskey(service: String)
  /// One-time codes are set up for a service.
  case setUpCode(service: String)
  /// A new or changed password of a service is kept.
  case savePassword(service: String)
  /// The set-up link of a credential's codes leaves the vault for a program.
  case export(name: String, program: String)
  /// The list of credentials is shown.
  case showList
  /// A program is allowed something where there is no display to say yes on.
  case allow(ReleaseAct, program: String)
  /// A copy of the vault takes its place, for a program.
  case restoreVault(day: String, count: Int, program: String)
  /// The vault is put together anew, for a program; one that synchronises does not do so any more.
  case repairVault(program: String, endsSynchronising: Bool)
  /// More credentials than usual are filled in within a minute, where there is no display to say yes on.
  case fillMore(service: String)
  /// Everything in the vault is handed over to another provider.
  case handOver(provider: String)
  /// What another provider hands over is taken into the vault.
  case takeOver(provider: String)
}

extension PromptPurpose {
  /// Whether a PIN or a finger does. What leaves for good, and what a yes would be asked for where there is a display, takes the passphrase.
  var takesPIN: Bool {
    switch self {
    case .manage, .fillCode, .fillPassword, .signIn, .createPasskey, .setUpCode, .savePassword, .showList, .takeOver: true
    case .export, .allow, .fillMore, .handOver, .restoreVault, .repairVault: false
    }
  }
}

/// The words of every prompt that the vault shows.
package enum PromptTexts {
  /// Asks for the passphrase of the locked vault.
  package static func unlock(for purpose: PromptPurpose, error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Unlock Passfold"), description: translated("Your vault is locked.") + "\n" + reason(purpose),
      label: translated("Passphrase:"), error: error,
      confirmLabel: translated("_Unlock"), cancelLabel: translated("_Cancel"))
  }

  /// Asks for the passphrase again to make sure who is there.
  package static func verify(for purpose: PromptPurpose, error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Is it you?"), description: translated("Type your passphrase to confirm.") + "\n" + reason(purpose),
      label: translated("Passphrase:"), error: error,
      confirmLabel: translated("_Confirm"), cancelLabel: translated("_Cancel"))
  }

  /// Asks for the passphrase of a vault to be made.
  package static func create(error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("New Passfold vault"),
      description: translated(
        "Choose a passphrase for your vault.\nA few words in a row are strong and easy to keep in mind. Nobody can reset it."),
      label: translated("New passphrase:"), error: error,
      repetition: repetition,
      confirmLabel: translated("_Make vault"), cancelLabel: translated("_Cancel"), timeout: .seconds(300))
  }

  /// Asks for the present passphrase before another one is chosen.
  package static func presentPassphrase(program: String, error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Change the passphrase"),
      description: translated(
        "Type the passphrase that your vault has now.\nAsked for by \(program). Cancel unless you want another passphrase."),
      label: translated("Passphrase:"), error: error, confirmLabel: translated("_Continue"), cancelLabel: translated("_Cancel"))
  }

  /// Asks for the passphrase that takes the former one's place.
  package static func newPassphrase(error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Change the passphrase"),
      description:
        translated(
          "Choose another passphrase for your vault.\nA few words in a row are strong and easy to keep in mind. The former one ends."),
      label: translated("New passphrase:"), error: error, repetition: repetition, confirmLabel: translated("_Change"),
      cancelLabel: translated("_Cancel"),
      timeout: .seconds(300))
  }

  /// Asks for the printed key.
  package static func recoveryKey(program: String, error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Recover your vault"),
      description: translated(
        "Type the recovery key from your kit, 14 groups of four characters; hyphens and capitals do not matter.\nAsked for by \(program). Cancel unless you want to recover your vault."
      ),
      label: translated("Recovery key:"), error: error, confirmLabel: translated("_Continue"), cancelLabel: translated("_Cancel"),
      timeout: .seconds(600))
  }

  /// Says that the printed key has a typing error.
  package static let recoveryKeyMistyped = translated("Something is mistyped: the last group does not fit the others. Please compare them.")

  /// Asks for the passphrase that takes a forgotten one's place.
  package static func passphraseAfterRecovery(error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Recover your vault"),
      description:
        translated(
          "Your recovery key fits. Choose another passphrase for your vault.\nA few words in a row are strong and easy to keep in mind."),
      label: translated("New passphrase:"), error: error, repetition: repetition, confirmLabel: translated("_Recover"),
      cancelLabel: translated("_Cancel"),
      timeout: .seconds(300))
  }

  /// Asks for the passphrase before the recovery key is replaced.
  package static func replaceRecoveryKey(program: String, error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Make another recovery key"),
      description: translated(
        "Your vault gets another recovery key. The one on paper ends.\nAsked for by \(program). Cancel unless you want that."),
      label: translated("Passphrase:"), error: error, confirmLabel: translated("_Continue"), cancelLabel: translated("_Cancel"))
  }

  private static let repetition = PassphraseQuestion.Repetition(
    label: translated("Once more:"), mismatch: translated("The two are not alike. Please type both again."))

  /// Says that a new passphrase is easy to guess, and how to keep it all the same.
  package static let easilyGuessed =
    translated(
      "That is easy to guess: a program that tries known words and patterns finds it early. Choose a longer one, or type the same again to keep it."
    )

  /// Asks for a password to be stored.
  package static func password(service: String, user: String) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Add a password"),
      description: user.isEmpty
        ? translated("The password for \(service), to be kept in your vault without a user name.")
        : translated("The password of \(user) at \(service), to be kept in your vault."),
      label: translated("Password:"),
      confirmLabel: translated("_Add"), cancelLabel: translated("_Cancel"), timeout: .seconds(300))
  }

  /// Asks for a set-up link.
  package static func setUpLink() -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Set up one-time codes"),
      description: translated("Paste the set-up link (otpauth: or apple-otpauth:) or the secret that the service shows."),
      label: translated("Link or secret:"), confirmLabel: translated("_Add"), cancelLabel: translated("_Cancel"), timeout: .seconds(300))
  }

  /// Asks whether a program may have something.
  package static func confirm(_ act: ReleaseAct, program: String) -> ConfirmationQuestion {
    ConfirmationQuestion(
      title: translated("Allow this?"), description: "\(beginning(program))\n\(wish(act))\n\(sayNo)",
      confirmLabel: translated("_Allow"), cancelLabel: translated("_Do not allow"))
  }

  /// Asks whether still more credentials may be filled in within the minute.
  package static func fillMore(service: String) -> ConfirmationQuestion {
    ConfirmationQuestion(
      title: translated("Fill in so many?"), description: "\(fillMoreReason(service))\n\(sayNo)",
      confirmLabel: translated("_Allow"), cancelLabel: translated("_Do not allow"))
  }

  private static let sayNo = translated("Say no unless you have just asked for it yourself.")
  private static let allows = translated("Your passphrase allows it. Cancel unless you have just asked for it yourself.")

  private static func fillMoreReason(_ service: String) -> String {
    translated(
      "A program asked for more than \(ReleaseBrake.perMinute) of your credentials within a minute; the next one is for \(cut(service)).")
  }

  /// Says that a passphrase was wrong.
  package static func wrongPassphrase(triesLeft: Int) -> String {
    translated(triesLeft, one: "That passphrase is wrong. One more try.", other: "That passphrase is wrong. \(triesLeft) more tries.")
  }

  /// Says that a new passphrase is too short.
  package static func tooShort(least: Int) -> String { translated("Please take at least \(least) characters.") }

  /// A program as it stands at the beginning of a sentence.
  private static func beginning(_ program: String) -> String { program.prefix(1).uppercased() + program.dropFirst() }

  /// What a program wants, as the end of a sentence that begins with its name.
  private static func wish(_ act: ReleaseAct) -> String {
    switch act {
    case .code(let name): translated("wants the current one-time code of \(cut(name)).")
    case .reveal(let name): translated("wants the password of \(cut(name)).")
    case .revealFormer(let name): translated("wants a password that \(cut(name)) had before.")
    case .revealAddition(let name, let part): translated("wants \(cut(part)) of \(cut(name)).")
    case .attach(let name, let file): translated("wants to keep the file \(cut(file)) with \(cut(name)).")
    case .attachment(let name, let file): translated("wants the file \(cut(file)) of \(cut(name)).")
    case .removeAttachment(let name, let file): translated("wants to remove the file \(cut(file)) of \(cut(name)) for good.")
    case .search(let query): translated("wants to look for “\(cut(query))” in your vault.")
    case .list: translated("wants the list of everything in your vault (names, no secrets).")
    case .add(let name): translated("wants to add \(cut(name)) to your vault.")
    case .previewSetUp(let name):
      translated("wants to set up one-time codes for \(cut(name)), and to see which of your logins fit (names, no secrets).")
    case .codes(let query):
      query.isEmpty
        ? translated("wants the current one-time codes of all your accounts.")
        : translated("wants the current one-time codes of all that fits “\(cut(query))”.")
    case .details(let name): translated("wants to know everything about \(cut(name)) but its secret.")
    case .confirmCode(let name): translated("says that the service took a code of \(cut(name)), so that it replaces the codes from before.")
    case .edit(let name, let parts): translated("wants to change \(cut(name)): \(cut(parts)).")
    case .remove(let name): translated("wants to move \(cut(name)) to the trash.")
    case .restore(let name): translated("wants to take \(cut(name)) out of the trash.")
    case .erase(let name): translated("wants to erase \(cut(name)) from the trash for good. Nothing brings it back.")
    case .emptyTrash(let count):
      translated(
        count, one: "wants to erase the one entry in your trash for good. Nothing brings it back.",
        other: "wants to erase all \(count) entries in your trash for good. Nothing brings them back.")
    case .importFile:
      translated("wants to take a file of another program into your vault, and to know what of it you have already (names, no secrets).")
    case .undoImport(let count):
      translated(
        count,
        one:
          "wants to take your last import of one entry back. If it is new, it goes to the trash; if it was yours before, it becomes as it was.",
        other:
          "wants to take your last import of \(count) entries back. New ones go to the trash; those that were yours before become as they were."
      )
    case .exportAll(let format, let isPlain):
      isPlain
        ? translated("wants everything in your vault in a file that anybody can read (\(format)): all passwords, passkeys and codes.")
        : translated("wants everything in your vault in a sealed file (\(format)).")
    case .trash: translated("wants the list of everything in your trash (names, no secrets).")
    case .health: translated("wants to know which of your passwords are weak, old or used twice (names, no secrets).")
    case .check: translated("wants to check your vault, and to name what is damaged (names, no secrets).")
    case .releases: translated("wants the log of what left your vault, when and where to (names, no secrets).")
    case .export(let name): translated("wants the secret of \(cut(name)). Whoever has it can make your codes for ever.")
    case .compensateClock(let seconds?):
      translated("wants your codes made for another time than the computer’s: \(cut(time(seconds))). Wrong, it makes every code fail.")
    case .synchronise(let place):
      translated("wants to keep your vault in step with your other devices at \(cut(place)). Only sealed data goes there.")
    case .moveSync(let place):
      translated(
        "wants to keep your vault in step with your other devices at \(cut(place)) from now on, and no more where it was. Only sealed data goes there."
      )
    case .leaveSync: translated("wants to stop keeping your vault in step with your other devices.")
    case .resumeSync: translated("wants to go on with what stopped the synchronising of your vault.")
    case .replaceRecoveryKey: translated("wants to give your account another recovery key. The one on paper ends.")
    case .addDevice: translated("wants to add a device that will read everything in your vault.")
    case .removeDevice(let name): translated("wants to remove the device \(cut(name)) from your account.")
    case .devices: translated("wants to know where your vault is kept in step, and what your devices are called.")
    case .renameDevice(let name?, let new): translated("wants to call the device \(cut(name)) \(cut(new)) on all your devices.")
    case .renameDevice(nil, let new): translated("wants to call this device \(cut(new)) on all your devices.")
    case .compensateClock(nil): translated("wants your codes made for the computer’s time again.")
    }
  }

  private static func time(_ seconds: Double) -> String {
    let tenths = Int((abs(seconds) * 10).rounded())
    let (whole, tenth) = (tenths / 10, tenths % 10)
    return seconds < 0 ? translated("\(whole).\(tenth) seconds earlier") : translated("\(whole).\(tenth) seconds later")
  }

  /// A text from elsewhere, too short to push the question itself off the prompt.
  static func cut(_ text: String) -> String {
    let line = text.filter { !$0.isNewline }
    return line.count > 80 ? line.prefix(79) + "…" : line
  }

  static func reason(_ purpose: PromptPurpose) -> String {
    switch purpose {
    case .manage(let program): translated("Asked for by \(program).")
    case .fillCode(let service): translated("It is needed to fill in your code at \(service).")
    case .fillPassword(let service): translated("It is needed to fill in your password at \(service).")
    case .signIn(let service): translated("It is needed to sign you in at \(service).")
    case .createPasskey(let service): translated("It is needed to make a passkey for \(service).")
    case .savePassword(let service): translated("It is needed to save your password for \(cut(service)).")
    case .setUpCode(let service): translated("It is needed to set up one-time codes for \(service).")
    case .export(let name, let program):
      translated("The secret of \(cut(name)) will be given to \(program). Whoever has it can make your codes for ever.")
    case .showList: translated("It is needed to show your credentials.")
    case .handOver(let provider):
      translated(
        "Everything in your vault will be handed over to \(cut(provider)): all passwords, passkeys and codes.\nCancel unless you have just asked for it yourself."
      )
    case .takeOver(let provider): translated("It is needed to import what \(cut(provider)) hands over.")
    case .allow(let act, let program):
      "\(beginning(program))\n\(wish(act))\n\(allows)"
    case .restoreVault(let day, let count, let program):
      translated(
        count,
        one: """
          \(beginning(program))
          wants to put the copy of \(day) with \(count) entry into the place of your vault, which stays as a snapshot.
          Type the passphrase that the vault had then. Cancel unless you have just asked for it yourself.
          """,
        other: """
          \(beginning(program))
          wants to put the copy of \(day) with \(count) entries into the place of your vault, which stays as a snapshot.
          Type the passphrase that the vault had then. Cancel unless you have just asked for it yourself.
          """)
    case .repairVault(let program, false):
      translated(
        "\(beginning(program))\nwants to repair your vault. What is damaged is set apart and taken from snapshots. Cancel unless you have just asked for it yourself."
      )
    case .repairVault(let program, true):
      translated(
        "\(beginning(program))\nwants to repair your vault. What is damaged is set apart and taken from snapshots. It stops synchronising until you set that up again. Cancel unless you have just asked for it yourself."
      )
    case .fillMore(let service): "\(fillMoreReason(service))\n\(allows)"
    }
  }
}

/// What a program at the management door may be allowed.
package enum ReleaseAct: Sendable, Hashable {
  /// The current code of a named credential.
  case code(String)
  /// The password of a named credential.
  case reveal(String)
  /// A password that a named credential had before.
  case revealFormer(String)
  /// The note or a field of a person's own of a named credential.
  case revealAddition(String, part: String)
  /// A file that is to be kept with a named credential.
  case attach(String, file: String)
  /// A file of a named credential.
  case attachment(String, file: String)
  /// The end of a file of a named credential.
  case removeAttachment(String, file: String)
  /// What fits a query that does not name one credential.
  case search(String)
  /// The list.
  case list
  /// A named addition.
  case add(String)
  /// What fits a named set-up link.
  case previewSetUp(String)
  /// The codes of all that fits a query.
  case codes(String)
  /// Everything but the secret of a named credential.
  case details(String)
  /// The end of a named set-up's wait.
  case confirmCode(String)
  /// A change of the parts of a named credential.
  case edit(String, parts: String)
  /// A named credential into the trash.
  case remove(String)
  /// A named credential out of the trash.
  case restore(String)
  /// A named credential in the trash, for good.
  case erase(String)
  /// Everything in the trash, for good.
  case emptyTrash(count: Int)
  /// A file of another program, with all that is in it.
  case importFile
  /// The last import, taken back.
  case undoImport(count: Int)
  /// Everything in the vault, in a file.
  case exportAll(format: String, isPlain: Bool)
  /// The list of the trash.
  case trash
  /// How the passwords stand.
  case health
  /// The log of what left the vault.
  case releases
  /// What is damaged, by name.
  case check
  /// The secret of a named credential's codes.
  case export(String)
  /// The vault in step with other devices at a place.
  case synchronise(String)
  /// The same at another place than before.
  case moveSync(String)
  /// The end of that.
  case leaveSync
  /// Going on after an alarm.
  case resumeSync
  /// Another recovery key.
  case replaceRecoveryKey
  /// A further device of the account.
  case addDevice
  /// The end of a named device.
  case removeDevice(String)
  /// Where the vault is synchronised, and the account's devices.
  case devices
  /// Another name for a device; nil for this one.
  case renameDevice(String?, to: String)
  /// Another time for codes, in seconds from the system's; nil for the system's.
  case compensateClock(Double?)
}

extension ReleaseAct {
  /// Whether it stores or changes one entry, of which a person may do many in a row; what throws away or erases is asked about each time.
  var isChange: Bool {
    switch self {
    case .add, .edit, .attach: true
    default: false
    }
  }
}
