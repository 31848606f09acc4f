// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

/// Verifies one authentication as a server does, with the case's credential.
func authenticationOperation(_ test: ConformanceCase) -> ConformanceAnswer {
  do {
    let options = try test.object("options")
    let expected = try RelyingPartyCase(options, ceremonyType: .get)
    let parsed = try AuthenticationResponse(parsing: try response(AuthenticationResponseJSON.self, of: test))
    let flags = parsed.authenticatorData.flags
    // WebAuthn has no authentication without user presence.
    guard expected.requiresUserPresence || flags.contains(.userPresent) else {
      throw RelyingPartyCase.Unsupported(what: "an authentication without user presence")
    }
    let record = try record(options.object("credential"), for: parsed)
    let verified = try expected.first { party in
      var members: [String: Any] = [
        "challenge": expected.challenge, "rpId": party.id.name, "userVerification": expected.userVerification.rawValue,
      ]
      members["allowCredentials"] = expected.allowedCredentials.map { ["type": "public-key", "id": $0] }
      // The case names the credential, so its account is known in advance.
      let ceremony = try restored(AuthenticationCeremony.self, from: ["options": members, "user": Base64URL(record.userHandle.bytes).text])
      return try party.verifyAuthentication(parsed, of: ceremony, record: record)
    }
    // Servers may handle a decreasing counter as they like; a case with a counter asks for the strict rule.
    if case .regressed = verified.signatureCounter { return .reject("signatureCounter", "7.2 step 22") }
    var fields = flags.members
    fields["signCount"] = Int(parsed.authenticatorData.signCount)
    fields["userHandle"] = parsed.userHandle.map { Base64URL($0.bytes).text }
    return .accept(["fields": fields])
  } catch {
    return endOfVerification(error)
  }
}

/// Returns the credential as a record; missing members of the case are assumed to agree with the response.
private func record(_ credential: ConformanceCase, for parsed: AuthenticationResponse) throws -> PublicKeyCredentialRecord {
  guard let id = Base64URL(parsing: try credential.text("id")).flatMap({ CredentialID($0.bytes) }),
    let publicKey = Base64URL(parsing: try credential.text("publicKey")),
    let userHandle = parsed.userHandle ?? UserHandle([0])
  else { throw ConformanceCase.Fault(message: "credential is not in base64url") }
  do throws(WebAuthnModelError) {
    _ = try COSEKey(encoded: publicKey.bytes)
  } catch {
    if error.code == .unsupportedPublicKey { throw RelyingPartyCase.Unsupported(what: "the key's algorithm") }
  }
  return PublicKeyCredentialRecord(
    id: id, userHandle: userHandle, publicKey: publicKey.bytes, signCount: try credential.optionalNumber("signCount") ?? 0,
    isUserVerificationInitialized: false, transports: [],
    isBackupEligible: try credential.optionalFlag("backupEligible") ?? parsed.authenticatorData.flags.contains(.backupEligible),
    isBackedUp: try credential.optionalFlag("backupState") ?? false)
}
