// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

/// What the settings say of the account's devices beside what the command says, too.
package enum DeviceSettingsWords {
  package static let title = "Devices and sync"
  package static let standing = "How it stands"
  package static let place = "Kept in step at"
  package static let devices = "Devices"
  package static let beforeShown = "The vault asks you before it says which devices there are, and where they meet."
  package static let whenShown = "As they were when you looked."
  package static let show = "Show devices"
  package static let again = "Look again"
  package static let number = "Number"
  package static let lastSeen = "Last seen"
  package static let newName = "Another name"
  package static let asking = "Your vault's prompt asks you."
  package static let silent = "The vault does not answer. Nothing was lost; open this window again, or see passfold status."
  package static let nothingShown = "Nothing is shown."
  package static let nothingChanged = "Nothing was changed."
  package static let nothingAdded = "No device was added."
  package static let add = "Add a device"
  package static let waiting = "Waiting for the new device"
  package static let onNewDevice = "On the new device, run"
  package static let code = "There, type this code"
  package static let orPicture = "Or have it read the QR code: --qr-screen, or --qr-image with a picture."
  package static let digits = "Then type its six digits here"
  package static let digitsHint = "It shows them, and your vault's prompt asks you for them."
  package static let stop = "Stop"
  package static let removal =
    "The vault asks for your passphrase first. The device opens nothing that is written from then on, and keeps what it has."
  package static let knownTitle = "What it knew"
  /// How two devices are compared.
  package static let comparison = ("Compare two devices by six words, in their terminals", "passfold devices compare")

  package static func rename(_ name: String) -> String { "Rename \(name)" }
  package static func more(_ count: Int) -> String { "And \(count) more: passfold list" }
  package static func remove(_ name: String) -> String { "Remove \(name)" }
  package static func newName(of name: String) -> String { "Another name for \(name)" }

  /// Why the vault did not do it, and what that means.
  static func refusal(_ failure: VaultFailure, of outcome: String) -> String {
    let reason =
      switch failure.code {
      case .refused: "You said no."
      case .canceled, .promptTimedOut: "The vault's question was not answered."
      case .wrongPassphrase, .tooManyAttempts: "The passphrase was wrong."
      case .locked: "The vault is locked."
      case .enrolmentFailed: "The digits were wrong, or the new device gave up."
      default: DeviceWords.failure(failure).map { $0.prefix(1).uppercased() + $0.dropFirst() + "." } ?? "The vault could not do it."
      }
    return "\(reason) \(outcome)"
  }
}
