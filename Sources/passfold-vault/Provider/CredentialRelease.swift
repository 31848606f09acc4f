// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

/// Completes a request with the credential of one record.
@MainActor
struct CredentialRelease {
  /// How the person can be verified in this ceremony.
  enum Verification {
    /// Not at all: nothing may be shown.
    case unavailable
    /// By the gate that opened the vault for this request.
    case gate(VaultGate, PromptPurpose)
  }

  /// What a passkey is to sign.
  struct Assertion {
    let relyingPartyIdentifier: String
    let clientDataHash: Data
    let userVerification: ASAuthorizationPublicKeyCredentialUserVerificationPreference
    let allowedCredentials: [Data]
  }

  let environment: ProviderEnvironment
  let context: ASCredentialProviderExtensionContext

  /// Completes `request`; the pick of a suggestion is the presence that a passkey reports.
  ///
  /// - Throws: `ASExtensionError` `credentialIdentityNotFound`, `userInteractionRequired`, and what the vault refuses.
  func complete(_ request: any ASCredentialRequest, from vault: CredentialVault, verification: Verification) async throws {
    guard let id = recordIdentifier(of: request.credentialIdentity, in: vault) else { throw await staleIdentity() }
    let record = try await self.record(id, in: vault)
    switch (request, record) {
    case (is ASPasswordCredentialRequest, .password(let password)): complete(with: password)
    case (is ASOneTimeCodeCredentialRequest, .oneTimeCode(let code)):
      var mayAsk = true
      if case .unavailable = verification { mayAsk = false }
      try await CodeHandover(environment: environment, context: context).complete(with: code, mayAsk: mayAsk)
    case (let request as ASPasskeyCredentialRequest, .passkey(let passkey)):
      let assertion = Assertion(
        relyingPartyIdentifier: passkey.relyingPartyID, clientDataHash: request.clientDataHash,
        userVerification: request.userVerificationPreference, allowedCredentials: [])
      let identity = request.credentialIdentity as? ASPasskeyCredentialIdentity
      guard identity?.relyingPartyIdentifier == passkey.relyingPartyID else { throw await staleIdentity() }
      try await complete(assertion, with: passkey, verification: verification)
    default: throw await staleIdentity()
    }
  }

  /// Opens a record; one that is gone or in the trash means that the identity store is stale.
  func record(_ id: RecordIdentifier, in vault: CredentialVault) async throws -> CredentialRecord {
    if try vault.trashedSummaries().contains(where: { $0.id == id }) { throw await staleIdentity() }
    do throws(CredentialVaultError) {
      return try vault.record(id)
    } catch {
      if error.code == .noSuchRecord { throw await staleIdentity() }
      throw error
    }
  }

  /// Completes with a user name and password.
  func complete(with record: PasswordRecord) {
    let password = record.password.withBytes { String(decoding: $0, as: UTF8.self) }
    context.completeRequest(withSelectedCredential: ASPasswordCredential(user: record.user, password: password))
  }

  /// Completes with a signature; the person is said to be verified when the passphrase was typed in this ceremony, as it is when required.
  func complete(_ assertion: Assertion, with record: PasskeyRecord, verification: Verification) async throws {
    let isRequired = assertion.userVerification == .required
    var isVerified = false
    switch verification {
    case .unavailable:
      if isRequired { throw ASExtensionError(.userInteractionRequired) }
    case .gate(let gate, let purpose):
      if isRequired { try await gate.verifyUser(for: purpose) }
      isVerified = gate.hasVerifiedUser
    }
    let relyingPartyID = try RelyingPartyID(assertion.relyingPartyIdentifier)
    guard let source = try PublicKeyCredentialSource(record) else { throw await staleIdentity() }
    let answer = try WebAuthnAuthenticator().getAssertion(
      GetAssertionRequest(
        relyingPartyID: relyingPartyID, clientDataHash: [UInt8](assertion.clientDataHash),
        allowCredentialIDs: assertion.allowedCredentials.compactMap { CredentialID($0) }, requireUserVerification: isRequired),
      with: source, gesture: AuthorizationGesture(userPresent: true, userVerified: isVerified), backup: CredentialBackup(record))
    await context.completeAssertionRequest(
      using: ASPasskeyAssertionCredential(
        userHandle: Data(answer.userHandle.bytes), relyingParty: relyingPartyID.name, signature: Data(answer.signature),
        clientDataHash: assertion.clientDataHash, authenticatorData: Data(answer.authenticatorData),
        credentialID: Data(answer.credentialID.bytes)))
  }

  private func recordIdentifier(of identity: any ASCredentialIdentity, in vault: CredentialVault) -> RecordIdentifier? {
    if let record = identity.recordIdentifier { return RecordIdentifier(record) }
    guard let passkey = identity as? ASPasskeyCredentialIdentity else { return nil }
    return try? vault.summaries().first { $0.credentialID.map { Data($0) } == passkey.credentialID }?.id
  }

  /// Mends the stale store and says so.
  private func staleIdentity() async -> ASExtensionError {
    await environment.session.recordsChanged()
    return ASExtensionError(.credentialIdentityNotFound)
  }
}

extension PublicKeyCredentialSource {
  /// The passkey as the authenticator wants it; nil when a stored part is out of its bounds.
  init?(_ record: PasskeyRecord) throws {
    guard let id = CredentialID(record.credentialID), let userHandle = UserHandle(record.userHandle) else { return nil }
    self.init(
      id: id, algorithm: COSEAlgorithm(rawValue: record.algorithm), privateKey: record.privateKey,
      relyingPartyID: try RelyingPartyID(record.relyingPartyID), userHandle: userHandle)
  }
}

extension CredentialBackup {
  /// The flags that the record remembers.
  init(_ record: PasskeyRecord) {
    self = !record.backupEligible ? .deviceBound : record.backupState ? .backedUp : .eligible
  }
}
