// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import AuthenticationServices
internal import BrokerProtocol
internal import SecretMemory

/// One call of the simulated system while the provider works on it.
@MainActor
public final class PlayedRequest {
  private let call: CallNumber
  private let isHeadless: Bool
  private weak var host: ProviderTestHost?
  private var views: [PlayedView] = []
  private var shown: PlayedView?
  private var ending: PlayedOutcome?
  private let changes = Changes()

  init(call: CallNumber, isHeadless: Bool, host: ProviderTestHost) {
    self.call = call
    self.isHeadless = isHeadless
    self.host = host
  }

  /// The view on screen; nil if there is none, and always for a call without an interface.
  public var view: PlayedView? { shown }

  /// Waits for the next view, or the next update of the current one, that the test has not seen.
  ///
  /// - Throws: ``ProviderTestError`` `requestEnded` or `timedOut`.
  public func nextView(within limit: Duration = .seconds(5)) async throws(ProviderTestError) -> PlayedView {
    try await changes.wait(limit) { !views.isEmpty || ending != nil }
    guard !views.isEmpty else { throw ProviderTestError(.requestEnded) }
    return views.removeFirst()
  }

  /// Waits for the end of the request. The system allows five seconds for a call without an interface.
  ///
  /// - Throws: ``ProviderTestError`` `timedOut`.
  public func outcome(within limit: Duration = .seconds(5)) async throws(ProviderTestError) -> PlayedOutcome {
    try await changes.wait(limit) { ending != nil }
    guard let ending else { throw ProviderTestError(.timedOut) }
    return ending
  }

  /// Gives up the request, as the system does when the user or the page leaves.
  public func giveUp() {
    host?.send(.call(ProviderCall(call, .cancel)))
    end(.canceled(.userCanceled, reason: nil))
  }

  func answer(
    _ view: PlayedView, _ action: ViewEventValue.Action, row: String? = nil, typed: SharedSecret? = nil, byteCounts: [Int]? = nil
  ) {
    let event = ViewEventValue(view: view.number, action: action, row: row, byteCounts: byteCounts)
    host?.send(.call(ProviderCall(call, .viewEvent(event))), secret: typed)
  }

  func present(_ value: PresentableViewValue) {
    // The system never shows the controller for such a call.
    guard !isHeadless else { return }
    let view = PlayedView(value, request: self)
    shown = view
    views.append(view)
    changes.note()
  }

  func dismiss() { shown = nil }

  func end(_ outcome: PlayedOutcome) {
    guard ending == nil else { return }
    ending = outcome
    shown = nil
    changes.note()
  }
}
