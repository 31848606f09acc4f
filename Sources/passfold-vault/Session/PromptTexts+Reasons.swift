// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// The reasons that the user is asked: the act, and the program or service behind it.
extension PromptTexts {
  private static let allows = translated("Your passphrase allows it. Cancel unless you have just asked for this yourself.")

  static func fillMoreReason(_ service: String) -> String {
    translated(
      "A program requested more than \(ReleaseRateLimit.perMinute) of your entries within a minute; the next one is for \(cut(service)).")
  }

  /// Returns a program's name for the beginning of a sentence.
  static func beginning(_ program: String) -> String { program.prefix(1).uppercased() + program.dropFirst() }

  /// Returns a program's wish, as the end of a sentence that begins with its name.
  static func wish(_ act: ReleaseAct) -> String {
    switch act {
    case .code(let name): translated("wants the current one-time code of \(cut(name)).")
    case .reveal(let name): translated("wants the password of \(cut(name)).")
    case .revealFormer(let name): translated("wants a previous password of \(cut(name)).")
    case .revealAddition(let name, let part): translated("wants \(cut(part)) of \(cut(name)).")
    case .attach(let name, let file): translated("wants to attach the file \(cut(file)) to \(cut(name)).")
    case .attachment(let name, let file): translated("wants the file \(cut(file)) of \(cut(name)).")
    case .removeAttachment(let name, let file): translated("wants to remove the file \(cut(file)) from \(cut(name)) permanently.")
    case .search(let query): translated("wants to search for “\(cut(query))” in your vault.")
    case .list: translated("wants the list of everything in your vault (names, no secrets).")
    case .add(let name): translated("wants to add \(cut(name)) to your vault.")
    case .previewSetUp(let name):
      translated("wants to set up one-time codes for \(cut(name)) and to see which of your logins match (names, no secrets).")
    case .codes(let query):
      query.isEmpty
        ? translated("wants the current one-time codes of all your accounts.")
        : translated("wants the current one-time codes of everything that matches “\(cut(query))”.")
    case .details(let name): translated("wants to know everything about \(cut(name)) except its secret.")
    case .confirmCode(let name):
      translated("reports that the service accepted a code of \(cut(name)), so that it replaces the previous codes.")
    case .edit(let name, let parts): translated("wants to change \(cut(name)): \(cut(parts)).")
    case .remove(let name): translated("wants to move \(cut(name)) to the trash.")
    case .restore(let name): translated("wants to restore \(cut(name)) from the trash.")
    case .erase(let name): translated("wants to erase \(cut(name)) from the trash permanently. This cannot be undone.")
    case .emptyTrash(let count):
      translated(
        count, one: "wants to erase the only entry in your trash permanently. This cannot be undone.",
        other: "wants to erase all \(count) entries in your trash permanently. This cannot be undone.")
    case .importFile:
      translated("wants to import a file from another program into your vault and to know what you already have (names, no secrets).")
    case .undoImport(let count):
      translated(
        count,
        one:
          "wants to undo your last import of one entry. If it was new, it moves to the trash; if it already existed, it returns to its previous state, and files that were added to it move to the trash.",
        other:
          "wants to undo your last import of \(count) entries. New ones move to the trash; those that already existed return to their previous state, and files that were added to them move to the trash."
      )
    case .exportAll(let format, let isPlain):
      isPlain
        ? translated("wants everything in your vault in a file that anyone can read (\(format)): all passwords, passkeys and codes.")
        : translated("wants everything in your vault in an encrypted file (\(format)).")
    case .trash: translated("wants the list of everything in your trash (names, no secrets).")
    case .health: translated("wants to know which of your passwords are weak, old or reused (names, no secrets).")
    case .check: translated("wants to check your vault and list what is damaged (names, no secrets).")
    case .releases: translated("wants the log of what left your vault, when, and where it went (names, no secrets).")
    case .export(let name): translated("wants the secret of \(cut(name)). Anyone who has it can make your codes forever.")
    case .compensateClock(let seconds?):
      translated(
        "wants codes to be computed for a different time than the computer’s clock: \(cut(time(seconds))). If that time is wrong, every code fails."
      )
    case .synchronise(let place):
      translated("wants to synchronise your vault with your other devices at \(cut(place)). Only encrypted data goes there.")
    case .moveSync(let place):
      translated(
        "wants to synchronise your vault with your other devices at \(cut(place)) from now on, instead of the current place. Only encrypted data goes there."
      )
    case .leaveSync: translated("wants to stop synchronising your vault with your other devices.")
    case .resumeSync: translated("wants to resume synchronisation although it was stopped by an alarm.")
    case .replaceRecoveryKey: translated("wants to give your account a new recovery key. The key you wrote down stops working.")
    case .addDevice: translated("wants to add a device that can then read everything in your vault.")
    case .removeDevice(let name, 0): translated("wants to remove the device \(cut(name)) from your account.")
    case .removeDevice(let name, let files):
      translated("wants to remove the device \(cut(name)) from your account.") + "\n"
        + translated(
          files, one: "\(files) file has not reached this computer. If only that device has it, it is lost.",
          other: "\(files) files have not reached this computer. Those that only that device has are lost.")
    case .listKnown(let name): translated("wants to know what the removed device \(cut(name)) could read.")
    case .devices: translated("wants to know where your vault is synchronised and what your devices are called.")
    case .renameDevice(let name?, let new): translated("wants to call the device \(cut(name)) \(cut(new)) on all your devices.")
    case .renameDevice(nil, let new): translated("wants to call this device \(cut(new)) on all your devices.")
    case .compensateClock(nil): translated("wants codes to be computed for the time of the computer’s clock again.")
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
    case .manage(let program): translated("Requested by \(program).")
    case .fillCode(let service): translated("It is needed to fill in your code at \(service).")
    case .fillPassword(let service): translated("It is needed to fill in your password at \(service).")
    case .signIn(let service): translated("It is needed to sign you in at \(service).")
    case .createPasskey(let service): translated("It is needed to create a passkey for \(service).")
    case .savePassword(let service): translated("It is needed to save your password for \(cut(service)).")
    case .setUpCode(let service): translated("It is needed to set up one-time codes for \(service).")
    case .export(let name, let program):
      translated("The secret of \(cut(name)) will be given to \(program). Anyone who has it can make your codes forever.")
    case .showList: translated("It is needed to show your entries.")
    case .handOver(let provider):
      translated(
        "Everything in your vault will be handed over to \(cut(provider)): all passwords, passkeys and codes.\nCancel unless you have just asked for this yourself."
      )
    case .takeOver(let provider): translated("It is needed to import what \(cut(provider)) hands over.")
    case .allow(let act, let program):
      "\(beginning(program))\n\(wish(act))\n\(allows)"
    case .restoreVault(let day, let count, let program):
      translated(
        count,
        one: """
          \(beginning(program))
          wants to restore your vault to its state of \(day), with \(count) entry. The current vault stays as a snapshot.
          Type the passphrase that the vault had then. Cancel unless you have just asked for this yourself.
          """,
        other: """
          \(beginning(program))
          wants to restore your vault to its state of \(day), with \(count) entries. The current vault stays as a snapshot.
          Type the passphrase that the vault had then. Cancel unless you have just asked for this yourself.
          """)
    case .repairVault(let program, false):
      translated(
        "\(beginning(program))\nwants to repair your vault. Damaged entries are set aside and restored from snapshots. Cancel unless you have just asked for this yourself."
      )
    case .repairVault(let program, true):
      translated(
        "\(beginning(program))\nwants to repair your vault. Damaged entries are set aside and restored from snapshots. The vault stops synchronising until you set that up again. Cancel unless you have just asked for this yourself."
      )
    case .fillMore(let service): "\(fillMoreReason(service))\n\(allows)"
    }
  }
}
