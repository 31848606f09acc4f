// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import SecretMemory
import Synchronization

/// The prompts that are open: a lock takes them away, with what was typed in them.
package final class OpenPrompts: Sendable {
  private struct State {
    var next = 0
    var cancel: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Starts without a prompt.
  package init() {}

  /// Takes every open prompt away; whoever asked hears that the person cancelled.
  package func takeAway() {
    for cancel in state.withLock({ Array($0.cancel.values) }) { cancel() }
  }

  /// Gives the same questions, which ``takeAway()`` ends.
  func guarding(_ prompt: SessionPrompt) -> SessionPrompt {
    SessionPrompt(
      passphrase: { question, terminal, whenShown throws(PassphrasePromptError) in
        try await self.ask { () async -> Result<SharedSecret, PassphrasePromptError> in
          do throws(PassphrasePromptError) {
            return .success(SharedSecret(try await prompt.passphrase(question, terminal, whenShown)))
          } catch {
            return .failure(error)
          }
        }.copy()
      },
      confirm: { question throws(PassphrasePromptError) in
        try await self.ask { () async -> Result<Bool, PassphrasePromptError> in
          do throws(PassphrasePromptError) {
            return .success(try await prompt.confirm(question))
          } catch {
            return .failure(error)
          }
        }
      }, hasDisplay: prompt.hasDisplay)
  }

  private func ask<Answer: Sendable>(
    _ question: @escaping @Sendable () async -> Result<Answer, PassphrasePromptError>
  ) async throws(PassphrasePromptError) -> Answer {
    let task = Task { await question() }
    let number = state.withLock { state in
      state.next += 1
      state.cancel[state.next] = { task.cancel() }
      return state.next
    }
    defer { state.withLock { $0.cancel[number] = nil } }
    let answer = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    return try answer.get()
  }
}
