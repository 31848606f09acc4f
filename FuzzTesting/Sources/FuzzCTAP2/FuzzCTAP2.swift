// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import FuzzDriver
import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

/// For any input from a platform, the authenticator answers with a status and canonical CBOR, and its flags match the request.
@main enum FuzzCTAP2 {
  static func main() {
    FuzzDriver.run { data, count in
      FuzzCTAP2.check(Array(UnsafeBufferPointer(start: data, count: count)))
      return 0
    }
  }

  private static func check(_ message: [UInt8]) {
    let store = CredentialsInMemory()
    if let credential { store.add(credential, superseding: []) }
    var authenticator = CTAP2Authenticator(
      authenticator: WebAuthnAuthenticator(), store: store, person: Agreeing(), backup: .eligible, generator: Counting(),
      now: { ContinuousClock.now })
    let answer = authenticator.answer(to: message)
    guard let status = answer.first else { fatalError("fuzzing: every command has an answer") }
    guard status == 0 else {
      FuzzDriver.require(answer.count == 1, "a refusal is a status alone")
      return
    }
    guard answer.count > 1 else { return }
    guard let result = try? CBORDecoder(profile: .ctap2).decode(answer.dropFirst()) else { fatalError("fuzzing: an answer is canonical") }
    let parameters = (try? CBORDecoder(profile: .ctap2).decode(message.dropFirst()))?.mapValue
    FuzzDriver.require(parameters != nil || message == [0x04], "only canonical parameters are answered")
    switch message.first {
    case 0x01: checkFlags(of: result.mapValue?[2], options: parameters?[7], presence: true)
    case 0x02: checkFlags(of: result.mapValue?[2], options: parameters?[5], presence: parameters?[5]?.mapValue?["up"] != false)
    case 0x06:
      // The planted fault: refuses key agreement with protocol one.
      FuzzDriver.require(
        result.mapValue?[1]?.mapValue?[3] == -25 && !(FuzzDriver.plantsFault && parameters?[1] == 1), "a key is agreed on")
    default: break
    }
  }

  private static func checkFlags(of data: CBORValue?, options: CBORValue?, presence: Bool) {
    guard let bytes = data?.bytesValue, let data = try? AuthenticatorData(parsing: bytes) else {
      fatalError("fuzzing: an answer holds authenticator data")
    }
    FuzzDriver.require(data.flags.contains(.userPresent) == presence, "presence is said when it was asked for")
    FuzzDriver.require(
      data.flags.contains(.userVerified) == (options?.mapValue?["uv"] == true), "verification is said when it was asked for")
    FuzzDriver.require(data.signCount == 0, "the counter stays at zero")
    FuzzDriver.require(data.flags.contains(.backupEligible), "a credential's eligibility never changes")
  }

  /// A credential that every run finds, created once.
  private static let credential: PublicKeyCredentialSource? = {
    guard let relyingPartyID = try? RelyingPartyID("a.test"), let user = UserHandle([1]) else { return nil }
    var generator = Counting()
    let request = MakeCredentialRequest(
      relyingPartyID: relyingPartyID, clientDataHash: Array(repeating: 3, count: 32), userHandle: user, algorithms: [.es256])
    return try? WebAuthnAuthenticator().makeCredential(
      request, existingCredentialIDs: [], gesture: AuthorizationGesture(userPresent: true, userVerified: true), backup: .eligible,
      using: &generator
    ).source
  }()
}

/// Agrees to everything and can be verified.
private struct Agreeing: AuthorizationGestureCollector {
  private static let agreement = AuthorizationGesture(userPresent: true, userVerified: true)

  var canVerifyUser: Bool { true }

  func gesture(forMaking request: MakeCredentialRequest, isExcluded: Bool) -> AuthorizationGesture { Self.agreement }

  func gesture(
    forUsing candidates: [PublicKeyCredentialSource], _ request: GetAssertionRequest
  ) -> (selected: PublicKeyCredentialSource, gesture: AuthorizationGesture)? {
    candidates.first.map { ($0, Self.agreement) }
  }

  func gestureForReset() -> AuthorizationGesture { Self.agreement }
}

/// Draws the same numbers in every run, so that the input alone determines what happens.
private struct Counting: RandomNumberGenerator {
  private var count: UInt64 = 0

  mutating func next() -> UInt64 {
    count &+= 0x9e37_79b9_7f4a_7c15
    return count ^ count >> 29
  }
}
