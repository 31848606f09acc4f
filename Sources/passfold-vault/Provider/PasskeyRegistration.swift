// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

/// Makes a passkey once the person has agreed, and keeps it before the relying party hears of it.
@MainActor
struct PasskeyRegistration {
  let environment: ProviderEnvironment
  let context: ASCredentialProviderExtensionContext

  func run(_ request: ASPasskeyCredentialRequest) async throws {
    guard let identity = request.credentialIdentity as? ASPasskeyCredentialIdentity, let userHandle = UserHandle(identity.userHandle) else {
      throw ASExtensionError(.failed)
    }
    let relyingPartyID = try RelyingPartyID(identity.relyingPartyIdentifier)
    let gate = VaultGate(session: environment.session, context: context)
    let purpose = PromptPurpose.createPasskey(service: relyingPartyID.name)
    let vault = try await gate.openVault(for: purpose)
    let known = try vault.summaries().filter { $0.kind == .passkey && $0.relyingPartyID == relyingPartyID.name }
    let excluded = (request.excludedCredentials ?? []).compactMap { CredentialID($0.credentialID) }
    let existing = known.compactMap { $0.credentialID.flatMap { CredentialID($0) } }
    let replaced = known.filter { $0.userHandle == userHandle.bytes }

    let question = Self.question(
      relyingPartyID: relyingPartyID.name, user: identity.userName, displayName: request.relyingPartyDisplayName,
      isExcluded: !Set(excluded).isDisjoint(with: existing), replacesOne: !replaced.isEmpty)
    guard try await context.present(question) == .confirmed else { throw ASExtensionError(.userCanceled) }
    let isRequired = request.userVerificationPreference == .required
    if isRequired { try await gate.verifyUser(for: purpose) }
    let isVerified = gate.hasVerifiedUser

    var generator = environment.makeGenerator()
    let made: MadeCredential
    do throws(WebAuthnAuthenticatorError) {
      made = try Self.make(
        MakeCredentialRequest(
          relyingPartyID: relyingPartyID, clientDataHash: [UInt8](request.clientDataHash), userHandle: userHandle,
          algorithms: request.supportedAlgorithms.map { COSEAlgorithm(rawValue: $0.rawValue) }, excludeCredentialIDs: excluded,
          requireUserVerification: isRequired),
        existing: existing, isVerified: isVerified, using: &generator)
    } catch {
      if error.code == .invalidState { throw ASExtensionError(.matchedExcludedCredential) }
      throw ASExtensionError(.failed, userInfo: [CredentialProviderCancellation.reasonKey: error.code.description])
    }
    let record = PasskeyRecord(
      id: .random(using: &generator), relyingPartyID: relyingPartyID.name, userHandle: userHandle.bytes, userName: identity.userName,
      displayName: request.relyingPartyDisplayName ?? identity.userName, credentialID: made.source.id.bytes,
      algorithm: made.source.algorithm.rawValue, privateKey: made.source.privateKey, backupEligible: true, backupState: false,
      created: environment.now())
    // The vault may have locked itself while the question stood.
    try await gate.openVault(for: purpose).add(.passkey(record), superseding: replaced.map(\.id))
    await context.completeRegistrationRequest(
      using: ASPasskeyRegistrationCredential(
        relyingParty: relyingPartyID.name, clientDataHash: request.clientDataHash, credentialID: Data(made.source.id.bytes),
        attestationObject: Data(made.attestationObject.encoded)))
    await environment.session.recordsChanged()
  }

  private static func make(
    _ request: MakeCredentialRequest, existing: [CredentialID], isVerified: Bool, using generator: inout any RandomNumberGenerator
  ) throws(WebAuthnAuthenticatorError) -> MadeCredential {
    try WebAuthnAuthenticator().makeCredential(
      request, existingCredentialIDs: existing, gesture: AuthorizationGesture(userPresent: true, userVerified: isVerified),
      backup: .eligible, using: &generator)
  }

  static func question(
    relyingPartyID: String, user: String, displayName: String?, isExcluded: Bool, replacesOne: Bool
  ) -> PresentableConfirmation {
    var details = [PresentableDetail(label: "Website", value: relyingPartyID), PresentableDetail(label: "Account", value: user)]
    if let displayName, !displayName.isEmpty, displayName != user { details.append(PresentableDetail(label: "Name", value: displayName)) }
    if isExcluded {
      // Whether a passkey exists here is told to the site only by a person who goes on (WebAuthn L3 §14.5.1).
      return PresentableConfirmation(
        title: "You have a passkey for \(relyingPartyID)",
        message: "There is a passkey for this account in your vault already. If you go on, the website is told so.", details: details,
        confirmLabel: "Continue")
    }
    let message =
      replacesOne
      ? "You sign in with it instead of a password. It replaces the passkey that you have for this account; the old one goes to the trash."
      : "You sign in with it instead of a password. It is kept in your vault."
    return PresentableConfirmation(
      title: "Create a passkey for \(relyingPartyID)?", message: message, details: details, confirmLabel: "Create passkey")
  }
}
