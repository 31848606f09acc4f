// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// The window's texts for a user whose vault is on another device.
enum JoinWords {
  static let join = translated("Join your other devices")
  static let next =
    translated(
      "On a device that has your vault, press “Add a device” in Passfold's settings, or run passfold devices add. It shows the place where your devices synchronise, and a code."
    )
  static let placeHint = translated(
    "As your other device shows it. A folder can have a different path on each computer, so choose it here.")
  static let code = translated("Code")
  static let codeHint = translated("It is valid for a few minutes and one attempt.")
  static let go = translated("Join")
  static let pictureFound = translated("The picture contains your other device's code. Press “Join”.")
  static let otherPicture =
    translated("This QR code does not add a device. Nothing was changed. Use the picture that your other device shows.")
  static let digitsTitle = translated("Type these digits on your other device")
  static let digitsNext =
    translated("Its prompt asks for them. Your account is then copied to this computer; leave both devices on until it is done.")
  static let waiting = translated("Waiting for your other device…")

  // MARK: All devices are lost

  static let lost = translated("I have lost all other devices")
  static let lostHint = translated("Without another device, the recovery key you wrote down recovers everything.")
  static let lostNext =
    translated(
      "Your recovery kit contains the account number and the recovery key. The vault's own prompt asks for the key. The key works once, so you then get a new one."
    )
  static let lostPlaceHint = translated("Where your devices synchronised: the server's address, or the folder on this computer.")
  static let account = translated("Account")
  static let accountHint = translated("32 letters and digits, printed next to the recovery key in your recovery kit.")
  static let bringBack = translated("Recover everything")
  static let broughtBack =
    translated(
      "Everything stored there is here again. Nobody can guarantee that this is the newest state: check under Devices and sync when each device was last seen."
    )

  static func joined(_ account: VaultAnswer.JoinedAccount) -> String {
    translated("This computer is now part of your account: \(DeviceWords.entries(account.entries)).")
  }

  /// Why this computer did not join, and what to do.
  static func text(_ failure: VaultFailure) -> String {
    switch failure.code {
    case .enrolmentFailed:
      DeviceWords.sentence(DeviceWords.enrolment(failure.detail)) + " " + translated("Start again on your other device.")
    case .badAccount:
      translated("The account number has 32 hexadecimal digits; you find it in your recovery kit. Nothing was created here.")
    case .badPlace, .syncFailed: DeviceWords.sentence(DeviceWords.failure(failure) ?? "") + " " + translated("Nothing was created here.")
    case .syncNotBegun:
      [DeviceWords.sentence(DeviceWords.failure(failure) ?? ""), SyncProblemWords(failure).advice, translated("Nothing was made here.")]
        .compactMap(\.self).joined(separator: " ")
    default: VaultFailureWords.text(failure)
    }
  }
}
