// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
package import SecretMemory

/// The two questions that the session and the door ask the user.
package struct SessionPrompt: Sendable {
  /// Asks for a passphrase, and calls the closure when the prompt appears, which may be after other prompts.
  package var passphrase:
    @Sendable (PassphraseQuestion, PromptTerminal, @escaping @Sendable () -> Void) async throws(PassphrasePromptError) -> SecretBytes
  /// Asks for consent on the session's display.
  package var confirm: @Sendable (ConfirmationQuestion) async throws(PassphrasePromptError) -> Bool
  /// Whether the session has a display, the only place where simple consent counts.
  package var hasDisplay: Bool

  /// Creates the prompt from the two questions.
  package init(
    passphrase:
      @escaping @Sendable (PassphraseQuestion, PromptTerminal, @escaping @Sendable () -> Void) async throws(PassphrasePromptError)
      -> SecretBytes,
    confirm: @escaping @Sendable (ConfirmationQuestion) async throws(PassphrasePromptError) -> Bool, hasDisplay: Bool = true
  ) {
    self.passphrase = passphrase
    self.confirm = confirm
    self.hasDisplay = hasDisplay
  }

  /// Creates a prompt that uses a pinentry program.
  package init(_ prompt: PassphrasePrompt) {
    passphrase = { question, terminal, whenShown throws(PassphrasePromptError) in
      try await prompt.passphrase(question, at: terminal, whenShown: whenShown)
    }
    confirm = { question throws(PassphrasePromptError) in try await prompt.confirm(question) }
    hasDisplay = prompt.hasDisplay
  }
}
