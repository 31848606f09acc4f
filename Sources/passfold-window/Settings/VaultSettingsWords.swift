// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// The texts of the settings for locking and unlocking the vault, generated passwords and the language.
enum VaultSettingsWords {
  static let title = translated("Vault")

  // MARK: Locking

  static let locking = translated("Locking")
  static let lockingHint = translated(
    "The vault always locks when the computer sleeps, the lid is closed, the screen is locked or another user’s session comes to the front, and 12 hours after you typed your passphrase. It asks for your passphrase before the time below changes."
  )
  static let idle = translated("Lock without use after")
  static func idle(minutes: Int) -> String {
    minutes % 60 == 0
      ? translated(minutes / 60, one: "\(minutes / 60) hour", other: "\(minutes / 60) hours")
      : translated(minutes, one: "\(minutes) minute", other: "\(minutes) minutes")
  }

  // MARK: PIN and finger

  static let quick = translated("PIN and fingerprint")
  static let quickHint = translated(
    "They unlock the vault instead of your passphrase for a while: until the computer sleeps, you lock Passfold, or 12 hours have passed. A TPM 2.0 in the computer keeps the key that they open."
  )
  static let pin = translated("PIN")
  static let finger = translated("Fingerprint")
  static let choosePIN = translated("Choose a PIN")
  static let chooseAnotherPIN = translated("Choose another PIN")
  static let useFinger = translated("Use a fingerprint")
  static let forget = translated("Forget PIN and fingerprint")
  static let noVault = translated("There is no vault yet. Create one in Passfold’s window to see more settings here.")

  static func standing(_ state: VaultStatus.PIN) -> String {
    switch state {
    case .off: translated("Off")
    case .ready: translated("Unlocks the vault now")
    case .afterPassphrase: translated("Unlocks the vault once you have typed your passphrase")
    }
  }

  // MARK: Generated passwords

  static let generator = translated("Generated passwords")
  static let generatorHint = translated(
    "For the “Generate” button in Passfold’s window. When a website asks for a new password, its own rules apply.")
  static let length = translated("Length")
  static func kind(_ kind: GeneratorRules.Kind) -> String {
    switch kind {
    case .lower: translated("Lowercase letters")
    case .upper: translated("Uppercase letters")
    case .digits: translated("Digits, 2 to 9")
    case .symbols: translated("Symbols")
    }
  }

  // MARK: Language

  static let language = translated("Language")
  static let languageHint = translated(
    "Windows use it when you open them next, and the vault’s prompts after your next login. The popup uses the language of your browser."
  )
  static let languageOfSession = translated("As your session")
  static let notKept = translated("This could not be saved. Nothing was changed. Check whether the disk is full.")

  // MARK: Outcome

  static let idleChosen = translated("From now on, the vault locks after that time without use.")
  static let pinChosen = translated("Your PIN now unlocks the vault.")
  static let fingerChosen = translated("Your fingerprint now unlocks the vault.")
  static let forgotten = translated("The vault is opened by your passphrase alone.")
}
