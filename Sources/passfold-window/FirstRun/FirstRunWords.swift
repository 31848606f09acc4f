// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import VaultProtocol

/// What the window says to a person who is new here.
enum FirstRunWords {
  static let welcome = "Welcome to Passfold"
  static let welcomeNext =
    "Your passwords, passkeys and codes go into a vault on this computer, which only your passphrase opens. Passfold asks for the passphrase in a window of its own; a few words in a row are strong and easy to keep in mind."
  static let make = "Make your vault"

  // MARK: The recovery key

  static let paper = "Recovery key"
  static let paperTitle = "Write this recovery key on paper now"
  static let paperNext =
    "Without it and without your passphrase nobody can open the vault, not even the people who make Passfold. Keep the paper away from this computer. The key is not shown again."
  static func account(_ kit: VaultAnswer.RecoveryKit) -> String {
    "Account \(kit.account), made on \(CalendarTime.text(kit.made).prefix(10))"
  }
  static let onPaper = "It is on paper"
  static let later = "Later, with another key"
  static let showAgain = "Show the key again"
  static let typeBack = "Type two of its groups back"
  static let typeBackNext = "So that nothing was misread. Look at your paper; the key has left the screen."
  static func group(_ number: Int) -> String { "Group \(number) of 14" }
  static let compare = "Compare"
  static let differs = "That is not what the key has there. Compare your paper with it."
  static let confirmed = "The recovery key is on paper."
  static let notConfirmed = "The recovery key was not typed back, so it counts as lost. Make another one under First steps."

  // MARK: The steps

  static let steps = "First steps"
  static let stepsNext = "Each can wait; they stay here until they are done."
  static let recovery = "A recovery key on paper"
  static let recoveryNext = "It opens the vault when the passphrase is forgotten. Passfold asks for your passphrase, then shows a new key."
  static let makeKey = "Make the recovery key"
  static let browser = "Your browser"
  static let browserNext =
    "Add the extension to your browser, click its button and choose “Connect this browser”. Passfold shows you six digits to compare. Where the browser does not find Passfold, this command mends it:"
  static let browserCommand = "passfold browser install"
  static let browserDone = "My browser is connected"
  static let bring = "What another program has"
  static let bringNext = "Passwords, passkeys and codes come in from a file that the other program exports."
  static let bringNothing = "Nothing to bring along"
  static let allDone = "All first steps are done."
}
