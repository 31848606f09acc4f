// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// The settings' words about the account's devices, apart from those shared with the command.
package enum DeviceSettingsWords {
  package static let title = translated("Devices and sync")
  package static let standing = translated("Status")
  package static let place = translated("Synchronised at")
  package static let devices = translated("Devices")
  package static let beforeShown = translated("The vault asks you before it shows your devices and where they synchronise.")
  package static let whenShown = translated("As they were when you last looked.")
  package static let show = translated("Show devices")
  package static let again = translated("Refresh")
  package static let tryNow = translated("Try again now")
  package static let number = translated("Number")
  package static let lastSeen = translated("Last seen")
  package static let newName = translated("New name")
  package static let asking = translated("Answer your vault's prompt.")
  package static let silent = translated("The vault does not respond. Nothing was lost. Open this window again, or run passfold status.")
  package static let nothingShown = translated("Nothing is shown.")
  package static let nothingChanged = translated("Nothing was changed.")
  package static let nothingAdded = translated("No device was added.")
  package static let add = translated("Add a device")
  package static let waiting = translated("Waiting for the new device")
  package static let onNewDevice = translated("On the new device, join in Passfold's window, or run")
  package static let code = translated("Type this code there")
  package static let orPicture = translated("Or photograph the QR code and choose the picture there.")
  package static let digits = translated("Then type its six digits here")
  package static let digitsHint = translated("It shows six digits; type them into your vault's prompt.")
  package static let stop = translated("Stop")
  package static let removal =
    translated("The vault asks for your passphrase first. The device keeps what it has, but cannot open anything written from then on.")
  package static let knownTitle = translated("What it could read")
  package static let comparison = translated("Compare two devices")
  package static let comparisonHint =
    translated(
      "Compare them once both are in sync. If the six words differ although nothing changed in between, the server or folder is showing your devices different data: stop trusting it."
    )
  package static let showWords = translated("Show six words")
  package static let showWordsAnew = translated("Show them again")
  package static let goOn = translated("Resume")
  package static let goOnHint =
    translated("Passfold checks again for the problem and stops again if it is still there. The vault asks for your passphrase.")
  package static let take = translated("Accept the changes set aside")
  package static let takeHint = translated("The vault asks for your passphrase.")
  package static let begun =
    translated("Passfold now synchronises automatically. Add your other devices here, one at a time, with the device in front of you.")
  package static let wentOver =
    translated("Your account is now synchronised at the new place. Enter the place on each of your other devices as well.")
  package static let left = translated("Your vault is now on this computer only. Nothing was lost.")
  package static let asItWas = translated("Everything in your vault is unchanged.")
  package static let wentOn = translated("The problem is gone, and synchronisation has resumed.")
  package static let taken = translated("The changes that were set aside have been accepted.")

  /// The progress of the exchange; the total is 0 while unknown.
  package static func progress(_ progress: VaultAnswer.Progress) -> String {
    progress.total > 0
      ? translated("Synchronising: \(progress.done) of \(progress.total) entries.")
      : translated(
        progress.done, one: "Synchronising: \(progress.done) entry so far.", other: "Synchronising: \(progress.done) entries so far.")
  }

  package static func rename(_ name: String) -> String { translated("Rename \(name)") }
  package static func more(_ count: Int) -> String { translated("And \(count) more; Passfold’s window lists them all") }
  package static func remove(_ name: String) -> String { translated("Remove \(name)") }
  package static func newName(of name: String) -> String { translated("New name for \(name)") }

  /// The reason why the vault refused, and what that means.
  static func refusal(_ failure: VaultFailure, of outcome: String) -> String {
    let reason =
      switch failure.code {
      case .refused: translated("You declined.")
      case .canceled, .promptTimedOut: translated("You did not answer the vault's question.")
      case .wrongPassphrase, .tooManyAttempts: translated("The passphrase was wrong.")
      case .locked: translated("The vault is locked.")
      case .noVault: translated("There is no vault yet.")
      case .enrolmentFailed where failure.detail == "silent": DeviceWords.sentence(DeviceWords.enrolment(failure.detail))
      case .enrolmentFailed: translated("The digits were wrong, or joining was cancelled on the new device.")
      default:
        DeviceWords.failure(failure).map(DeviceWords.sentence) ?? translated("The vault could not do this.")
      }
    return [reason, advice(after: failure), outcome].compactMap(\.self).joined(separator: " ")
  }

  /// The advice when a place was refused.
  private static func advice(after failure: VaultFailure) -> String? {
    switch failure.code {
    case .badPlace: translated("A server address looks like https://sync.example.")
    case .otherAccountThere:
      translated(
        "To make this computer a device of that account, export this vault's entries, move the vault's folder away, and choose “Join your other devices”. To start a separate account there: passfold sync use FOLDER --separate"
      )
    case .placeForked:
      translated(
        "Compare your devices. If you know that this place is the right one, stop synchronising and start again there: the changes from both sides are merged."
      )
    case .deviceRemoved:
      translated(
        "To be part of it again, export the entries, move the vault's folder away, join your other devices, and import what they lack. To keep this vault on its own, stop synchronising."
      )
    case .formerPlaceAway where failure.detail == "login_refused":
      translated(
        "Check the device list on another device. If the place has lost your account permanently, say below the name that it is gone.")
    case .formerPlaceAway:
      translated(
        "If another device has already switched, enter its new place. If the old place is gone permanently, say so below the name.")
    case .movedByAnother:
      translated(
        "Compare the place on your other devices. If it differs, stop synchronising here and start again at their place: the changes from both sides are merged."
      )
    case .accountIncomplete: translated("Start on another device that has everything; this one follows.")
    case .syncFailed, .syncNotBegun: SyncProblemWords(failure).advice
    default: nil
    }
  }
}
