// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnAuthenticator
import WebAuthnClient
import WebAuthnModel

/// A registration, client and authenticator together, as a page would get it.
func createOperation(_ test: ConformanceCase, with authenticator: inout SoftwareAuthenticator) -> ConformanceAnswer {
  do {
    let prepared = try PreparedCreation(optionsJSON: try test.json("options"), caller: try test.caller)
    let request = MakeCredentialRequest(
      relyingPartyID: prepared.relyingPartyID, clientDataHash: prepared.clientDataHash, userHandle: prepared.userHandle,
      algorithms: prepared.algorithms, excludeCredentialIDs: prepared.excludeCredentialIDs,
      requireUserVerification: prepared.userVerification == .required)
    let made = try authenticator.make(request, gesture: try test.gesture)
    return .accept(
      "response",
      encoding: try prepared.response(attestationObject: made.attestationObject.encoded, credentialID: made.credential.credentialID))
  } catch {
    return endOfCeremony(error)
  }
}
