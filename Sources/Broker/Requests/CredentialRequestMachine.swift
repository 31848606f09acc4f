// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// The documented life of one credential request at one provider, as a value that returns the next action.
///
/// Apple, "Providing one-time passcodes to AutoFill": try without interaction; on `userInteractionRequired` prepare the interface for the
/// same request; then complete or cancel. A list request starts at the interface.
struct CredentialRequestMachine: Sendable {
  /// The stage of the request.
  enum Stage: Sendable, Equatable {
    case withoutInteraction
    case interface
    case finished
  }

  /// The broker's action after an event.
  enum Action: Sendable, Equatable {
    /// Asks again, now with an interface.
    case prepareInterface
    /// Checks the answer and passes it to the client.
    case deliver
    /// Tells the client the reason for the failure.
    case fail(ClientFailure)
    /// Tells the provider that the request is over, and the client the reason.
    case abandon(ClientFailure, seemsToHang: Bool)
    /// Does nothing: the event is late or has no meaning here.
    case ignore
  }

  /// Apple's `ASExtensionError.Code` raw values, as received.
  enum ExtensionErrorCode: Int {
    case failed = 0
    case userCanceled = 1
    case userInteractionRequired = 100
    case credentialIdentityNotFound = 101
    case matchedExcludedCredential = 102
  }

  private(set) var stage: Stage
  /// Whether an interface may follow; false for a list, which is one already.
  private let mayPrepareInterface: Bool

  /// Starts without an interface.
  static func beginWithoutInteraction() -> Self { Self(stage: .withoutInteraction, mayPrepareInterface: true) }

  /// Asks only without an interface, for requests that must not show a prompt.
  static func onlyWithoutInteraction() -> Self { Self(stage: .withoutInteraction, mayPrepareInterface: false) }

  /// Starts with an interface: lists, registrations, texts and set-up links.
  static func beginWithInterface() -> Self { Self(stage: .interface, mayPrepareInterface: false) }

  /// Handles the provider's completion of the request.
  mutating func completed() -> Action {
    guard stage != .finished else { return .ignore }
    stage = .finished
    return .deliver
  }

  /// Handles the provider's cancellation of the request.
  ///
  /// - Parameter isRegistration: Whether it is a passkey registration, which alone can meet an excluded passkey.
  mutating func cancelled(domain: String, code: Int, reason: String?, provider: String, isRegistration: Bool) -> Action {
    guard stage != .finished else { return .ignore }
    // Another domain's codes mean something else, so such an error is a failure (Apple reference, section 1.2).
    let known = domain == "ASExtensionErrorDomain" ? ExtensionErrorCode(rawValue: code) : .failed
    if known == .userInteractionRequired, stage == .withoutInteraction, mayPrepareInterface {
      stage = .interface
      return .prepareInterface
    }
    stage = .finished
    switch known {
    case .userCanceled: return .fail(ClientFailure(.userCanceled))
    case .credentialIdentityNotFound: return .fail(ClientFailure(.credentialNotFound))
    case .matchedExcludedCredential where isRegistration: return .fail(ClientFailure(.matchedExcludedCredential))
    case .failed, .userInteractionRequired, .matchedExcludedCredential, nil:
      if reason == ProviderMessage.answerTooLarge, !isRegistration {
        return .fail(ClientFailure(.notFillable, detail: UnfillableContent.tooLong.rawValue))
      }
      if let reason, reason.hasPrefix("setup.") { return .fail(ClientFailure(.badSetUpLink, detail: String(reason.dropFirst(6)))) }
      return .fail(ClientFailure(.providerFailed, detail: provider))
    }
  }

  /// Handles the timeout of a stage.
  mutating func timedOut(in timedStage: Stage, provider: String) -> Action {
    guard stage == timedStage, stage != .finished else { return .ignore }
    stage = .finished
    // With an interface, the user may have walked away.
    return .abandon(ClientFailure(.providerFailed, detail: provider), seemsToHang: timedStage == .withoutInteraction)
  }

  /// Handles the end of the provider's process.
  mutating func providerEnded(provider: String) -> Action {
    guard stage != .finished else { return .ignore }
    stage = .finished
    return .fail(ClientFailure(.providerFailed, detail: provider))
  }
}
