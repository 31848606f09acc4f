// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
internal import Foundation
package import SecretMemory
internal import Synchronization

/// One request of the broker on the provider's side: answered or cancelled once, and able to present views until then.
package final class ProviderRequest: Sendable {
  /// The kinds of answer that a request can accept.
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

  /// The way in which a request ended.
  package enum Ending: Hashable, Sendable {
    /// The provider completed it.
    case answered
    /// The provider cancelled it.
    case canceled
    /// The broker cancelled it, or the connection ended.
    case givenUp
  }

  /// The outcome of sending an answer.
  package enum Receipt: Hashable, Sendable {
    /// The broker received it.
    case taken
    /// The request had ended before the broker received it, so the answer was not passed on.
    case tooLate
    /// The connection ended before the outcome was known.
    case unknown
  }

  private struct State {
    var ending: Ending?
    /// Whether the broker cancelled the request before it received the answer that was being sent.
    var isAnswerLost = false
    var lastView = 0
    /// The number of running tasks reported with ``ProviderRequest/working(_:)``.
    var works = 0
    var events: [Int: AsyncStream<ViewAnswer>.Continuation] = [:]
    var whenOver: [@Sendable (Ending) -> Void] = []
  }

  /// A user's action in a view, and the text typed into a form.
  package struct ViewAnswer: Sendable {
    /// The action.
    package let event: ViewEventValue
    /// The texts of a form's fields, concatenated; nil for other views.
    package let typed: SharedSecret?
  }

  /// The broker's number for the request.
  package let call: CallNumber
  /// Whether an interface can be shown for it.
  package let showsInterface: Bool
  private let answers: Set<Answer>
  private let send: @Sendable (ProviderMessage, SharedSecret?) -> Bool
  private let hearBack: @Sendable () async -> Bool
  private let state = Mutex(State())

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - call: The broker's number for it.
  ///   - answers: The answers that may complete it. Any other completion cancels it as failed.
  ///   - showsInterface: Whether an interface can be shown for it.
  ///   - hearBack: Waits until the broker has received everything sent so far and its earlier messages have arrived; returns false if the
  ///     connection ended first.
  ///   - send: Sends a message and its secret part to the broker, in order; returns false if the message is too large.
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

  /// Whether the request was answered or cancelled by either side.
  package var isOver: Bool { ending != nil }

  /// The way in which the request ended; nil while it is running.
  package var ending: Ending? { state.withLock { $0.ending } }

  /// Answers the request.
  ///
  /// - Returns: True ("expired") if the request has already ended or does not accept this answer.
  package func complete(with answer: Answer, _ result: ProviderResult, secret: SharedSecret? = nil) -> Bool {
    guard answers.contains(answer) else {
      cancel(code: .failed, reason: "answerDoesNotFit")
      return true
    }
    return !finish(.answered) {
      if !send(.complete(call: call, result: result), secret) { sendCancellation(code: .failed, reason: ProviderMessage.answerTooLarge) }
    }
  }

  /// Ends the request without an answer. An error of a domain other than ``ASExtensionErrorDomain`` counts as failed.
  package func cancel(with error: any Error) {
    let error = error as NSError
    guard error.domain == ASExtensionErrorDomain, let code = ASExtensionError.Code(rawValue: error.code) else {
      return cancel(code: .failed, reason: "foreignError")
    }
    cancel(code: code, reason: CancellationReason.reason(in: error))
  }

  /// Ends the request without an answer. `reason` is a code for logs and surfaces, and must not contain personal data.
  package func cancel(code: ASExtensionError.Code, reason: String?) {
    _ = finish(.canceled) { sendCancellation(code: code, reason: reason) }
  }

  /// Handles a cancellation by the broker. The broker cancels only before it has an answer, which may already be on its way.
  package func giveUp() {
    state.withLock { if $0.ending == .answered { $0.isAnswerLost = true } }
    _ = finish(.givenUp) {}
  }

  /// Waits for the broker and returns the outcome of the answer.
  package func receipt() async -> Receipt {
    guard ending == .answered else { return .tooLate }
    let isHeard = await hearBack()
    if state.withLock({ $0.isAnswerLost }) { return .tooLate }
    return isHeard ? .taken : .unknown
  }

  /// Shows or updates a view. Does nothing once the request has ended. A view that is too large cancels the request as failed.
  package func present(_ view: PresentableViewValue) {
    guard !isOver else { return }
    if !send(.present(call: call, view: view), nil) { cancel(code: .failed, reason: Self.tooLarge) }
  }

  /// Removes the current view. Does nothing once the request has ended.
  package func dismiss() {
    guard !isOver else { return }
    _ = send(.dismiss(call: call), nil)
  }

  /// Assigns a number to a new view and opens the stream of the user's actions in it. The stream ends with the request.
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

  /// Closes the stream of a view that was answered or replaced.
  package func closeView(_ number: Int) {
    state.withLock { $0.events.removeValue(forKey: number) }?.finish()
  }

  /// Handles a user's action and the text typed into a form. An event for a view that is not open is dropped.
  package func receive(_ event: ViewEventValue, typed: SharedSecret? = nil) {
    state.withLock { $0.events[event.view] }?.yield(ViewAnswer(event: event, typed: typed))
  }

  /// Whether the provider shows views that are drawn here, or is working on something that will.
  package var usesViews: Bool { state.withLock { $0.lastView > 0 || $0.works > 0 } }

  /// Records that work which may still present a view began or ended.
  package func working(_ begins: Bool) {
    state.withLock { $0.works += begins ? 1 : -1 }
  }

  /// Calls `action` once, when the request has ended; immediately if it already has.
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

  /// Ends the request on the first call; later calls return false.
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
