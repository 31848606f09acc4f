// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
import Translations

/// The texts of the prompts for files of other programs.
extension PromptTexts {
  /// Asks for the passphrase of an encrypted file.
  ///
  /// - Parameter format: The name of the file's format.
  package static func passphraseOfFile(format: String, isWrong: Bool) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Open the file to import"),
      description: translated(
        "The file is encrypted (\(cut(format))). Type the passphrase that it was saved with, not the one for your vault."),
      label: translated("Passphrase of the file:"),
      error: isWrong ? translated("That passphrase does not open the file, or the file was changed.") : nil,
      confirmLabel: translated("_Open"), cancelLabel: translated("_Cancel"), timeout: .seconds(300))
  }

  /// Asks for a passphrase for a file that leaves the vault.
  package static func passphraseForFile(format: String, error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Encrypt the export"),
      description:
        translated(
          "Everything in your vault goes into a file (\(cut(format))). Choose a passphrase for the file. Anyone who has both has everything."
        ),
      label: translated("Passphrase for the file:"), error: error,
      repetition: PassphraseQuestion.Repetition(
        label: translated("Repeat it:"), mismatch: translated("The two do not match. Please type both again.")),
      confirmLabel: translated("_Encrypt"), cancelLabel: translated("_Cancel"), timeout: .seconds(300))
  }
}
