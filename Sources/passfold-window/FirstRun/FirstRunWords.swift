// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// What the window says to a person who is new here.
enum FirstRunWords {
  static let welcome = translated("Welcome to Passfold")
  static let welcomeNext =
    translated(
      "Your passwords, passkeys and codes go into a vault on this computer, which only your passphrase opens. Passfold asks for the passphrase in a window of its own; a few words in a row are strong and easy to keep in mind."
    )
  static let make = translated("Make your vault")
  static let makeNew = translated("Make a new vault")

  // MARK: The recovery key

  static let paper = translated("Recovery key")
  static let paperTitle = translated("Write this recovery key on paper now")
  static let paperNext =
    translated(
      "Without it and without your passphrase nobody can open the vault, not even the people who make Passfold. Keep the paper away from this computer. Once you have typed two groups of it back, the key is not shown again."
    )
  static func account(_ kit: VaultAnswer.RecoveryKit) -> String {
    translated("Account \(kit.account), made on \(CalendarTime.text(kit.made).prefix(10))")
  }
  static let onPaper = translated("I have written it down")
  static let later = translated("Not now: make another key later")
  static let showAgain = translated("Show the key again")
  static let typeBack = translated("Type two groups of the key")
  static let typeBackNext = translated("This shows that nothing was misread. Look at your paper; the key has left the screen.")
  static func group(_ number: Int) -> String { translated("Group \(number) of 14") }
  static let compare = translated("Compare")
  static let differs = translated("That is not what the key has there. Compare your paper with it.")
  static let confirmed = translated("The recovery key is on paper.")
  static let notConfirmed = translated("The recovery key was not typed back, so it counts as lost. Make another one under First steps.")

  // MARK: The steps

  static let steps = translated("First steps")
  static let stepsNext = translated("Each can wait; they stay here until they are done.")
  static let recovery = translated("A recovery key on paper")
  static let recoveryNext = translated(
    "It opens the vault when the passphrase is forgotten. Passfold asks for your passphrase, then shows a new key.")
  static let makeKey = translated("Make the recovery key")
  static let browser = translated("Your browser")
  static let browserNext =
    translated(
      "Add the extension to your browser, click its button and choose “Connect this browser”. Passfold shows you six digits to compare. Where the browser does not find Passfold, this command mends it:"
    )
  static let command = translated("Command")
  static let browserCommand = "passfold browser install"
  static let browserDone = translated("My browser is connected")
  static let bring = translated("Your passwords from another program")
  static let bringNext = translated("Passwords, passkeys and codes come from a file that the other program exports.")
  static let bringNothing = translated("I have nothing to import")
  static let allDone = translated("All first steps are done.")
}
