// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import WebAuthnModel
import WebDomains

extension CTAP2Authenticator {
  /// authenticatorMakeCredential (CTAP 2.2 §6.1).
  mutating func makeCredential(_ parameters: CTAP2Parameters) throws(CTAP2Status) -> CBORValue {
    let hash = try parameters.bytes(0x01)
    let (relyingParty, user) = (try parameters.map(0x02), try parameters.map(0x03))
    let kinds = try parameters.maps(0x04)
    guard hash.count == 32, let relyingPartyID = try? RelyingPartyID(try relyingParty.text("id")) else { throw .invalidParameter }
    guard let userHandle = UserHandle(try user.bytes("id")) else { throw .invalidParameter }

    // 1. and 2. There is no PIN.
    try refusePIN(parameters, parameter: 0x08, authProtocol: 0x09)

    // 3. The algorithms. Every element is checked before one is chosen.
    var algorithms: [COSEAlgorithm] = []
    for kind in kinds {
      let (type, number) = (try kind.text("type"), try kind.integer("alg"))
      if type == "public-key", let number = Int(exactly: number) { algorithms.append(COSEAlgorithm(rawValue: number)) }
    }
    guard algorithms.contains(where: authenticator.algorithms.contains) else { throw .unsupportedAlgorithm }

    // 4. Neither present nor verified yet.
    // 5. The options.
    let options = try parameters.optionalMap(0x07)
    let verifies = try options?.optionalFlag("uv") ?? false
    guard person.canVerifyUser || !verifies else { throw .invalidOption }
    guard try options?.optionalFlag("up") ?? true else { throw .invalidOption }
    let isDiscoverable = try options?.optionalFlag("rk") ?? false

    // 6. to 8. Verification is not always required. 9. Enterprise attestation is not supported.
    guard !parameters.has(0x0a) else { throw .invalidParameter }

    var request = MakeCredentialRequest(
      relyingPartyID: relyingPartyID, clientDataHash: hash, userHandle: userHandle, algorithms: algorithms,
      excludeCredentialIDs: try excluded(parameters), requireUserVerification: verifies)
    request.requireResidentKey = isDiscoverable
    request.userNames = .init(name: try user.optionalText("name"), displayName: try user.optionalText("displayName"))
    request.attestationFormats = try parameters.optionalTexts(0x0b) ?? []

    // 15. The extensions, read before the user is asked.
    let secretInput = try readExtensions(try parameters.optionalMap(0x06), into: &request.extensions)
    let handling = secretInput?.handling(vector: initialisationVector()) ?? .forPage

    // 10. to 20. Verification, excluded credentials, presence, the credential and its attestation.
    do throws(WebAuthnAuthenticatorError) {
      let made = try authenticator.makeCredential(
        request, in: store, asking: AskedByPlatform(person: person, verifies: verifies), backup: backup, results: handling,
        using: &generator)
      return .map([
        0x01: .text(made.attestationObject.format),
        0x02: .bytes(made.attestationObject.authenticatorDataBytes),
        0x03: made.attestationObject.statement,
      ])
    } catch {
      throw CTAP2Status(error)
    }
  }

  private func excluded(_ parameters: CTAP2Parameters) throws(CTAP2Status) -> [CredentialID] {
    let list = try parameters.optionalMaps(0x05)
    guard list.count <= Self.maximumCredentialCountInList else { throw .limitExceeded }
    return try CTAP2Parameters.credentialIDs(in: list)
  }

  private func readExtensions(
    _ inputs: CTAP2Parameters?, into extensions: inout MakeCredentialExtensions
  ) throws(CTAP2Status) -> HMACSecretInput? {
    guard let inputs else { return nil }
    // §12.1: an unknown protection level is an error and not merely ignored.
    if let number = try inputs.optionalInteger("credProtect") {
      guard let protection = Int(exactly: number).flatMap({ CredentialProtection(rawValue: $0) }) else { throw .invalidParameter }
      extensions.protection = protection
    }
    // §12.7: the only valid input at creation is true.
    extensions.wantsPRF = try inputs.optionalFlag("hmac-secret") ?? false
    // §12.8: salts for the PRF that the same command creates.
    guard let secret = try inputs.optionalMap("hmac-secret-mc") else { return nil }
    guard extensions.wantsPRF else { throw .missingParameter }
    let input = try HMACSecretInput(secret, keyAgreement: keyAgreement)
    extensions.prfSalts = input.salts
    return input
  }
}

/// Asks the user as the platform requests. Verification counts only if the platform requested it, because the flag UV, the PRF and the
/// protection of credentials depend on it (CTAP 2.2 §6.1.2 step 11).
struct AskedByPlatform: AuthorizationGestureCollector {
  let person: any AuthorizationGestureCollector
  let verifies: Bool

  var canVerifyUser: Bool { person.canVerifyUser }

  func gesture(forMaking request: MakeCredentialRequest, isExcluded: Bool) -> AuthorizationGesture {
    asked(person.gesture(forMaking: request, isExcluded: isExcluded))
  }

  func gesture(
    forUsing candidates: [PublicKeyCredentialSource], _ request: GetAssertionRequest
  ) -> (selected: PublicKeyCredentialSource, gesture: AuthorizationGesture)? {
    person.gesture(forUsing: candidates, request).map { ($0.selected, asked($0.gesture)) }
  }

  func gestureForReset() -> AuthorizationGesture { person.gestureForReset() }

  private func asked(_ gesture: AuthorizationGesture) -> AuthorizationGesture {
    AuthorizationGesture(userPresent: gesture.userPresent, userVerified: gesture.userVerified && verifies)
  }
}
