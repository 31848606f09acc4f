// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
package import SecretMemory

/// The two questions that the session and the door put to a person.
package struct SessionPrompt: Sendable {
  /// Asks for a passphrase.
  package var passphrase: @Sendable (PassphraseQuestion, PromptTerminal) async throws(PassphrasePromptError) -> SecretBytes
  /// Asks for a yes.
  package var confirm: @Sendable (ConfirmationQuestion, PromptTerminal) async throws(PassphrasePromptError) -> Bool

  /// Takes the two questions from outside.
  package init(
    passphrase: @escaping @Sendable (PassphraseQuestion, PromptTerminal) async throws(PassphrasePromptError) -> SecretBytes,
    confirm: @escaping @Sendable (ConfirmationQuestion, PromptTerminal) async throws(PassphrasePromptError) -> Bool
  ) {
    self.passphrase = passphrase
    self.confirm = confirm
  }

  /// Asks through a pinentry program.
  package init(_ prompt: PassphrasePrompt) {
    passphrase = { question, terminal throws(PassphrasePromptError) in try await prompt.passphrase(question, at: terminal) }
    confirm = { question, terminal throws(PassphrasePromptError) in try await prompt.confirm(question, at: terminal) }
  }
}
