// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import SecretMemory
import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

/// Completes a request with the credential of one record.
@MainActor
struct CredentialRelease {
  /// The ways in which the user can be verified in this ceremony.
  enum Verification {
    /// Not at all: nothing may be shown.
    case unavailable
    /// By the gate that opened the vault for this request.
    case gate(VaultGate, PromptPurpose)

    /// Whether the request has an interface to ask in.
    var mayAsk: Bool { if case .gate = self { true } else { false } }
  }

  /// The data that a passkey is to sign.
  struct Assertion {
    let relyingPartyIdentifier: String
    let clientDataHash: Data
    let userVerification: ASAuthorizationPublicKeyCredentialUserVerificationPreference
    let allowedCredentials: [Data]
    let extensions: ASPasskeyAssertionCredentialExtensionInput?
  }

  let environment: ProviderEnvironment
  let context: ASCredentialProviderExtensionContext

  /// Completes `request`; picking a suggestion is the user presence that a passkey reports.
  ///
  /// - Throws: `ASExtensionError` `credentialIdentityNotFound`, `userInteractionRequired`, and the vault's errors.
  func complete(_ request: any ASCredentialRequest, from vault: CredentialVault, verification: Verification) async throws {
    guard let id = recordIdentifier(of: request.credentialIdentity, in: vault) else { throw await staleIdentity() }
    let record = try await self.record(id, in: vault)
    switch (request, record) {
    case (is ASPasswordCredentialRequest, .password(let password)): try await complete(with: password, mayAsk: verification.mayAsk)
    case (is ASOneTimeCodeCredentialRequest, .oneTimeCode(let code)):
      try await CodeHandover(environment: environment, context: context).complete(with: code, mayAsk: verification.mayAsk)
    case (let request as ASPasskeyCredentialRequest, .passkey(let passkey)):
      let assertion = Assertion(
        relyingPartyIdentifier: passkey.relyingPartyID, clientDataHash: request.clientDataHash,
        userVerification: request.userVerificationPreference, allowedCredentials: [],
        extensions: request.assertionExtensions)
      let identity = request.credentialIdentity as? ASPasskeyCredentialIdentity
      guard identity?.relyingPartyIdentifier == passkey.relyingPartyID else { throw await staleIdentity() }
      try await complete(assertion, with: passkey, from: vault, verification: verification)
    default: throw await staleIdentity()
    }
  }

  /// Opens a record; if it is gone or in the trash, the identity store is stale.
  func record(_ id: RecordIdentifier, in vault: CredentialVault) async throws -> CredentialRecord {
    if try vault.trashedSummary(of: id) != nil { throw await staleIdentity() }
    do throws(CredentialVaultError) {
      return try vault.record(id)
    } catch {
      if error.code == .noSuchRecord { throw await staleIdentity() }
      throw error
    }
  }

  /// Completes with a user name and password, after recording the release.
  ///
  /// - Parameter mayAsk: Whether the request has an interface.
  /// - Throws: `ASExtensionError` `userInteractionRequired`, `userCanceled`, and the vault's errors.
  func complete(with record: PasswordRecord, mayAsk: Bool = true) async throws {
    try await environment.releases.admit(for: environment.recipient, mayAsk: mayAsk, in: context)
    try await environment.releases.remember(.password, of: CredentialRecord.password(record).summary, for: environment.recipient)
    let password = record.password.withBytes { String(decoding: $0, as: UTF8.self) }
    context.completeRequest(withSelectedCredential: ASPasswordCredential(user: record.user, password: password))
  }

  /// Completes with a signature. The user is reported as verified if the passphrase was typed in this ceremony, as it is when the service
  /// or the passkey's own protection requires it.
  func complete(
    _ assertion: Assertion, with record: PasskeyRecord, from vault: CredentialVault, verification: Verification
  ) async throws {
    guard let passkey = try PublicKeyCredentialSource(record) else { throw await staleIdentity() }
    let isRequired = assertion.userVerification == .required
    let needsVerification = isRequired || passkey.protection.needsVerification(isListed: !assertion.allowedCredentials.isEmpty)
    try await environment.releases.admit(for: assertion.relyingPartyIdentifier, mayAsk: verification.mayAsk, in: context)
    var isVerified = false
    var openVault = vault
    switch verification {
    case .unavailable:
      if needsVerification { throw ASExtensionError(.userInteractionRequired) }
    case .gate(let gate, let purpose):
      if needsVerification { try await gate.verifyUser(for: purpose) }
      isVerified = gate.hasVerifiedUser
      // The vault may have locked itself while the passphrase was requested.
      openVault = try await gate.openVault(for: purpose)
    }
    var request = GetAssertionRequest(
      relyingPartyID: try RelyingPartyID(assertion.relyingPartyIdentifier), clientDataHash: [UInt8](assertion.clientDataHash),
      allowCredentialIDs: assertion.allowedCredentials.compactMap { CredentialID($0) }, requireUserVerification: isRequired)
    request.extensions = GetAssertionExtensions(assertion.extensions)
    let sources = VaultCredentialSources(openVault, environment: environment)
    let person = CollectedGesture(
      gesture: AuthorizationGesture(userPresent: true, userVerified: isVerified), selected: passkey.id)
    let answer = try sources.reporting { (sources) throws(WebAuthnAuthenticatorError) in
      try WebAuthnAuthenticator().getAssertion(request, in: sources, asking: person)
    }
    try await environment.releases.remember(
      .passkey, of: CredentialRecord.passkey(record).summary, for: assertion.relyingPartyIdentifier)
    await context.completeAssertionRequest(
      using: ASPasskeyAssertionCredential(
        userHandle: Data(answer.userHandle.bytes), relyingParty: request.relyingPartyID.name, signature: Data(answer.signature),
        clientDataHash: assertion.clientDataHash, authenticatorData: Data(answer.authenticatorData),
        credentialID: Data(answer.credentialID.bytes),
        extensionOutput: ASPasskeyAssertionCredentialExtensionOutput(answer.extensionResults, for: assertion.extensions)))
  }

  private func recordIdentifier(of identity: any ASCredentialIdentity, in vault: CredentialVault) -> RecordIdentifier? {
    if let record = identity.recordIdentifier { return RecordIdentifier(record) }
    guard let passkey = identity as? ASPasskeyCredentialIdentity else { return nil }
    return try? vault.summaries().first { $0.credentialID.map { Data($0) } == passkey.credentialID }?.id
  }

  /// Updates the stale store and returns the error for it.
  private func staleIdentity() async -> ASExtensionError {
    await environment.session.recordsChanged()
    return ASExtensionError(.credentialIdentityNotFound)
  }
}

extension ASPasskeyCredentialRequest {
  fileprivate var assertionExtensions: ASPasskeyAssertionCredentialExtensionInput? {
    if case .assertion(let input) = extensionInput { input } else { nil }
  }
}

extension CredentialProtection {
  /// Returns whether only a verified user may use the passkey (CTAP 2.2 §12.1).
  /// - Parameter isListed: Whether the relying party named the passkey.
  fileprivate func needsVerification(isListed: Bool) -> Bool {
    switch self {
    case .userVerificationOptional: false
    case .userVerificationOptionalWithCredentialIDList: !isListed
    case .userVerificationRequired: true
    }
  }
}
