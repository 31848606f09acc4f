// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// An authenticator as seen by a client. Cancelling the task cancels the operation (authenticatorCancel, WebAuthn L3 §6.3.4).
public protocol ClientAuthenticator: Sendable {
  /// Creates a credential.
  func makeCredential(_ request: PreparedCreation) async throws(AuthenticatorRefusal) -> CreationAnswer
  /// Signs with a credential.
  func getAssertion(_ request: PreparedAssertion) async throws(AuthenticatorRefusal) -> AssertionAnswer
}

/// The reason why an authenticator refused, in the terms of WebAuthn L3 §6.3.
///
/// The set may grow.
public struct AuthenticatorRefusal: Error, Hashable, Sendable {
  /// An excluded credential is known, and the user agreed to disclose it.
  public static let invalidState = AuthenticatorRefusal(name: "invalidState")
  /// Any other reason. A page must not be able to distinguish these.
  public static let other = AuthenticatorRefusal(name: "other")

  private let name: String

  private init(name: String) {
    self.name = name
  }
}

/// Runs complete ceremonies: the client's steps, one authenticator, a timer and cancellation.
public struct WebAuthnClient<TimeSource: Clock>: Sendable where TimeSource.Duration == Duration {
  private let authenticator: any ClientAuthenticator
  private let extensions: ClientExtensions
  private let relatedOrigins: RelatedOriginsFetch?
  private let clock: TimeSource

  /// Creates a client with one authenticator.
  ///
  /// - Parameters:
  ///   - extensions: The extensions that the authenticator supports.
  ///   - relatedOrigins: A function that fetches well-known documents; nil if the client does not support related origins.
  ///   - clock: The clock for timeouts.
  public init(
    authenticator: any ClientAuthenticator, extensions: ClientExtensions, relatedOrigins: RelatedOriginsFetch?, clock: TimeSource
  ) {
    self.authenticator = authenticator
    self.extensions = extensions
    self.relatedOrigins = relatedOrigins
    self.clock = clock
  }

  /// Registers, as `navigator.credentials.create()` does (WebAuthn L3 §5.1.3).
  ///
  /// - Throws: The error for the page; `AbortError` if the task was cancelled, `NotAllowedError` after the timeout.
  public func create(
    optionsJSON: [UInt8], caller: WebAuthnCaller, mediation: CeremonyMediation = .modal
  ) async throws(WebAuthnClientError) -> RegistrationResponseJSON {
    let caller = await related(caller, to: RequestedRelyingParty(creationOptionsJSON: optionsJSON).id)
    let prepared = try PreparedCreation(optionsJSON: optionsJSON, caller: caller, mediation: mediation, supporting: extensions)
    let authenticator = authenticator
    let answer = try await race(within: prepared.timeout, step: "5.1.3") { () async throws(AuthenticatorRefusal) in
      try await authenticator.makeCredential(prepared)
    }
    return try prepared.response(to: answer)
  }

  /// Authenticates, as `navigator.credentials.get()` does (WebAuthn L3 §5.1.4.1).
  ///
  /// - Throws: The error for the page; `AbortError` if the task was cancelled, `NotAllowedError` after the timeout.
  public func get(
    optionsJSON: [UInt8], caller: WebAuthnCaller, mediation: CeremonyMediation = .modal
  ) async throws(WebAuthnClientError) -> AuthenticationResponseJSON {
    let caller = await related(caller, to: RequestedRelyingParty(requestOptionsJSON: optionsJSON).id)
    let prepared = try PreparedAssertion(optionsJSON: optionsJSON, caller: caller, mediation: mediation, supporting: extensions)
    let authenticator = authenticator
    let answer = try await race(within: prepared.timeout, step: "5.1.4.1") { () async throws(AuthenticatorRefusal) in
      try await authenticator.getAssertion(prepared)
    }
    return try prepared.response(to: answer)
  }

  private func related(_ caller: WebAuthnCaller, to requested: String?) async -> WebAuthnCaller {
    guard let relatedOrigins, caller.mayBegin else { return caller }
    return await caller.validatingRelatedOrigins(of: requested, by: relatedOrigins)
  }

  private enum Outcome<Answer: Sendable>: Sendable {
    case answer(Answer)
    case refusal(AuthenticatorRefusal)
    case timeIsUp
  }

  /// Runs the operation and the timer concurrently, and cancels the one that does not finish first.
  private func race<Answer: Sendable>(
    within timeout: Duration?, step: String, _ operation: @escaping @Sendable () async throws(AuthenticatorRefusal) -> Answer
  ) async throws(WebAuthnClientError) -> Answer {
    let aborted = WebAuthnClientError(.abortError, step: step + " signal")
    guard !Task.isCancelled else { throw aborted }
    let clock = clock
    let outcome = await withTaskGroup(of: Outcome<Answer>.self) { group in
      group.addTask {
        do throws(AuthenticatorRefusal) {
          return .answer(try await operation())
        } catch {
          return .refusal(error)
        }
      }
      if let timeout {
        group.addTask {
          try? await clock.sleep(until: clock.now.advanced(by: timeout), tolerance: nil)
          return .timeIsUp
        }
      }
      let first = await group.next() ?? .timeIsUp
      group.cancelAll()
      return first
    }
    guard !Task.isCancelled else { throw aborted }
    switch outcome {
    case .answer(let answer): return answer
    case .refusal(.invalidState): throw WebAuthnClientError(.invalidStateError, step: step + " authenticator")
    case .refusal: throw WebAuthnClientError(.notAllowedError, step: step + " authenticator")
    case .timeIsUp: throw WebAuthnClientError(.notAllowedError, step: step + " lifetimeTimer")
    }
  }
}
