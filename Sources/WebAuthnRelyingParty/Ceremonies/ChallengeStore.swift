// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A registration or an authentication in progress.
public enum PendingCeremony: Codable, Hashable, Sendable {
  /// The user is adding a passkey.
  case registration(RegistrationCeremony)
  /// The user is signing in or reauthenticating.
  case authentication(AuthenticationCeremony)

  /// The challenge that ties the response to this ceremony.
  public var challenge: Challenge {
    switch self {
    case .registration(let ceremony): ceremony.challenge
    case .authentication(let ceremony): ceremony.challenge
    }
  }
}

/// The server's storage for ceremonies in progress. Each belongs to one visitor, can be used once, and lasts some minutes.
public protocol ChallengeStore: Sendable {
  /// Stores a ceremony under its challenge.
  func keep(_ ceremony: PendingCeremony) async throws

  /// Removes and returns a ceremony; nil if the challenge is unknown, expired, used, or another visitor's.
  ///
  /// Of several calls with one challenge, concurrent or not, at most one gets the ceremony.
  func take(_ challenge: Challenge) async throws -> PendingCeremony?
}

extension ChallengeStore {
  /// Takes the registration that a response claims to answer. The challenge is used up whether or not the response is valid.
  ///
  /// - Throws: `unknownChallenge`, also for the challenge of an authentication; the store's own errors.
  public func takeCeremony(answeredBy response: RegistrationResponse) async throws -> RegistrationCeremony {
    guard let challenge = response.claimedChallenge, case .registration(let ceremony) = try await take(challenge) else {
      throw WebAuthnRelyingPartyError(.unknownChallenge, step: "7.1 step 8")
    }
    return ceremony
  }

  /// Takes the authentication that a response claims to answer. The challenge is used up whether or not the response is valid.
  ///
  /// - Throws: `unknownChallenge`, also for the challenge of a registration; the store's own errors.
  public func takeCeremony(answeredBy response: AuthenticationResponse) async throws -> AuthenticationCeremony {
    guard let challenge = response.claimedChallenge, case .authentication(let ceremony) = try await take(challenge) else {
      throw WebAuthnRelyingPartyError(.unknownChallenge, step: "7.2 step 11")
    }
    return ceremony
  }
}
