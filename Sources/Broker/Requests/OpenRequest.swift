// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// A client's request while it is under way: judging → choosing → asking → ended.
///
/// Each state carries what belongs to it and nothing else; what is no longer needed is gone with its state.
package struct OpenRequest: Sendable {
  /// Where a request stands.
  enum State: Sendable {
    /// The gate finds out whether the client may ask.
    case judging
    /// Something has to be chosen before a provider can be asked.
    case choosing(Choice)
    /// A provider works on it.
    case asking(Asking)
  }

  /// What has to be chosen.
  enum Choice: Sendable {
    /// A row of the broker's own view, by its id.
    case row([String: RequestStep])
    /// Nothing yet: an app's sign-in waits for providers that have just been started.
    case whenProvidersArrived(AppAuthorization)
    /// A suggestion in one of the app's fields.
    case inField(AppAuthorization)
  }

  /// What a provider works on.
  struct Asking: Sendable {
    let question: ProviderQuestion
    var machine: CredentialRequestMachine
    /// The provider's view on screen.
    var view: ShownView?
  }

  /// What has to be known of a provider's view while it is on screen.
  struct ShownView: Sendable {
    /// The provider's number of it.
    let number: Int
    /// How many fields there are to type into; 0 but for a form.
    let fieldCount: Int
  }

  /// The client and its number, under which the answer is sent.
  package let key: RequestKey
  let aim: RequestAim
  /// The page that asks; nil for clients that are known by their process.
  let page: PagePlace?
  private(set) var state = State.judging

  /// Begins a request.
  package init(key: RequestKey, aim: RequestAim, page: PagePlace? = nil) {
    self.key = key
    self.aim = aim
    self.page = page
  }

  /// What a provider works on, while one does.
  var asking: Asking? { if case .asking(let asking) = state { asking } else { nil } }

  /// Whether only the provider's word ends it, or the end of its time: a passkey that nobody is asked about may be there already when its page
  /// gives it up, and the client tells the person of it.
  var endsByItself: Bool { aim == .create(isConditional: true) && asking != nil }

  /// What has to be chosen, while something has.
  var choice: Choice? { if case .choosing(let choice) = state { choice } else { nil } }

  /// Waits for a choice; new passwords that a provider made are chosen among after it was asked.
  mutating func choose(_ choice: Choice) { state = .choosing(choice) }

  /// Puts a question to a provider.
  mutating func ask(_ question: ProviderQuestion) {
    state = .asking(Asking(question: question, machine: question.stage.machine))
  }

  /// Changes what a provider works on; nothing happens in the other states.
  mutating func updateAsking<Result>(_ change: (inout Asking) -> Result) -> Result? {
    guard case .asking(var asking) = state else { return nil }
    let result = change(&asking)
    state = .asking(asking)
    return result
  }

  /// The number of the broker's own view; providers count from 1.
  static let ownView = 0
}
