// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import SecretMemory
import Synchronization
import VaultProtocol

/// The way to every prompt of the session: a lock takes away those that are open, with what was typed in them, and whoever had asked before it
/// opens no other, which would stand over the lock.
final class OpenPrompts: Sendable {
  private struct State {
    var lockings = 0
    var next = 0
    var cancel: [Int: @Sendable () -> Void] = [:]
  }

  private let prompt: SessionPrompt
  private let state = Mutex(State())

  /// Starts without an open prompt.
  init(_ prompt: SessionPrompt) { self.prompt = prompt }

  /// Whether the session has a display, the only place where a mere yes counts.
  var hasDisplay: Bool { prompt.hasDisplay }

  /// How often the session was locked: whoever asks a person says what it was when their request came.
  var lockings: Int { state.withLock { $0.lockings } }

  /// Opens no prompt any more for requests that have come until now, and takes the open ones away.
  func lock() {
    state.withLock { $0.lockings += 1 }
    takeAway()
  }

  /// Takes every open prompt away; whoever asked hears that the person cancelled.
  func takeAway() {
    for cancel in state.withLock({ Array($0.cancel.values) }) { cancel() }
  }

  /// Asks for a passphrase, and calls when the prompt appears: others may stand before it.
  /// - Throws: `canceled`, also where the session was locked since `lockings`, or why the prompt failed.
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

  /// Asks for a yes on the session's display.
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
    // Begun within the lock: no lock comes between a look at it and the prompt.
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
