// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import WebAuthnModel
import WebDomains

/// The state for authenticatorGetNextAssertion (CTAP 2.2 §6.3).
struct PendingAssertions {
  let request: GetAssertionRequest
  let gesture: AuthorizationGesture
  let secretInput: HMACSecretInput?
  var remaining: ArraySlice<PublicKeyCredentialSource>
  var since: ContinuousClock.Instant
}

extension CTAP2Authenticator {
  /// The time after an assertion within which the next one can be requested.
  static let assertionPause = Duration.seconds(30)

  /// authenticatorGetAssertion (CTAP 2.2 §6.2).
  mutating func getAssertion(_ parameters: CTAP2Parameters) throws(CTAP2Status) -> CBORValue {
    let name = try parameters.text(0x01)
    let hash = try parameters.bytes(0x02)
    guard hash.count == 32, let relyingPartyID = try? RelyingPartyID(name) else { throw .invalidParameter }

    // 1. and 2. There is no PIN.
    try refusePIN(parameters, parameter: 0x06, authProtocol: 0x07)

    // 3. Neither present nor verified yet.
    // 4. The options.
    let options = try parameters.optionalMap(0x05)
    let verifies = try options?.optionalFlag("uv") ?? false
    let isAttended = try options?.optionalFlag("up") ?? true
    guard options?.has("rk") != true else { throw .unsupportedOption }
    guard person.canVerifyUser || !verifies else { throw .invalidOption }

    let list = try parameters.optionalMaps(0x03)
    guard list.count <= Self.maximumCredentialCountInList else { throw .limitExceeded }
    let allowed = try CTAP2Parameters.credentialIDs(in: list)
    // A list without usable entries must not turn into "any credential".
    guard list.isEmpty || !allowed.isEmpty else { throw .noCredentials }
    var request = GetAssertionRequest(
      relyingPartyID: relyingPartyID, clientDataHash: hash, allowCredentialIDs: allowed, requireUserVerification: verifies)
    request.requireUserPresence = isAttended
    let secretInput = try readExtensions(try parameters.optionalMap(0x04), isAttended: isAttended)
    request.extensions.prfSalts = secretInput?.salts

    // 7. The acceptable credentials, newest first, without those that require user verification if there is none (§12.1).
    let candidates = try candidates(for: request).filter { $0.protection.shows(isListed: !allowed.isEmpty, userVerified: verifies) }
    guard !candidates.isEmpty else { throw .noCredentials }

    // 5., 6. and 9. Verification and presence.
    let gesture = try gesture(for: request, candidates: candidates, verifies: verifies)

    // 8. and 11. With a list, one credential answers; without one, all answer one after another.
    let answering = allowed.isEmpty ? candidates[...] : candidates.prefix(1)
    var pending = PendingAssertions(request: request, gesture: gesture, secretInput: secretInput, remaining: answering, since: now())
    var answer = try nextAnswer(of: &pending)
    if answering.count > 1 { answer.append(CBORMap.Entry(key: 0x05, value: .unsigned(UInt64(answering.count)))) }
    pendingAssertions = pending
    return .map(CBORMap(answer) ?? CBORMap())
  }

  /// authenticatorGetNextAssertion (CTAP 2.2 §6.3).
  mutating func getNextAssertion(_ pending: PendingAssertions?) throws(CTAP2Status) -> CBORValue {
    // 1. to 3. There are pending assertions, and the last one was not too long ago.
    guard var pending, !pending.remaining.isEmpty, now() - pending.since <= Self.assertionPause else { throw .notAllowed }
    // 4. to 6. The next credential signs the same data.
    let answer = try nextAnswer(of: &pending)
    // 7. Restart the timer.
    pending.since = now()
    pendingAssertions = pending
    return .map(CBORMap(answer) ?? CBORMap())
  }

  private func candidates(for request: GetAssertionRequest) throws(CTAP2Status) -> [PublicKeyCredentialSource] {
    do throws(WebAuthnAuthenticatorError) {
      return try authenticator.candidates(for: request, in: store)
    } catch {
      throw CTAP2Status(error)
    }
  }

  private func gesture(
    for request: GetAssertionRequest, candidates: [PublicKeyCredentialSource], verifies: Bool
  ) throws(CTAP2Status) -> AuthorizationGesture {
    // A platform that only checks whether a credential is known does not disturb the user.
    guard request.requireUserPresence || verifies else { return .none }
    guard var gesture = AskedByPlatform(person: person, verifies: verifies).gesture(forUsing: candidates, request)?.gesture,
      gesture.userVerified || !verifies, gesture.userPresent || !request.requireUserPresence
    else { throw .operationDenied }
    gesture.userPresent = gesture.userPresent && request.requireUserPresence
    return gesture
  }

  private func readExtensions(_ inputs: CTAP2Parameters?, isAttended: Bool) throws(CTAP2Status) -> HMACSecretInput? {
    guard let secret = try inputs?.optionalMap("hmac-secret") else { return nil }
    // §12.7: nothing is derived without user presence.
    guard isAttended else { throw .unsupportedOption }
    return try HMACSecretInput(secret, keyAgreement: keyAgreement)
  }

  private mutating func nextAnswer(of pending: inout PendingAssertions) throws(CTAP2Status) -> [CBORMap.Entry] {
    guard let source = pending.remaining.popFirst() else { throw .notAllowed }
    let handling = pending.secretInput?.handling(vector: initialisationVector()) ?? .forPage
    let assertion: Assertion
    do throws(WebAuthnAuthenticatorError) {
      assertion = try authenticator.sign(
        pending.request, with: source, gesture: pending.gesture, backup: source.backup, results: handling)
    } catch {
      throw CTAP2Status(error)
    }
    var answer: [CBORMap.Entry] = [
      .init(key: 0x01, value: .map(["id": .bytes(assertion.credentialID.bytes), "type": "public-key"])),
      .init(key: 0x02, value: .bytes(assertion.authenticatorData)),
      .init(key: 0x03, value: .bytes(assertion.signature)),
    ]
    if source.isDiscoverable {
      var user: [CBORMap.Entry] = [.init(key: "id", value: .bytes(assertion.userHandle.bytes))]
      // Names are disclosed only to a verified user (§6.2.2 step 12).
      if pending.gesture.userVerified, let names = source.userNames {
        if let name = names.name { user.append(.init(key: "name", value: .text(name))) }
        if let displayName = names.displayName { user.append(.init(key: "displayName", value: .text(displayName))) }
      }
      answer.append(.init(key: 0x04, value: .map(CBORMap(user) ?? CBORMap())))
    }
    return answer
  }
}
