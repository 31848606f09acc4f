// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost

extension PromptTexts {
  /// Asks for what opens the locked vault in the passphrase's place.
  static func unlockBriefly(by ways: BriefWays, for purpose: PromptPurpose, error: String?) -> PassphraseQuestion {
    let wish =
      switch (ways.pin, ways.finger) {
      case (true, false): "Type your PIN, or your passphrase."
      case (true, true): "Type your PIN, or your passphrase, or put your finger on the reader."
      case (false, _): "Put your finger on the reader, or type your passphrase."
      }
    return PassphraseQuestion(
      title: "Unlock Passfold", description: "Your vault is locked. \(wish)\n\(reason(purpose))", label: label(ways), error: error,
      confirmLabel: "_Unlock", cancelLabel: "_Cancel")
  }

  private static func label(_ ways: BriefWays) -> String { ways.pin ? "PIN:" : "Passphrase:" }

  /// Asks for the same to make sure who is there.
  static func verifyBriefly(by ways: BriefWays, for purpose: PromptPurpose, error: String?) -> PassphraseQuestion {
    let wish =
      switch (ways.pin, ways.finger) {
      case (true, false): "Type your PIN to confirm, or your passphrase."
      case (true, true): "Type your PIN to confirm, or your passphrase, or put your finger on the reader."
      case (false, _): "Put your finger on the reader to confirm, or type your passphrase."
      }
    return PassphraseQuestion(
      title: "Is it you?", description: "\(wish)\n\(reason(purpose))", label: label(ways), error: error, confirmLabel: "_Confirm",
      cancelLabel: "_Cancel")
  }

  /// Asks for the passphrase before a finger opens the vault.
  static func passphraseBeforeFinger(program: String, error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: "Open with a finger",
      description: "Type your passphrase. Every finger that this computer knows as yours then opens your vault for a while.\n"
        + "Asked for by \(program). Cancel unless you want that.",
      label: "Passphrase:", error: error, confirmLabel: "_Continue", cancelLabel: "_Cancel")
  }

  /// Asks for the passphrase before a PIN is chosen.
  static func passphraseBeforePIN(program: String, error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: "Choose a PIN",
      description: "Type your passphrase. You then choose a PIN that opens your vault for a while.\n"
        + "Asked for by \(program). Cancel unless you want a PIN.",
      label: "Passphrase:", error: error, confirmLabel: "_Continue", cancelLabel: "_Cancel")
  }

  /// Asks for a new PIN.
  static func newPIN(error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: "Choose a PIN",
      description: "Choose 6 to 12 digits. They open your vault until the computer sleeps, for 12 hours at most.\n"
        + "Three wrong PINs, and your passphrase is asked for.",
      label: "New PIN:", error: error,
      repetition: PassphraseQuestion.Repetition(label: "Once more:", mismatch: "The two are not alike. Please type both again."),
      confirmLabel: "_Choose", cancelLabel: "_Cancel", timeout: .seconds(300))
  }

  /// Says that a PIN was wrong.
  static func wrongPIN(triesLeft: Int) -> String {
    switch triesLeft {
    case ...0: "That PIN is wrong, for the third time. Type your passphrase."
    case 1: "That PIN is wrong. One more try."
    default: "That PIN is wrong. \(triesLeft) more tries."
    }
  }

  /// Says that no PIN is taken, after one was typed.
  static let pinUnusable = "Your PIN cannot be used now. Type your passphrase."

  /// Says that no finger is taken, after one was recognised.
  static let fingerUnusable = "Your finger cannot be used now. Type your passphrase."

  /// Says why a new PIN was not taken.
  static let pinUnsuitable = "Please take 6 to 12 digits, not all alike and not in a row."
}
