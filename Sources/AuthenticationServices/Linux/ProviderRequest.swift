// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
internal import Foundation
package import SecretMemory
internal import Synchronization

/// One request of the broker, as the provider's side sees it: answered or cancelled once, presenting views until then.
package final class ProviderRequest: Sendable {
  /// The kinds of answer that a request can take.
  package enum Answer: Hashable, Sendable {
    case password
    case oneTimeCode
    case passkeyAssertion
    case passkeyRegistration
    case textToInsert
    case passwordSaved
    case generatedPasswords
    case configured
    case credentialsExported
    case credentialsImported
    case verificationCodeSetup
  }

  /// How a request came to its end.
  package enum Ending: Hashable, Sendable {
    /// The provider completed it.
    case answered
    /// The provider cancelled it.
    case canceled
    /// The broker gave it up, or the connection ended.
    case givenUp
  }

  /// What became of an answer.
  package enum Receipt: Hashable, Sendable {
    /// The broker has it.
    case taken
    /// The request was over before the broker had it, and nobody was told of it.
    case tooLate
    /// The conversation ended before the broker said anything about it.
    case unknown
  }

  private struct State {
    var ending: Ending?
    /// Whether the broker gave the request up before it had the answer that was on its way.
    var isAnswerLost = false
    var lastView = 0
    /// How much of ``ProviderRequest/working(_:)`` goes on.
    var works = 0
    var events: [Int: AsyncStream<ViewAnswer>.Continuation] = [:]
    var whenOver: [@Sendable (Ending) -> Void] = []
  }

  /// What a person did with a view, and what they typed into a form.
  package struct ViewAnswer: Sendable {
    /// What was done.
    package let event: ViewEventValue
    /// The texts of a form's fields one after the other; nil for other views.
    package let typed: SharedSecret?
  }

  /// The broker's number of the request.
  package let call: CallNumber
  /// Whether anything can be shown for it.
  package let showsInterface: Bool
  private let answers: Set<Answer>
  private let send: @Sendable (ProviderMessage, SharedSecret?) -> Bool
  private let hearBack: @Sendable () async -> Bool
  private let state = Mutex(State())

  /// Begins a request.
  ///
  /// - Parameters:
  ///   - call: The broker's number of it.
  ///   - answers: What may complete it; any other completion cancels it as failed.
  ///   - showsInterface: Whether anything can be shown for it.
  ///   - hearBack: Returns when the broker has heard everything that was sent, and what it had said before that has come; false when the
  ///     conversation ended first.
  ///   - send: Carries a message and its secret part to the broker, in order; false when the message is too large to be sent.
  package init(
    call: CallNumber, answers: Set<Answer>, showsInterface: Bool = true, hearBack: @escaping @Sendable () async -> Bool = { true },
    send: @escaping @Sendable (ProviderMessage, SharedSecret?) -> Bool
  ) {
    self.call = call
    self.answers = answers
    self.showsInterface = showsInterface
    self.hearBack = hearBack
    self.send = send
  }

  /// Whether the request was answered, cancelled or given up.
  package var isOver: Bool { ending != nil }

  /// How the request ended; nil while it goes on.
  package var ending: Ending? { state.withLock { $0.ending } }

  /// Answers the request.
  ///
  /// - Returns: True ("expired") when the request was over already or does not take this answer.
  package func complete(with answer: Answer, _ result: ProviderResult, secret: SharedSecret? = nil) -> Bool {
    guard answers.contains(answer) else {
      cancel(code: .failed, reason: "answerDoesNotFit")
      return true
    }
    return !finish(.answered) {
      if !send(.complete(call: call, result: result), secret) { sendCancellation(code: .failed, reason: ProviderMessage.answerTooLarge) }
    }
  }

  /// Ends the request without an answer; an error of another domain than ``ASExtensionErrorDomain`` counts as failed.
  package func cancel(with error: any Error) {
    let error = error as NSError
    guard error.domain == ASExtensionErrorDomain, let code = ASExtensionError.Code(rawValue: error.code) else {
      return cancel(code: .failed, reason: "foreignError")
    }
    cancel(code: code, reason: CancellationReason.reason(in: error))
  }

  /// Ends the request without an answer; `reason` is a code for logs and surfaces, never a person's data.
  package func cancel(code: ASExtensionError.Code, reason: String?) {
    _ = finish(.canceled) { sendCancellation(code: code, reason: reason) }
  }

  /// Takes note that the broker gave the request up; it does so only before it has an answer, which may be on its way.
  package func giveUp() {
    state.withLock { if $0.ending == .answered { $0.isAnswerLost = true } }
    _ = finish(.givenUp) {}
  }

  /// What became of the answer; the broker is waited for.
  package func receipt() async -> Receipt {
    guard ending == .answered else { return .tooLate }
    let isHeard = await hearBack()
    if state.withLock({ $0.isAnswerLost }) { return .tooLate }
    return isHeard ? .taken : .unknown
  }

  /// Shows or updates a view; nothing happens once the request is over, and a view that is too large cancels it as failed.
  package func present(_ view: PresentableViewValue) {
    guard !isOver else { return }
    if !send(.present(call: call, view: view), nil) { cancel(code: .failed, reason: Self.tooLarge) }
  }

  /// Takes the view on screen away; nothing happens once the request is over.
  package func dismiss() {
    guard !isOver else { return }
    _ = send(.dismiss(call: call), nil)
  }

  /// Numbers a new view and opens the stream of what the person does with it; the stream ends with the request.
  package func openView() -> (number: Int, events: AsyncStream<ViewAnswer>) {
    let (events, continuation) = AsyncStream.makeStream(of: ViewAnswer.self, bufferingPolicy: .bufferingOldest(16))
    let number = state.withLock { state in
      state.lastView += 1
      if state.ending == nil { state.events[state.lastView] = continuation }
      return state.lastView
    }
    if isOver { continuation.finish() }
    return (number, events)
  }

  /// Closes the stream of a view that is answered or replaced.
  package func closeView(_ number: Int) {
    state.withLock { $0.events.removeValue(forKey: number) }?.finish()
  }

  /// Takes what the person did, and typed into a form; an event for a view that is not open is dropped.
  package func receive(_ event: ViewEventValue, typed: SharedSecret? = nil) {
    state.withLock { $0.events[event.view] }?.yield(ViewAnswer(event: event, typed: typed))
  }

  /// Whether the provider shows views that are drawn here, or works on what will show some.
  package var usesViews: Bool { state.withLock { $0.lastView > 0 || $0.works > 0 } }

  /// Takes note that work on the request began or ended that may yet present a view.
  package func working(_ begins: Bool) {
    state.withLock { $0.works += begins ? 1 : -1 }
  }

  /// Runs `action` once, when the request is over; at once if it is.
  package func whenOver(_ action: @escaping @Sendable (Ending) -> Void) {
    let ending = state.withLock { state in
      if state.ending == nil { state.whenOver.append(action) }
      return state.ending
    }
    if let ending { action(ending) }
  }

  private static let tooLarge = "messageTooLarge"

  private func sendCancellation(code: ASExtensionError.Code, reason: String?) {
    _ = send(.cancelRequest(call: call, domain: ASExtensionErrorDomain, code: code.rawValue, reason: reason), nil)
  }

  /// Ends the request the first time it is called; false afterwards.
  private func finish(_ ending: Ending, _ announce: () -> Void) -> Bool {
    let waiting: State? = state.withLock { state in
      guard state.ending == nil else { return nil }
      defer { state = State(ending: ending, lastView: state.lastView) }
      return state
    }
    guard let waiting else { return false }
    announce()
    for continuation in waiting.events.values { continuation.finish() }
    for action in waiting.whenOver { action(ending) }
    return true
  }
}
