// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Translations

extension PromptTexts {
  /// Asks for one of the replacements of the passphrase to open the locked vault.
  static func unlockBriefly(by ways: QuickUnlockMethods, for purpose: PromptPurpose, error: String?) -> PassphraseQuestion {
    let wish =
      switch (ways.pin, ways.finger) {
      case (true, false): translated("Type your PIN, or your passphrase.")
      case (true, true): translated("Type your PIN, or your passphrase, or put your finger on the reader.")
      case (false, _): translated("Put your finger on the reader, or type your passphrase.")
      }
    return PassphraseQuestion(
      title: translated("Unlock Passfold"), description: translated("Your vault is locked.") + " \(wish)\n\(reason(purpose))",
      label: label(ways), error: error,
      confirmLabel: translated("_Unlock"), cancelLabel: translated("_Cancel"))
  }

  private static func label(_ ways: QuickUnlockMethods) -> String { ways.pin ? translated("PIN:") : translated("Passphrase:") }

  /// Asks for the same to verify the user.
  static func verifyBriefly(by ways: QuickUnlockMethods, for purpose: PromptPurpose, error: String?) -> PassphraseQuestion {
    let wish =
      switch (ways.pin, ways.finger) {
      case (true, false): translated("Type your PIN to confirm, or your passphrase.")
      case (true, true): translated("Type your PIN to confirm, or your passphrase, or put your finger on the reader.")
      case (false, _): translated("Put your finger on the reader to confirm, or type your passphrase.")
      }
    return PassphraseQuestion(
      title: translated("Is it you?"), description: "\(wish)\n\(reason(purpose))", label: label(ways), error: error,
      confirmLabel: translated("_Confirm"),
      cancelLabel: translated("_Cancel"))
  }

  /// Asks for the passphrase before a fingerprint can open the vault.
  static func passphraseBeforeFinger(program: String, error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Unlock with a fingerprint"),
      description: translated(
        "Type your passphrase. Any finger enrolled for you on this computer then opens your vault for a while.\nRequested by \(program). Cancel unless you want this."
      ),
      label: translated("Passphrase:"), error: error, confirmLabel: translated("_Continue"), cancelLabel: translated("_Cancel"))
  }

  /// Asks for the passphrase before a PIN is chosen.
  static func passphraseBeforePIN(program: String, error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Choose a PIN"),
      description: translated(
        "Type your passphrase. You then choose a PIN that opens your vault for a while.\nRequested by \(program). Cancel unless you want a PIN."
      ),
      label: translated("Passphrase:"), error: error, confirmLabel: translated("_Continue"), cancelLabel: translated("_Cancel"))
  }

  /// Asks for the passphrase before the vault closes after another time without use.
  static func passphraseBeforeIdleTime(seconds: Int, program: String, error: String?) -> PassphraseQuestion {
    let minutes = seconds / 60
    return PassphraseQuestion(
      title: translated("Change the locking time"),
      description: translated(
        minutes,
        one:
          "Type your passphrase. Your vault then locks after \(minutes) minute without use.\nRequested by \(program). Cancel unless you want this.",
        other:
          "Type your passphrase. Your vault then locks after \(minutes) minutes without use.\nRequested by \(program). Cancel unless you want this."
      ),
      label: translated("Passphrase:"), error: error, confirmLabel: translated("_Continue"), cancelLabel: translated("_Cancel"))
  }

  /// Asks for a new PIN.
  static func newPIN(error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Choose a PIN"),
      description: translated(
        "Choose 6 to 12 digits. They open your vault until the computer sleeps, for at most 12 hours.\nAfter three wrong PINs you need your passphrase."
      ),
      label: translated("New PIN:"), error: error,
      repetition: PassphraseQuestion.Repetition(
        label: translated("Repeat it:"), mismatch: translated("The two do not match. Please type both again.")),
      confirmLabel: translated("_Choose"), cancelLabel: translated("_Cancel"), timeout: .seconds(300))
  }

  /// Says that a PIN was wrong.
  static func wrongPIN(triesLeft: Int) -> String {
    switch triesLeft {
    case ...0: translated("That was the third wrong PIN. Type your passphrase.")
    default: translated(triesLeft, one: "That PIN is wrong. One more try.", other: "That PIN is wrong. \(triesLeft) more tries.")
    }
  }

  /// The text that says that no PIN is accepted, after one was typed.
  static let pinUnusable = translated("Your PIN cannot be used at the moment. Type your passphrase.")

  /// The text that says that no fingerprint is accepted, after one was recognised.
  static let fingerUnusable = translated("Your fingerprint cannot be used at the moment. Type your passphrase.")

  /// The text that says why a new PIN was not accepted.
  static let pinUnsuitable = translated("Please choose 6 to 12 digits, not all the same and not in sequence.")
}
