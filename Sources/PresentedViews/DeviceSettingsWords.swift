// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// What the settings say of the account's devices beside what the command says, too.
package enum DeviceSettingsWords {
  package static let title = translated("Devices and sync")
  package static let standing = translated("How it stands")
  package static let place = translated("Kept in step at")
  package static let devices = translated("Devices")
  package static let beforeShown = translated("The vault asks you before it says which devices there are, and where they meet.")
  package static let whenShown = translated("As they were when you looked.")
  package static let show = translated("Show devices")
  package static let again = translated("Look again")
  package static let tryNow = translated("Try again now")
  package static let number = translated("Number")
  package static let lastSeen = translated("Last seen")
  package static let newName = translated("Another name")
  package static let asking = translated("Your vault's prompt asks you.")
  package static let silent = translated("The vault does not answer. Nothing was lost; open this window again, or see passfold status.")
  package static let nothingShown = translated("Nothing is shown.")
  package static let nothingChanged = translated("Nothing was changed.")
  package static let nothingAdded = translated("No device was added.")
  package static let add = translated("Add a device")
  package static let waiting = translated("Waiting for the new device")
  package static let onNewDevice = translated("On the new device, join in Passfold's window, or run")
  package static let code = translated("There, type this code")
  package static let orPicture = translated("Or have it read the QR code: --qr-screen, or --qr-image with a picture.")
  package static let digits = translated("Then type its six digits here")
  package static let digitsHint = translated("It shows them, and your vault's prompt asks you for them.")
  package static let stop = translated("Stop")
  package static let removal =
    translated("The vault asks for your passphrase first. The device opens nothing that is written from then on, and keeps what it has.")
  package static let knownTitle = translated("What it knew")
  package static let comparison = translated("Compare two devices")
  package static let comparisonHint =
    translated(
      "Look at both, once both are in step. If their six words differ although nothing was changed in between, somebody shows your devices different things: do not trust this server or folder any more."
    )
  package static let showWords = translated("Show six words")
  package static let showWordsAnew = translated("Show them anew")
  package static let goOn = translated("Go on")
  package static let goOnHint =
    translated("What stopped it is looked at again; if it is still there, it stops again. The vault asks for your passphrase.")
  package static let take = translated("Take what is kept aside")
  package static let takeHint = translated("The vault asks for your passphrase.")
  package static let begun =
    translated("Synchronising goes on by itself from now on. Add your other devices here, with each of them before you.")
  package static let wentOver =
    translated("Your account is kept in step at the new place now. Name it on each of your other devices, too.")
  package static let left = translated("Your vault is one of this computer alone now. Nothing of it was lost.")
  package static let asItWas = translated("Everything in your vault is as it was.")
  package static let wentOn = translated("What had stopped it is there no more: synchronising goes on.")
  package static let taken = translated("What was kept aside is taken in.")

  /// How far the exchange is; the total is 0 while nobody knows it.
  package static func progress(_ progress: VaultAnswer.Progress) -> String {
    progress.total > 0
      ? translated("Synchronising: \(progress.done) of \(progress.total) entries.")
      : translated(
        progress.done, one: "Synchronising: \(progress.done) entry so far.", other: "Synchronising: \(progress.done) entries so far.")
  }

  package static func rename(_ name: String) -> String { translated("Rename \(name)") }
  package static func more(_ count: Int) -> String { translated("And \(count) more; the vault's window lists them all") }
  package static func remove(_ name: String) -> String { translated("Remove \(name)") }
  package static func newName(of name: String) -> String { translated("Another name for \(name)") }

  /// Why the vault did not do it, and what that means.
  static func refusal(_ failure: VaultFailure, of outcome: String) -> String {
    let reason =
      switch failure.code {
      case .refused: translated("You said no.")
      case .canceled, .promptTimedOut: translated("The vault's question was not answered.")
      case .wrongPassphrase, .tooManyAttempts: translated("The passphrase was wrong.")
      case .locked: translated("The vault is locked.")
      case .noVault: translated("There is no vault yet.")
      case .enrolmentFailed: translated("The digits were wrong, or the new device gave up.")
      default:
        DeviceWords.failure(failure).map(DeviceWords.sentence) ?? translated("The vault could not do it.")
      }
    return [reason, advice(after: failure), outcome].compactMap(\.self).joined(separator: " ")
  }

  /// What the person can do where a place was not taken.
  private static func advice(after failure: VaultFailure) -> String? {
    switch failure.code {
    case .badPlace: translated("A server's address is like https://sync.example.")
    case .placeForked:
      translated(
        "Compare your devices. If you know that place to be right, stop synchronising and begin there again: what both have is merged."
      )
    case .formerPlaceAway:
      translated(
        "If another device has gone over already, name its place. If the former place does not come back, say so below its name.")
    case .accountIncomplete: translated("Begin on another device, which has everything; this one follows.")
    case .syncFailed, .syncNotBegun: SyncProblemWords(failure).advice
    default: nil
    }
  }
}
