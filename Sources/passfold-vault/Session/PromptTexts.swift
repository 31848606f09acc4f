// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
import Translations

/// The texts of every prompt that the vault shows.
package enum PromptTexts {
  /// Asks for the passphrase of the locked vault.
  package static func unlock(for purpose: PromptPurpose, error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Unlock Passfold"), description: translated("Your vault is locked.") + "\n" + reason(purpose),
      label: translated("Passphrase:"), error: error,
      confirmLabel: translated("_Unlock"), cancelLabel: translated("_Cancel"))
  }

  /// Asks for the passphrase again to verify the user.
  package static func verify(for purpose: PromptPurpose, error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Is it you?"), description: translated("Type your passphrase to confirm.") + "\n" + reason(purpose),
      label: translated("Passphrase:"), error: error,
      confirmLabel: translated("_Confirm"), cancelLabel: translated("_Cancel"))
  }

  /// Asks for the passphrase of a vault to be created.
  package static func create(error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("New Passfold vault"),
      description: translated(
        "Choose a passphrase for your vault.\nA few words in a row are strong and easy to remember. Nobody can reset it."),
      label: translated("New passphrase:"), error: error,
      repetition: repetition,
      confirmLabel: translated("_Create vault"), cancelLabel: translated("_Cancel"), timeout: .seconds(300))
  }

  /// Asks for the current passphrase before another one is chosen.
  package static func presentPassphrase(program: String, error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Change the passphrase"),
      description: translated(
        "Type the current passphrase of your vault.\nRequested by \(program). Cancel unless you want to change the passphrase."),
      label: translated("Passphrase:"), error: error, confirmLabel: translated("_Continue"), cancelLabel: translated("_Cancel"))
  }

  /// Asks for the passphrase that replaces the current one.
  package static func newPassphrase(error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Change the passphrase"),
      description:
        translated(
          "Choose a new passphrase for your vault.\nA few words in a row are strong and easy to remember. The old one stops working."),
      label: translated("New passphrase:"), error: error, repetition: repetition, confirmLabel: translated("_Change"),
      cancelLabel: translated("_Cancel"),
      timeout: .seconds(300))
  }

  /// Asks for the printed recovery key.
  package static func recoveryKey(program: String, error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Recover your vault"),
      description: translated(
        "Type the recovery key from your recovery kit, 14 groups of four characters. Hyphens and capitals do not matter.\nRequested by \(program). Cancel unless you want to recover your vault."
      ),
      label: translated("Recovery key:"), error: error, confirmLabel: translated("_Continue"), cancelLabel: translated("_Cancel"),
      timeout: .seconds(600))
  }

  /// The text that says that the recovery key has a typing error.
  package static let recoveryKeyMistyped = translated(
    "The key contains a typing error: the last group does not match the others. Please compare them.")

  /// Asks for the passphrase that replaces a forgotten one.
  package static func passphraseAfterRecovery(error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Recover your vault"),
      description:
        translated(
          "Your recovery key is correct. Choose a new passphrase for your vault.\nA few words in a row are strong and easy to remember."),
      label: translated("New passphrase:"), error: error, repetition: repetition, confirmLabel: translated("_Recover"),
      cancelLabel: translated("_Cancel"),
      timeout: .seconds(300))
  }

  /// Asks for the passphrase before the recovery key is replaced.
  package static func replaceRecoveryKey(program: String, error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Create a new recovery key"),
      description: translated(
        "Your vault gets a new recovery key. The key you wrote down stops working.\nRequested by \(program). Cancel unless you want this."),
      label: translated("Passphrase:"), error: error, confirmLabel: translated("_Continue"), cancelLabel: translated("_Cancel"))
  }

  private static let repetition = PassphraseQuestion.Repetition(
    label: translated("Repeat it:"), mismatch: translated("The two do not match. Please type both again."))

  /// The text that says that a new passphrase is easy to guess, and how to keep it anyway.
  package static let easilyGuessed =
    translated(
      "That is easy to guess: a program that tries common words and patterns finds it early. Choose a longer passphrase, or type the same one again to keep it."
    )

  /// Asks for a password to be stored.
  package static func password(service: String, user: String) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Add a password"),
      description: user.isEmpty
        ? translated("The password for \(service), to be kept in your vault without a user name.")
        : translated("The password of \(user) at \(service), to be kept in your vault."),
      label: translated("Password:"),
      confirmLabel: translated("_Add"), cancelLabel: translated("_Cancel"), timeout: .seconds(300))
  }

  /// Asks for a set-up link.
  package static func setUpLink() -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Set up one-time codes"),
      description: translated("Paste the set-up link (otpauth: or apple-otpauth:) or the secret that the service shows."),
      label: translated("Link or secret:"), confirmLabel: translated("_Add"), cancelLabel: translated("_Cancel"), timeout: .seconds(300))
  }

  /// Asks whether a program may do something.
  package static func confirm(_ act: ReleaseAct, program: String) -> ConfirmationQuestion {
    ConfirmationQuestion(
      title: translated("Allow this?"), description: "\(beginning(program))\n\(wish(act))\n\(sayNo)",
      confirmLabel: translated("_Allow"), cancelLabel: translated("_Do not allow"))
  }

  /// Asks whether even more credentials may be filled in within the minute.
  package static func fillMore(service: String) -> ConfirmationQuestion {
    ConfirmationQuestion(
      title: translated("Fill in so many?"), description: "\(fillMoreReason(service))\n\(sayNo)",
      confirmLabel: translated("_Allow"), cancelLabel: translated("_Do not allow"))
  }

  private static let sayNo = translated("Decline unless you have just asked for this yourself.")

  /// Returns the text that says that a passphrase was wrong.
  package static func wrongPassphrase(triesLeft: Int) -> String {
    translated(triesLeft, one: "That passphrase is wrong. One more try.", other: "That passphrase is wrong. \(triesLeft) more tries.")
  }

  /// Returns the text that says that a new passphrase is too short.
  package static func tooShort(least: Int) -> String { translated("Please choose at least \(least) characters.") }
}
