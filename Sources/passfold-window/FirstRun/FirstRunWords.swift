// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// The window's texts for a new user.
enum FirstRunWords {
  static let welcome = translated("Welcome to Passfold")
  static let welcomeNext =
    translated(
      "Your passwords, passkeys and codes go into a vault on this computer that only your passphrase opens. Passfold asks for the passphrase in a separate window. A few words in a row are strong and easy to remember."
    )
  static let make = translated("Create your vault")
  static let makeNew = translated("Create a new vault")

  // MARK: The recovery key

  static let paper = translated("Recovery key")
  static let paperTitle = translated("Write down this recovery key now")
  static let paperNext =
    translated(
      "Without this key and without your passphrase, nobody can open the vault, not even the people who make Passfold. Keep the paper away from this computer. After you type two groups of the key, it is not shown again."
    )
  static func account(_ kit: VaultAnswer.RecoveryKit) -> String {
    translated("Account \(kit.account), created on \(CalendarTime.text(kit.made).prefix(10))")
  }
  static let onPaper = translated("I have written it down")
  static let later = translated("Not now: create another key later")
  static let showAgain = translated("Show the key again")
  static let typeBack = translated("Type two groups of the key")
  static let typeBackNext = translated("This shows that you copied it correctly. Look at your paper; the key is no longer on the screen.")
  static func group(_ number: Int) -> String { translated("Group \(number) of 14") }
  static let compare = translated("Compare")
  static let differs = translated("This group does not match the key. Compare it with what you wrote down.")
  static let confirmed = translated("You have written down the recovery key.")
  static let notConfirmed = translated("You did not confirm the recovery key, so it counts as lost. Create another one under First steps.")

  // MARK: The steps

  static let steps = translated("First steps")
  static let stepsNext = translated("You can do each of them later; they stay here until they are done.")
  static let recovery = translated("Write down a recovery key")
  static let recoveryNext = translated(
    "It opens the vault if you forget the passphrase. Passfold asks for your passphrase, then shows a new key.")
  static let makeKey = translated("Create a new recovery key")
  static let browser = translated("Your browser")
  static let browserNext =
    translated(
      "Add the extension to your browser, click its button and choose “Connect this browser”. Passfold shows you six digits to compare. If the browser does not find Passfold, run this command:"
    )
  static let command = translated("Command")
  static let browserCommand = "passfold browser install"
  static let browserDone = translated("My browser is connected")
  static let bring = translated("Your passwords from another program")
  static let bringNext = translated("Import passwords, passkeys and codes from a file that the other program exports.")
  static let bringNothing = translated("I have nothing to import")
  static let allDone = translated("You have completed all first steps.")
}
