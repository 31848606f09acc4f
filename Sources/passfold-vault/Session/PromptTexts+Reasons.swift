// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// The reasons that the user is asked: the act, and the program or service behind it.
extension PromptTexts {
  private static let allows = translated("Your passphrase allows it. Cancel unless you have just asked for it yourself.")

  static func fillMoreReason(_ service: String) -> String {
    translated(
      "A program asked for more than \(ReleaseBrake.perMinute) of your credentials within a minute; the next one is for \(cut(service)).")
  }

  /// Returns a program's name for the beginning of a sentence.
  static func beginning(_ program: String) -> String { program.prefix(1).uppercased() + program.dropFirst() }

  /// Returns a program's wish, as the end of a sentence that begins with its name.
  static func wish(_ act: ReleaseAct) -> String {
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

  /// Returns a shortened text from elsewhere, too short to push the question itself off the prompt.
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
