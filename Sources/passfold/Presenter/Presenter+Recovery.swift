// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// The words around the recovery key on a terminal.
extension Presenter {
  /// The local date of a moment.
  static func day(_ seconds: Double) -> String { String(CalendarTime.text(seconds).prefix { $0 != " " }) }

  /// The text above the key.
  static func recoveryKeyHeading(_ kit: VaultAnswer.RecoveryKit) -> String {
    translated(
      """
      This is your recovery key, created on \(day(kit.made)) for the account
      \(RecoveryKitPage.account(kit)).

      Without this key and without your passphrase, nobody can open the vault, not even the people who make Passfold.
      Write it down on paper now, and keep the paper away from this computer. It is not shown again.
      """) + "\n\n"
  }

  /// The text below the key.
  static let recoveryKeyOnPaper =
    "\n\n" + translated("Press Enter once you have written it down. Then type two of its groups to check that you copied it correctly. ")

  /// Asks for one group, counted from 1.
  static func recoveryKeyGroup(_ number: Int) -> String { translated("Group \(number) of 14, as written on your paper: ") }

  /// The text above the key when it is shown again.
  static let recoveryKeyGroupsDiffer = translated("This group does not match the key. Please compare it with your paper.") + "\n\n"

  /// The instructions for a kit that was written to a file.
  static func recoveryKit(in path: String) -> String {
    translated("The recovery key is in \(PrintableText.of(path)). Print it, keep the paper away from this computer, and delete the file.")
      + "\n"
  }

  /// The reason why the key is shown on the terminal although a file was specified.
  static func recoveryKitShownInstead(of path: String, errorNumber: Int32) -> String {
    translated("\(PrintableText.of(path)): \(SystemErrorText.text(errorNumber)). The recovery key is shown on this terminal instead.")
      + "\n"
  }

  /// The text that an interruption leaves on the terminal.
  static let recoveryKeyNotConfirmed =
    "passfold: " + translated("You did not confirm the recovery key, so it counts as lost. Create another one: passfold recovery-key")
}
