// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// A client's running request: judging → choosing → asking → ended.
///
/// Each state contains only its own data, so data that is no longer needed is gone with its state.
package struct OpenRequest: Sendable {
  /// The state of a request.
  enum State: Sendable {
    /// The gate determines whether the client may make the request.
    case judging
    /// A choice is needed before a provider can be asked.
    case choosing(Choice)
    /// A provider works on it.
    case asking(Asking)
  }

  /// The kinds of choice.
  enum Choice: Sendable {
    /// A row of the broker's own view, by its identifier.
    case row([String: RequestStep])
    /// None yet: an app's sign-in waits for providers that were just started.
    case whenProvidersArrived(AppAuthorization)
    /// A suggestion in one of the app's fields.
    case inField(AppAuthorization)
  }

  /// A provider's work on the request.
  struct Asking: Sendable {
    let question: ProviderQuestion
    var machine: CredentialRequestMachine
    /// The provider's view on screen.
    var view: ShownView?
  }

  /// The facts about a provider's view on screen.
  struct ShownView: Sendable {
    /// The provider's number for it.
    let number: Int
    /// The number of text fields; 0 except for a form.
    let fieldCount: Int
  }

  /// The client and its number, which identify the answer.
  package let key: RequestKey
  let aim: RequestAim
  /// The requesting page; nil for clients identified by their process.
  let page: PagePlace?
  private(set) var state = State.judging

  /// Creates a request.
  package init(key: RequestKey, aim: RequestAim, page: PagePlace? = nil) {
    self.key = key
    self.aim = aim
    self.page = page
  }

  /// The provider's work, if there is any.
  var asking: Asking? { if case .asking(let asking) = state { asking } else { nil } }

  /// Whether only the provider's answer, or a timeout, ends it: a passkey created without a prompt may already exist when its page cancels,
  /// and the client then notifies the user.
  var endsByItself: Bool { aim == .create(isConditional: true) && asking != nil }

  /// The pending choice, if there is one.
  var choice: Choice? { if case .choosing(let choice) = state { choice } else { nil } }

  /// Waits for a choice; generated passwords are chosen after the provider was asked.
  mutating func choose(_ choice: Choice) { state = .choosing(choice) }

  /// Starts a provider's work on a question.
  mutating func ask(_ question: ProviderQuestion) {
    state = .asking(Asking(question: question, machine: question.stage.machine))
  }

  /// Changes a provider's work; does nothing in other states.
  mutating func updateAsking<Result>(_ change: (inout Asking) -> Result) -> Result? {
    guard case .asking(var asking) = state else { return nil }
    let result = change(&asking)
    state = .asking(asking)
    return result
  }

  /// The number of the broker's own view; providers' numbers start at 1.
  static let ownView = 0
}
