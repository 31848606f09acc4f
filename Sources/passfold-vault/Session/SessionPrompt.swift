// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
package import SecretMemory

/// The two questions that the session and the door put to a person.
package struct SessionPrompt: Sendable {
  /// Asks for a passphrase, and calls when the prompt appears: others may stand before it.
  package var passphrase:
    @Sendable (PassphraseQuestion, PromptTerminal, @escaping @Sendable () -> Void) async throws(PassphrasePromptError) -> SecretBytes
  /// Asks for a yes on the session's display.
  package var confirm: @Sendable (ConfirmationQuestion) async throws(PassphrasePromptError) -> Bool
  /// Whether the session has a display, the only place where a mere yes counts.
  package var hasDisplay: Bool

  /// Takes the two questions from outside.
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

  /// Asks through a pinentry program.
  package init(_ prompt: PassphrasePrompt) {
    passphrase = { question, terminal, whenShown throws(PassphrasePromptError) in
      try await prompt.passphrase(question, at: terminal, whenShown: whenShown)
    }
    confirm = { question throws(PassphrasePromptError) in try await prompt.confirm(question) }
    hasDisplay = prompt.hasDisplay
  }
}
