// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

/// Verifies one registration as a server does.
func registrationOperation(_ test: ConformanceCase) -> ConformanceAnswer {
  do {
    let expected = try RelyingPartyCase(try test.object("options"), ceremonyType: .create)
    let algorithms = expected.algorithms ?? RelyingParty.supportedAlgorithms.map(\.rawValue)
    let parsed = try parsedRegistration(of: test, expected)
    let verified = try expected.first { party in
      let ceremony = try restored(
        RegistrationCeremony.self,
        from: [
          "isConditional": !expected.requiresUserPresence,
          "options": [
            // The case names no account, so any will do.
            "rp": ["id": party.id.name, "name": party.name], "user": ["id": "AA", "name": "", "displayName": ""],
            "challenge": expected.challenge, "pubKeyCredParams": algorithms.map { ["type": "public-key", "alg": $0] as [String: Any] },
            "authenticatorSelection": ["userVerification": expected.userVerification.rawValue],
          ] as [String: Any],
        ])
      return try party.verifyRegistration(parsed, of: ceremony, isCredentialIDTaken: false, trust: expected.trust)
    }
    var fields = parsed.attestationObject.authenticatorData.flags.members
    fields["fmt"] = parsed.attestationObject.format
    fields["aaguid"] = verified.aaguid.description.filter { $0 != "-" }
    fields["credentialId"] = verified.record.id.text
    fields["publicKey"] = Base64URL(verified.record.publicKey).text
    fields["alg"] = parsed.credential.publicKey.algorithm.rawValue
    fields["kty"] = parsed.credential.publicKey.keyType
    fields["signCount"] = Int(verified.record.signCount)
    return .accept(["fields": fields])
  } catch {
    return endOfVerification(error)
  }
}

/// Returns the parsed registration. Unless the case rules it out, a key of an unknown algorithm is a limitation of the library, not an
/// error in the response.
private func parsedRegistration(of test: ConformanceCase, _ expected: RelyingPartyCase) throws -> RegistrationResponse {
  let json = try response(RegistrationResponseJSON.self, of: test)
  do throws(WebAuthnRelyingPartyError) {
    return try RegistrationResponse(parsing: json)
  } catch {
    throw error.code == .algorithm && expected.allowsUnknownAlgorithms ? RelyingPartyCase.Unsupported(what: "the key's algorithm") : error
  }
}
