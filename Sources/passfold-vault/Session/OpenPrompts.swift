// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import SecretMemory
import Synchronization
import VaultProtocol

/// All prompts of the session. A lock closes the open ones, with the text typed into them, and requests from before it cannot open another
/// one, which would appear over the lock.
final class OpenPrompts: Sendable {
  private struct State {
    var lockings = 0
    var next = 0
    var cancel: [Int: @Sendable () -> Void] = [:]
  }

  private let prompt: SessionPrompt
  private let state = Mutex(State())

  /// Creates the object without an open prompt.
  init(_ prompt: SessionPrompt) { self.prompt = prompt }

  /// Whether the session has a display, the only place where simple consent counts.
  var hasDisplay: Bool { prompt.hasDisplay }

  /// The number of times that the session was locked; a request for a prompt states the number from when it arrived.
  var lockings: Int { state.withLock { $0.lockings } }

  /// Prevents prompts for requests that have arrived until now, and closes the open ones.
  func lock() {
    state.withLock { $0.lockings += 1 }
    takeAway()
  }

  /// Closes every open prompt; the requests see that the user cancelled.
  func takeAway() {
    for cancel in state.withLock({ Array($0.cancel.values) }) { cancel() }
  }

  /// Asks for a passphrase, and calls `whenShown` when the prompt appears, which may be after other prompts.
  /// - Throws: `canceled`, also if the session was locked since `lockings`, or the reason that the prompt failed.
  func passphrase(
    _ question: PassphraseQuestion, at terminal: PromptTerminal, since lockings: Int, whenShown: @escaping @Sendable () -> Void = {}
  ) async throws(VaultFailure) -> SecretBytes {
    try await ask(since: lockings) { [prompt] () async -> Result<SharedSecret, PassphrasePromptError> in
      do throws(PassphrasePromptError) {
        return .success(SharedSecret(try await prompt.passphrase(question, terminal, whenShown)))
      } catch {
        return .failure(error)
      }
    }.copy()
  }

  /// Asks for consent on the session's display.
  /// - Throws: As ``passphrase(_:at:since:whenShown:)``.
  func confirm(_ question: ConfirmationQuestion, since lockings: Int) async throws(VaultFailure) -> Bool {
    try await ask(since: lockings) { [prompt] () async -> Result<Bool, PassphrasePromptError> in
      do throws(PassphrasePromptError) {
        return .success(try await prompt.confirm(question))
      } catch {
        return .failure(error)
      }
    }
  }

  private func ask<Answer: Sendable>(
    since lockings: Int, _ question: @escaping @Sendable () async -> Result<Answer, PassphrasePromptError>
  ) async throws(VaultFailure) -> Answer {
    // Started within the lock, so that the session cannot be locked between the check and the prompt.
    let begun = state.withLock { state -> (number: Int, task: Task<Result<Answer, PassphrasePromptError>, Never>)? in
      guard state.lockings == lockings else { return nil }
      let task = Task { await question() }
      state.next += 1
      state.cancel[state.next] = { task.cancel() }
      return (state.next, task)
    }
    guard let (number, task) = begun else { throw VaultFailure(.canceled) }
    defer { state.withLock { $0.cancel[number] = nil } }
    let answer = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    do throws(PassphrasePromptError) { return try answer.get() } catch { throw VaultFailure(error) }
  }
}
