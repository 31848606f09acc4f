// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// What the settings say of how the vault is locked and opened, of passwords that are made, and of the language.
enum VaultSettingsWords {
  static let title = translated("Vault")

  // MARK: Locking

  static let locking = translated("Locking")
  static let lockingHint = translated(
    "The vault always locks when the computer sleeps, the lid is closed, the screen is locked or somebody else’s session comes to the front, and 12 hours after you typed your passphrase. Before the time below changes, it asks for your passphrase."
  )
  static let idle = translated("Lock without use after")
  static func idle(minutes: Int) -> String {
    minutes % 60 == 0
      ? translated(minutes / 60, one: "\(minutes / 60) hour", other: "\(minutes / 60) hours")
      : translated(minutes, one: "\(minutes) minute", other: "\(minutes) minutes")
  }

  // MARK: PIN and finger

  static let quick = translated("PIN and finger")
  static let quickHint = translated(
    "They open the vault in your passphrase’s place for a while: until the computer sleeps, you lock Passfold, or 12 hours have passed. A TPM 2.0 in the computer keeps what they open."
  )
  static let pin = translated("PIN")
  static let finger = translated("Finger")
  static let choosePIN = translated("Choose a PIN")
  static let chooseAnotherPIN = translated("Choose another PIN")
  static let useFinger = translated("Use a finger")
  static let forget = translated("Forget PIN and finger")
  static let noVault = translated("There is no vault yet. Make one in Passfold’s window; then you find more here.")

  static func standing(_ state: VaultStatus.PIN) -> String {
    switch state {
    case .off: translated("Off")
    case .ready: translated("Opens the vault now")
    case .afterPassphrase: translated("Opens the vault once you have typed your passphrase")
    }
  }

  // MARK: Passwords that are made

  static let generator = translated("Passwords that are made for you")
  static let generatorHint = translated(
    "For the button “Generate” in Passfold’s window. A website that asks for a new password gets one by its own rules.")
  static let length = translated("Length")
  static func kind(_ kind: GeneratorRules.Kind) -> String {
    switch kind {
    case .lower: translated("Small letters")
    case .upper: translated("Capital letters")
    case .digits: translated("Digits, 2 to 9")
    case .symbols: translated("Symbols")
    }
  }

  // MARK: Language

  static let language = translated("Language")
  static let languageHint = translated(
    "Windows speak it when they are opened next, and the vault’s questions from your next login on. The popup has the language of your browser."
  )
  static let languageOfSession = translated("As your session")
  static let notKept = translated("This could not be kept. Everything is as it was. See that the disk is not full.")

  // MARK: What became of it

  static let idleChosen = translated("From now on the vault locks itself after that time without use.")
  static let pinChosen = translated("Your PIN opens the vault now.")
  static let fingerChosen = translated("A finger of yours opens the vault now.")
  static let forgotten = translated("The vault is opened by your passphrase alone.")
}
