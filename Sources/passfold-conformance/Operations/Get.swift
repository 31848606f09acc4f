// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnAuthenticator
import WebAuthnClient
import WebAuthnModel

/// An authentication, client and authenticator together, with a credential that an earlier case made.
func getOperation(_ test: ConformanceCase, with authenticator: SoftwareAuthenticator) -> ConformanceAnswer {
  do {
    let prepared = try PreparedAssertion(optionsJSON: try test.json("options"), caller: try test.caller)
    let request = GetAssertionRequest(
      relyingPartyID: prepared.relyingPartyID, clientDataHash: prepared.clientDataHash,
      allowCredentialIDs: prepared.allowCredentialIDs, requireUserVerification: prepared.userVerification == .required)
    guard let assertion = try authenticator.assert(request, gesture: try test.gesture) else {
      return .reject("NotAllowedError", "no credential fits")
    }
    return .accept(
      "response",
      encoding: try prepared.response(
        credentialID: assertion.credentialID, authenticatorData: assertion.authenticatorData, signature: assertion.signature,
        userHandle: assertion.userHandle))
  } catch {
    return endOfCeremony(error)
  }
}
