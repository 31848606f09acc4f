// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// The documented life of one credential request at one provider, as a value that says what to do next.
///
/// Apple, "Providing one-time passcodes to AutoFill": try without interaction; on `userInteractionRequired` prepare the interface for the
/// same request; then complete or cancel. A list request begins at the interface.
struct CredentialRequestMachine: Sendable {
  /// Where the request stands.
  enum Stage: Sendable, Equatable {
    case withoutInteraction
    case interface
    case finished
  }

  /// What the broker does about an event.
  enum Action: Sendable, Equatable {
    /// Ask again, now with an interface.
    case prepareInterface
    /// Check the answer and pass it to the client.
    case deliver
    /// Tell the client why it gets nothing.
    case fail(ClientFailure)
    /// Tell the provider that the request is over, and the client why.
    case abandon(ClientFailure, seemsToHang: Bool)
    /// The event came too late or has no meaning here.
    case ignore
  }

  /// Apple's `ASExtensionError.Code` raw values, as they come over the wire.
  enum ExtensionErrorCode: Int {
    case failed = 0
    case userCanceled = 1
    case userInteractionRequired = 100
    case credentialIdentityNotFound = 101
    case matchedExcludedCredential = 102
  }

  private(set) var stage: Stage
  /// Whether an interface may follow; not for a list, which is one already.
  private let mayPrepareInterface: Bool

  /// Begins with the headless try.
  static func beginWithoutInteraction() -> Self { Self(stage: .withoutInteraction, mayPrepareInterface: true) }

  /// Asks without an interface and takes no for an answer: what nobody may be asked about.
  static func onlyWithoutInteraction() -> Self { Self(stage: .withoutInteraction, mayPrepareInterface: false) }

  /// Begins with an interface: lists, registrations, texts and set-up links.
  static func beginWithInterface() -> Self { Self(stage: .interface, mayPrepareInterface: false) }

  /// The provider completed the request.
  mutating func completed() -> Action {
    guard stage != .finished else { return .ignore }
    stage = .finished
    return .deliver
  }

  /// The provider cancelled the request.
  ///
  /// - Parameter isRegistration: Whether a passkey was to be made: only then can an excluded one have been met.
  mutating func cancelled(domain: String, code: Int, reason: String?, provider: String, isRegistration: Bool) -> Action {
    guard stage != .finished else { return .ignore }
    // A foreign domain's numbers mean something else: such an error is a failure (Apple reference, section 1.2).
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

  /// The time of a stage ran out.
  mutating func timedOut(in timedStage: Stage, provider: String) -> Action {
    guard stage == timedStage, stage != .finished else { return .ignore }
    stage = .finished
    // With an interface, it may be the person who walked away.
    return .abandon(ClientFailure(.providerFailed, detail: provider), seemsToHang: timedStage == .withoutInteraction)
  }

  /// The provider's process ended.
  mutating func providerEnded(provider: String) -> Action {
    guard stage != .finished else { return .ignore }
    stage = .finished
    return .fail(ClientFailure(.providerFailed, detail: provider))
  }
}
