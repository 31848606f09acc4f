// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation
import SecretMemory
import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

/// Creates and uses passkeys. The user has agreed but was not verified, because this example has no passphrase.
enum DemoPasskeys {
  private static let gesture = AuthorizationGesture(userPresent: true, userVerified: false)

  static func make(
    for request: ASPasskeyCredentialRequest, existing accounts: [Account]
  ) throws -> (account: Account, credential: ASPasskeyRegistrationCredential) {
    guard let identity = request.credentialIdentity as? ASPasskeyCredentialIdentity, let handle = UserHandle(identity.userHandle) else {
      throw ASExtensionError(.failed)
    }
    let wanted = MakeCredentialRequest(
      relyingPartyID: try RelyingPartyID(identity.relyingPartyIdentifier), clientDataHash: [UInt8](request.clientDataHash),
      userHandle: handle, algorithms: request.supportedAlgorithms.map { COSEAlgorithm(rawValue: $0.rawValue) },
      excludeCredentialIDs: (request.excludedCredentials ?? []).compactMap { CredentialID($0.credentialID) },
      requireUserVerification: request.userVerificationPreference == .required)
    let known = accounts.filter { $0.service == identity.relyingPartyIdentifier }.compactMap { $0.passkey }
    var generator = SystemRandomNumberGenerator()
    let existing = known.compactMap { CredentialID($0.credentialID) }
    // The user has agreed by now, so the site may learn that the account already has a passkey here.
    guard Set(existing).isDisjoint(with: wanted.excludeCredentialIDs) else { throw ASExtensionError(.matchedExcludedCredential) }
    let made = try WebAuthnAuthenticator().makeCredential(
      wanted, existingCredentialIDs: existing, gesture: gesture, backup: .eligible, using: &generator)
    let account = Account(
      service: identity.relyingPartyIdentifier, user: identity.userName,
      passkey: Account.Passkey(
        credentialID: Data(made.source.id.bytes), userHandle: identity.userHandle, algorithm: made.source.algorithm.rawValue,
        privateKey: made.source.privateKey.withBytes { Data($0) }))
    return (
      account,
      ASPasskeyRegistrationCredential(
        relyingParty: account.service, clientDataHash: request.clientDataHash, credentialID: Data(made.source.id.bytes),
        attestationObject: Data(made.attestationObject.encoded))
    )
  }

  static func sign(_ clientDataHash: Data, with account: Account) throws -> ASPasskeyAssertionCredential {
    guard let passkey = account.passkey, let id = CredentialID(passkey.credentialID), let handle = UserHandle(passkey.userHandle) else {
      throw ASExtensionError(.credentialIdentityNotFound)
    }
    let relyingParty = try RelyingPartyID(account.service)
    let source = PublicKeyCredentialSource(
      id: id, algorithm: COSEAlgorithm(rawValue: passkey.algorithm), privateKey: SharedSecret(copying: passkey.privateKey),
      relyingPartyID: relyingParty, userHandle: handle)
    let answer = try WebAuthnAuthenticator().getAssertion(
      GetAssertionRequest(
        relyingPartyID: relyingParty, clientDataHash: [UInt8](clientDataHash), allowCredentialIDs: [id], requireUserVerification: false),
      with: source, gesture: gesture, backup: .eligible)
    return ASPasskeyAssertionCredential(
      userHandle: passkey.userHandle, relyingParty: account.service, signature: Data(answer.signature), clientDataHash: clientDataHash,
      authenticatorData: Data(answer.authenticatorData), credentialID: passkey.credentialID)
  }
}
