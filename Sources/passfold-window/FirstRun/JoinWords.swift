// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// What the window says to a person whose vault is on another device already.
enum JoinWords {
  static let join = translated("Join your other devices")
  static let next =
    translated(
      "On a device that has your vault, press “Add a device” in Passfold's settings, or run passfold devices add. It shows where your devices meet, and a code."
    )
  static let placeHint = translated("As your other device names it. A folder lies elsewhere on each computer, so choose it here.")
  static let code = translated("Code")
  static let codeHint = translated("It is good for a few minutes and one try.")
  static let go = translated("Join")
  static let pictureFound = translated("The picture has your other device's code. Press “Join”.")
  static let otherPicture =
    translated("The QR code says something else than a new device's code. Nothing was done. Take the picture that your other device shows.")
  static let digitsTitle = translated("Type these digits into your other device")
  static let digitsNext =
    translated("Its prompt asks for them. Then everything in your account comes here; leave both devices on until it is done.")
  static let waiting = translated("Waiting for your other device…")

  // MARK: All devices are lost

  static let lost = translated("All other devices are lost")
  static let lostHint = translated("Without another device the recovery key on your paper brings everything back.")
  static let lostNext =
    translated(
      "Your paper has the account's number and the recovery key. The vault's own prompt asks for the key; it is used up by that, so a new one is shown."
    )
  static let lostPlaceHint = translated("Where your devices met: the server's address, or the folder on this computer.")
  static let account = translated("Account")
  static let accountHint = translated("32 letters and digits, as they stand on your paper beside the recovery key.")
  static let bringBack = translated("Bring everything back")
  static let broughtBack =
    translated(
      "Everything that the place has is here again. Nobody can vouch that this is the newest state: under Devices and sync, see when each device was last seen."
    )

  static func joined(_ account: VaultAnswer.JoinedAccount) -> String {
    translated("This computer belongs to your account now: \(DeviceWords.entries(account.entries)).")
  }

  /// Why this computer did not join, and what to do.
  static func text(_ failure: VaultFailure) -> String {
    switch failure.code {
    case .enrolmentFailed:
      DeviceWords.sentence(DeviceWords.enrolment(failure.detail)) + " " + translated("Begin again on your other device.")
    case .badAccount: translated("The account's number has 32 hexadecimal digits. It stands in your recovery kit. Nothing was made here.")
    case .badPlace, .syncFailed: DeviceWords.sentence(DeviceWords.failure(failure) ?? "") + " " + translated("Nothing was made here.")
    case .syncNotBegun:
      [DeviceWords.sentence(DeviceWords.failure(failure) ?? ""), SyncProblemWords(failure).advice, translated("Nothing was made here.")]
        .compactMap(\.self).joined(separator: " ")
    default: VaultFailureWords.text(failure)
    }
  }
}
