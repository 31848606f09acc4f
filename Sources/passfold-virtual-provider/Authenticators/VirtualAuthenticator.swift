// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import WebAuthnAuthenticator
import WebAuthnClient
import WebAuthnModel
import WebDomains

/// One authenticator with the behaviour of its configuration (WebAuthn L3 §11.2).
struct VirtualAuthenticator: Sendable {
  /// The minimum length of its PIN; CTAP 2.2 §6.4 allows no shorter one.
  private static let minimumPINLength = 4

  var configuration: AuthenticatorConfiguration
  /// Its credentials, oldest first.
  var credentials: [VirtualCredential] = []

  private var authenticator: WebAuthnAuthenticator { WebAuthnAuthenticator(algorithms: configuration.algorithms) }

  private func has(_ one: AuthenticatorConfiguration.Extension) -> Bool { configuration.extensions.contains(one) }

  private func isVerified(for requirement: UserVerificationRequirement) -> Bool {
    configuration.hasUserVerification && configuration.isUserVerified && requirement != .discouraged
  }

  // MARK: Creating a credential

  /// Returns whether it can do what a registration requires.
  func canAnswer(_ creation: PreparedCreation) -> Bool {
    creation.extensions.largeBlobSupport != .required || has(.largeBlob) && creation.requireResidentKey
  }

  /// Creates and stores a credential (§6.3.2).
  mutating func create(_ creation: PreparedCreation) throws(WebAuthnAuthenticatorError) -> CreationAnswer {
    let gesture = AuthorizationGesture(
      userPresent: creation.requireUserPresence, userVerified: creation.requireUserPresence && isVerified(for: creation.userVerification))
    var request = MakeCredentialRequest(
      relyingPartyID: creation.relyingPartyID, clientDataHash: creation.clientDataHash, userHandle: creation.userHandle,
      algorithms: creation.algorithms, excludeCredentialIDs: creation.excludeCredentialIDs,
      requireUserVerification: creation.userVerification == .required, requireUserPresence: creation.requireUserPresence)
    request.requireResidentKey = creation.requireResidentKey
    request.userNames = PublicKeyCredentialSource.UserNames(name: creation.userName, displayName: creation.userDisplayName)
    request.attestationFormats = creation.attestationFormats
    request.extensions.wantsPRF = creation.extensions.wantsPRF && has(.prf)
    request.extensions.protection = creation.extensions.credentialProtectionPolicy.flatMap(CredentialProtection.init(policy:))
    request.extensions.credBlob = creation.extensions.credBlob
    request.extensions.minimumPINLength = creation.extensions.wantsMinimumPINLength ? Self.minimumPINLength : nil

    let existing = credentials.filter { $0.source.relyingPartyID == creation.relyingPartyID }.map(\.source)
    var generator = SystemRandomNumberGenerator()
    let made = try authenticator.makeCredential(
      request, existingCredentialIDs: existing.map(\.id), gesture: gesture, backup: backup, using: &generator)
    // §6.3.2 step 7.4.
    let superseded = existing.filter { $0.isDiscoverable && made.source.isDiscoverable && $0.userHandle == creation.userHandle }.map(\.id)
    credentials.removeAll { superseded.contains($0.source.id) }
    credentials.append(VirtualCredential(made.source))

    var answer = CreationAnswer(attestationObject: made.attestationObject.encoded, credentialID: made.source.id)
    // A CTAP 2.0 authenticator may create a discoverable credential without being asked, and does not report it.
    let isSaid = made.source.isDiscoverable || configuration.protocol != .ctap2 || !configuration.hasResidentKey
    answer.isDiscoverable = isSaid ? made.source.isDiscoverable : nil
    answer.hasPRF = made.source.pseudoRandomFunction != nil
    if let function = made.source.pseudoRandomFunction, let salts = creation.extensions.prfSalts {
      answer.prfResults = PRFValuesJSON(function.evaluate(salts, userVerified: gesture.userVerified))
    }
    answer.keepsLargeBlob = has(.largeBlob) && made.source.isDiscoverable
    answer.keepsCredBlob = made.source.credBlob != nil
    return answer
  }

  /// The backup state of its credentials by default.
  var backup: CredentialBackup {
    configuration.defaultBackupEligibility ? configuration.defaultBackupState ? .backedUp : .eligible : .deviceBound
  }

  // MARK: Signing in

  /// Returns the newest acceptable credential (§6.3.3 steps 2 to 6), as an index into the stored ones.
  func candidate(for assertion: PreparedAssertion) -> Int? {
    let isVerified = isVerified(for: assertion.userVerification)
    return credentials.lastIndex { credential in
      let source = credential.source
      let isListed = assertion.allowCredentialIDs.contains(source.id)
      let isWanted = assertion.allowCredentialIDs.isEmpty ? source.isDiscoverable : isListed
      return source.relyingPartyID == assertion.relyingPartyID && isWanted
        && source.protection.shows(isListed: isListed, userVerified: isVerified)
    }
  }

  /// Signs with one of the credentials (§6.3.3).
  mutating func sign(_ assertion: PreparedAssertion, with index: Int) throws(WebAuthnAuthenticatorError) -> AssertionAnswer {
    guard credentials.indices.contains(index) else { throw WebAuthnAuthenticatorError(.notAllowed) }
    let gesture = AuthorizationGesture(userPresent: true, userVerified: isVerified(for: assertion.userVerification))
    var request = GetAssertionRequest(
      relyingPartyID: assertion.relyingPartyID, clientDataHash: assertion.clientDataHash, allowCredentialIDs: assertion.allowCredentialIDs,
      requireUserVerification: assertion.userVerification == .required)
    let wanted = assertion.extensions
    request.extensions.prfSalts = wanted.prfSalts
    request.extensions.prfSaltsByCredential = wanted.prfSaltsByCredential
    request.extensions.wantsCredBlob = wanted.wantsCredBlob
    if has(.largeBlob), wanted.largeBlob == .read { request.extensions.largeBlob = .read }
    if credentials[index].signCount > 0 { credentials[index].signCount += 1 }
    request.signCount = credentials[index].signCount
    let source = credentials[index].source
    let signed = try authenticator.getAssertion(request, with: source, gesture: gesture, backup: source.backup)

    var answer = AssertionAnswer(
      credentialID: signed.credentialID, authenticatorData: signed.authenticatorData, signature: signed.signature,
      // A credential that is not discoverable was created without an account.
      userHandle: source.isDiscoverable ? signed.userHandle : nil)
    answer.prfResults = signed.extensionResults.prfResults.map { PRFValuesJSON($0) }
    answer.largeBlob = signed.extensionResults.largeBlob
    answer.credBlob = signed.extensionResults.credBlob
    if case .write(let blob) = wanted.largeBlob {
      let isKept = has(.largeBlob) && source.isDiscoverable && blob.count <= PublicKeyCredentialSource.maximumLargeBlobByteCount
      if isKept { credentials[index].source.largeBlob = blob }
      answer.wroteLargeBlob = isKept
    }
    return answer
  }
}

extension PRFValuesJSON {
  /// Creates the page's form of the results.
  init(_ results: PRFResults) {
    self.init(
      first: Base64URL(results.first.withBytes { Array($0) }), second: results.second.map { Base64URL($0.withBytes { Array($0) }) })
  }
}
