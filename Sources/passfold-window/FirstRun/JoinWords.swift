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
  static let digitsTitle = translated("Type these digits into your other device")
  static let digitsNext =
    translated("Its prompt asks for them. Then everything in your account comes here; leave both devices on until it is done.")
  static let waiting = translated("Waiting for your other device…")

  static func joined(_ account: VaultAnswer.JoinedAccount) -> String {
    translated("This computer belongs to your account now: \(DeviceWords.entries(account.entries)).")
  }

  /// Why this computer did not join, and what to do.
  static func text(_ failure: VaultFailure) -> String {
    switch failure.code {
    case .enrolmentFailed:
      DeviceWords.sentence(DeviceWords.enrolment(failure.detail)) + " " + translated("Begin again on your other device.")
    case .badPlace, .syncFailed: DeviceWords.sentence(DeviceWords.failure(failure) ?? "") + " " + translated("Nothing was made here.")
    default: VaultFailureWords.text(failure)
    }
  }
}
