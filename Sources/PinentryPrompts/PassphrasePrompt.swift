// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import SecretMemory

/// Asks the user for a passphrase or a confirmation with a pinentry program. Passphrases are typed nowhere else in Passfold.
///
/// The prompts of one value are shown one at a time, in order. Cancelling the calling task closes its prompt. Prompts appear on the display
/// of the value's environment. If the program finds none, a passphrase may be typed on a terminal, but a confirmation is not accepted
/// there.
public final class PassphrasePrompt: Sendable {
  private let program: String
  private let environment: [String: String]
  private let turns = TurnQueue()

  /// Creates a value. No program is started before the first question.
  ///
  /// - Parameter environment: The environment of the program. Its `PASSFOLD_PINENTRY` gives the program's path, or a name to look up in
  ///   `PATH`; the default is `pinentry`.
  public init(environment: [String: String]) {
    // The question is not necessarily for the user of the terminal that started this process.
    self.environment = environment.filter { $0.key != "GPG_TTY" }
    let named = environment["PASSFOLD_PINENTRY"] ?? ""
    self.program = named.isEmpty ? "pinentry" : named
  }

  /// Whether the environment names a display, which a confirmation requires.
  public var hasDisplay: Bool { ["WAYLAND_DISPLAY", "DISPLAY"].contains { !(environment[$0] ?? "").isEmpty } }

  /// Asks for a passphrase. With a ``PassphraseQuestion/repetition``, the user must have typed it twice identically.
  ///
  /// - Throws: `canceled` if the user or the task cancelled, `timedOut`, or the reason why the program could not ask.
  public func passphrase(
    _ question: PassphraseQuestion, at terminal: PromptTerminal = PromptTerminal()
  ) async throws(PassphrasePromptError) -> SecretBytes {
    try await passphrase(question, at: terminal, whenShown: {})
  }

  /// Does the same, and calls `whenShown` when it is the prompt's turn. Other kinds of answer count only from then on.
  package func passphrase(
    _ question: PassphraseQuestion, at terminal: PromptTerminal, whenShown: @escaping @Sendable () -> Void
  ) async throws(PassphrasePromptError) -> SecretBytes {
    let secret = try await inTurn(terminal, limit: question.timeout, whenShown: whenShown) { conversation throws(PassphrasePromptError) in
      try conversation.passphrase(question)
    }
    return secret.copy()
  }

  /// Asks for a confirmation on the display. Returns false if the user declined.
  ///
  /// A terminal is never offered: any program can create a terminal and press the key in it. Ask for the passphrase there.
  ///
  /// - Throws: `nowhereToAsk` without a display, `canceled` if the task was cancelled, `timedOut`, or the reason why the program could not
  ///   ask.
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
        // A separate thread, because a prompt blocks for minutes and the concurrency pool must not.
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
    // The program enforces the limit itself and closes its prompt. The margin is for programs that do not.
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
