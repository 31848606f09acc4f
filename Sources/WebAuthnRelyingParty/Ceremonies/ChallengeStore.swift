// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A ceremony of either kind that has begun.
public enum PendingCeremony: Codable, Hashable, Sendable {
  /// Somebody is adding a passkey.
  case registration(RegistrationCeremony)
  /// Somebody is signing in, or proves once more who they are.
  case authentication(AuthenticationCeremony)

  /// What ties the response to this ceremony.
  public var challenge: Challenge {
    switch self {
    case .registration(let ceremony): ceremony.challenge
    case .authentication(let ceremony): ceremony.challenge
    }
  }
}

/// Where a server keeps the ceremonies that have begun, each for one visitor, one use and some minutes.
public protocol ChallengeStore: Sendable {
  /// Keeps a ceremony under its challenge.
  func keep(_ ceremony: PendingCeremony) async throws

  /// Takes a ceremony out; nil when the challenge is unknown, too old, another visitor's or was taken before.
  ///
  /// Of several calls with one challenge, at the same time or not, one at most gets the ceremony.
  func take(_ challenge: Challenge) async throws -> PendingCeremony?
}

extension ChallengeStore {
  /// Takes the registration that a response claims to answer; the challenge is used up whatever comes of the response.
  /// - Throws: `unknownChallenge`, also for a challenge of an authentication; the store's own errors.
  public func takeCeremony(answeredBy response: RegistrationResponse) async throws -> RegistrationCeremony {
    guard let challenge = response.claimedChallenge, case .registration(let ceremony) = try await take(challenge) else {
      throw WebAuthnRelyingPartyError(.unknownChallenge, step: "7.1 step 8")
    }
    return ceremony
  }

  /// Takes the authentication that a response claims to answer; the challenge is used up whatever comes of the response.
  /// - Throws: `unknownChallenge`, also for a challenge of a registration; the store's own errors.
  public func takeCeremony(answeredBy response: AuthenticationResponse) async throws -> AuthenticationCeremony {
    guard let challenge = response.claimedChallenge, case .authentication(let ceremony) = try await take(challenge) else {
      throw WebAuthnRelyingPartyError(.unknownChallenge, step: "7.2 step 11")
    }
    return ceremony
  }
}
