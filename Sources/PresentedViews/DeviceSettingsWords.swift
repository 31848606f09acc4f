// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
import VaultProtocol

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
  package static let onNewDevice = translated("On the new device, run")
  package static let code = translated("There, type this code")
  package static let orPicture = translated("Or have it read the QR code: --qr-screen, or --qr-image with a picture.")
  package static let digits = translated("Then type its six digits here")
  package static let digitsHint = translated("It shows them, and your vault's prompt asks you for them.")
  package static let stop = translated("Stop")
  package static let removal =
    translated("The vault asks for your passphrase first. The device opens nothing that is written from then on, and keeps what it has.")
  package static let knownTitle = translated("What it knew")
  /// How two devices are compared.
  package static let comparison = (translated("Compare two devices by six words, in their terminals"), "passfold devices compare")

  package static func rename(_ name: String) -> String { translated("Rename \(name)") }
  package static func more(_ count: Int) -> String { translated("And \(count) more: passfold list") }
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
      case .enrolmentFailed: translated("The digits were wrong, or the new device gave up.")
      default:
        DeviceWords.failure(failure).map { $0.prefix(1).uppercased() + $0.dropFirst() + "." } ?? translated("The vault could not do it.")
      }
    return "\(reason) \(outcome)"
  }
}
