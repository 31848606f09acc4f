// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import WebAuthnAuthenticator
import WebAuthnClient
import WebAuthnModel

/// The library's authenticator with a store that lasts for one run.
struct SoftwareAuthenticator {
  private let authenticator = WebAuthnAuthenticator(algorithms: WebAuthnAuthenticator.supportedAlgorithms)
  private let store = CredentialsInMemory()
  private var poweredUp: CTAP2Authenticator?

  /// Registers and stores the credential.
  func make(_ prepared: PreparedCreation, asking person: AgreeingPerson) throws(WebAuthnAuthenticatorError) -> CreationAnswer {
    var request = MakeCredentialRequest(
      relyingPartyID: prepared.relyingPartyID, clientDataHash: prepared.clientDataHash, userHandle: prepared.userHandle,
      algorithms: prepared.algorithms, excludeCredentialIDs: prepared.excludeCredentialIDs,
      requireUserVerification: prepared.userVerification == .required, requireUserPresence: prepared.requireUserPresence)
    request.userNames = .init(name: prepared.userName, displayName: prepared.userDisplayName)
    request.attestationFormats = prepared.attestationFormats
    request.extensions.wantsPRF = prepared.extensions.wantsPRF
    request.extensions.prfSalts = prepared.extensions.prfSalts
    request.extensions.protection = prepared.extensions.credentialProtectionPolicy.flatMap { CredentialProtection(policy: $0) }
    var generator = SystemRandomNumberGenerator()
    let made = try authenticator.makeCredential(request, in: store, asking: person, backup: .eligible, using: &generator)
    var answer = CreationAnswer(attestationObject: made.attestationObject.encoded, credentialID: made.credential.credentialID)
    answer.isDiscoverable = made.source.isDiscoverable
    answer.hasPRF = made.extensionResults.hasPRF
    answer.prfResults = made.extensionResults.prfResults.map(json)
    answer.keepsLargeBlob = true
    return answer
  }

  /// Authenticates with the newest acceptable credential.
  func assert(_ prepared: PreparedAssertion, asking person: AgreeingPerson) throws(WebAuthnAuthenticatorError) -> AssertionAnswer {
    var request = GetAssertionRequest(
      relyingPartyID: prepared.relyingPartyID, clientDataHash: prepared.clientDataHash,
      allowCredentialIDs: prepared.allowCredentialIDs, requireUserVerification: prepared.userVerification == .required)
    request.extensions.prfSalts = prepared.extensions.prfSalts
    request.extensions.prfSaltsByCredential = prepared.extensions.prfSaltsByCredential
    switch prepared.extensions.largeBlob {
    case .read: request.extensions.largeBlob = .read
    case .write(let blob): request.extensions.largeBlob = .write(blob)
    case nil: break
    }
    var person = person
    person.filter = prepared.credentialIDFilter
    let assertion = try authenticator.getAssertion(request, in: store, asking: person)
    var answer = AssertionAnswer(
      credentialID: assertion.credentialID, authenticatorData: assertion.authenticatorData, signature: assertion.signature,
      userHandle: assertion.userHandle)
    answer.prfResults = assertion.extensionResults.prfResults.map(json)
    answer.largeBlob = assertion.extensionResults.largeBlob
    answer.wroteLargeBlob = assertion.extensionResults.wroteLargeBlob
    return answer
  }

  /// Answers a CTAP2 command with the same credentials; the authenticator stays powered up until the end of input.
  mutating func answer(to message: [UInt8], asking person: AgreeingPerson) -> [UInt8] {
    var ctap =
      poweredUp
      ?? CTAP2Authenticator(
        authenticator: authenticator, store: store, person: person, backup: .eligible, generator: SystemRandomNumberGenerator(),
        now: { ContinuousClock.now })
    defer { poweredUp = ctap }
    return ctap.answer(to: message)
  }

  /// Returns the page's view of PRF results; vectors are public.
  private func json(_ results: PRFResults) -> PRFValuesJSON {
    PRFValuesJSON(
      first: results.first.withBytes { Base64URL($0) }, second: results.second.map { second in second.withBytes { Base64URL($0) } })
  }
}
