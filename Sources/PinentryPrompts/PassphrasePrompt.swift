// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import SecretMemory

/// Asks a person for a passphrase or a yes through a pinentry program, which is the only place of Passfold where one is typed.
///
/// Prompts of one value are shown one at a time, in the order they were asked for. Cancelling the asking task closes its prompt. They appear
/// on the display of its environment; where the program finds none, a passphrase may be typed on a terminal, and a yes counts nowhere.
public final class PassphrasePrompt: Sendable {
  private let program: String
  private let environment: [String: String]
  private let turns = TurnQueue()

  /// Prepares prompting; nothing is started before the first question.
  ///
  /// - Parameter environment: the environment that the program runs in. Its `PASSFOLD_PINENTRY` names the program by path or by
  ///   name along `PATH`; without it the program is `pinentry`.
  public init(environment: [String: String]) {
    // The terminal of whoever started this process is nobody's whom a question is put to.
    self.environment = environment.filter { $0.key != "GPG_TTY" }
    let named = environment["PASSFOLD_PINENTRY"] ?? ""
    self.program = named.isEmpty ? "pinentry" : named
  }

  /// Whether the environment names a display, without which nobody can be asked for a mere yes.
  public var hasDisplay: Bool { ["WAYLAND_DISPLAY", "DISPLAY"].contains { !(environment[$0] ?? "").isEmpty } }

  /// Asks for a passphrase; with a ``PassphraseQuestion/repetition`` it was typed twice alike.
  ///
  /// - Throws: `canceled` when the person or the task cancelled, `timedOut`, or why the program could not ask.
  public func passphrase(
    _ question: PassphraseQuestion, at terminal: PromptTerminal = PromptTerminal()
  ) async throws(PassphrasePromptError) -> SecretBytes {
    try await passphrase(question, at: terminal, whenShown: {})
  }

  /// The same, with a call when the prompt's turn has come: what answers it another way counts from then on only.
  package func passphrase(
    _ question: PassphraseQuestion, at terminal: PromptTerminal, whenShown: @escaping @Sendable () -> Void
  ) async throws(PassphrasePromptError) -> SecretBytes {
    let secret = try await inTurn(terminal, limit: question.timeout, whenShown: whenShown) { conversation throws(PassphrasePromptError) in
      try conversation.passphrase(question)
    }
    return secret.copy()
  }

  /// Asks for a yes on the display; false means that the person said no.
  ///
  /// No terminal is ever offered for it: any program can make a terminal and press the key in it. Ask for the passphrase there.
  ///
  /// - Throws: `nowhereToAsk` without a display, `canceled` when the task was cancelled, `timedOut`, or why the program could not ask.
  public func confirm(_ question: ConfirmationQuestion) async throws(PassphrasePromptError) -> Bool {
    guard hasDisplay else { throw PassphrasePromptError(.nowhereToAsk) }
    return try await inTurn(PromptTerminal(), limit: question.timeout) { conversation throws(PassphrasePromptError) in
      try conversation.confirmation(question)
    }
  }

  private func inTurn<Answer: Sendable>(
    _ terminal: PromptTerminal, limit: Duration, whenShown: () -> Void = {},
    _ ask: @escaping @Sendable (PinentryConversation) throws(PassphrasePromptError) -> Answer
  ) async throws(PassphrasePromptError) -> Answer {
    guard await turns.take() else { throw PassphrasePromptError(.canceled) }
    defer { turns.pass() }
    let process = try PinentryProcess(program: program, environment: environment)
    whenShown()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<Answer, PassphrasePromptError>, Never>) in
        // A thread of its own, since a prompt waits for minutes and the concurrency pool must not.
        DispatchQueue(label: "passfold.pinentry").async {
          continuation.resume(returning: Self.converse(process, terminal, limit: limit, ask))
        }
      }
    } onCancel: {
      process.end()
    }
    return try outcome.get()
  }

  private static func converse<Answer>(
    _ process: PinentryProcess, _ terminal: PromptTerminal, limit: Duration,
    _ ask: (PinentryConversation) throws(PassphrasePromptError) -> Answer
  ) -> Result<Answer, PassphrasePromptError> {
    // The program keeps the time itself and takes its prompt away; the margin is for one that does not.
    let channel = AssuanChannel(socket: process.socket, limit: limit + .seconds(5))
    let conversation = PinentryConversation(channel: channel, terminal: terminal)
    defer { process.reap() }
    do {
      let answer = try ask(conversation)
      conversation.close()
      return process.wasEnded ? .failure(PassphrasePromptError(.canceled)) : .success(answer)
    } catch {
      if !process.wasEnded && error.code != .programFailed { conversation.close() }
      return .failure(process.wasEnded ? PassphrasePromptError(.canceled) : error)
    }
  }
}
