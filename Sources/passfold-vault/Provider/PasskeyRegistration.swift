// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import Translations
import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

/// Creates a passkey once the user has agreed, and stores it before the relying party learns of it.
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
    let sources = VaultCredentialSources(vault, environment: environment)
    let isRequired = request.userVerificationPreference == .required
    let makeRequest = try Self.request(
      for: request, of: relyingPartyID, userHandle: userHandle, userName: identity.userName, isVerificationRequired: isRequired)
    let known = try sources.reporting { (sources) throws(WebAuthnAuthenticatorError) in try sources.credentials(of: relyingPartyID) }
    // A passkey that is visible only to verified users is not reported to others (CTAP 2.2 §12.1).
    let willBeVerified = isRequired || gate.hasVerifiedUser
    let isExcluded = known.contains {
      makeRequest.excludeCredentialIDs.contains($0.id) && ($0.protection != .userVerificationRequired || willBeVerified)
    }
    let question = Self.question(
      relyingPartyID: relyingPartyID.name, user: identity.userName, displayName: request.relyingPartyDisplayName,
      isExcluded: isExcluded, replacesOne: known.contains { $0.userHandle == userHandle })
    guard try await context.present(question) == .confirmed else { throw ASExtensionError(.userCanceled) }
    if isRequired { try await gate.verifyUser(for: purpose) }

    // The vault may have locked itself while the question was open; unlocking it again verifies the user.
    let openSources = VaultCredentialSources(try await gate.openVault(for: purpose), environment: environment)
    let person = CollectedGesture(
      gesture: AuthorizationGesture(userPresent: true, userVerified: gate.hasVerifiedUser), isForExclusion: isExcluded)
    let made = try openSources.reporting { (sources) throws(WebAuthnAuthenticatorError) in
      var generator = environment.makeGenerator()
      return try Self.make(makeRequest, in: sources, asking: person, using: &generator)
    }
    await environment.publishPasskey(made.source.id.bytes)
    // If the page gives up at the moment of the consent, it has no passkey, and the user keeps the one that the page knows.
    openSources.settle(await context.deliver(ASPasskeyRegistrationCredential(made, for: request, of: relyingPartyID)))
    await environment.session.recordsChanged()
  }

  static func request(
    for request: ASPasskeyCredentialRequest, of relyingPartyID: RelyingPartyID, userHandle: UserHandle, userName: String,
    isVerificationRequired: Bool
  ) throws -> MakeCredentialRequest {
    var wanted = MakeCredentialRequest(
      relyingPartyID: relyingPartyID, clientDataHash: [UInt8](request.clientDataHash), userHandle: userHandle,
      algorithms: request.supportedAlgorithms.map { COSEAlgorithm(rawValue: $0.rawValue) },
      excludeCredentialIDs: (request.excludedCredentials ?? []).compactMap { CredentialID($0.credentialID) },
      requireUserVerification: isVerificationRequired)
    wanted.userNames = PublicKeyCredentialSource.UserNames(name: userName, displayName: request.relyingPartyDisplayName)
    wanted.extensions = MakeCredentialExtensions(
      request.registrationExtensions, protectionPolicy: request.relyingPartyProtectionPolicy)
    return wanted
  }

  static func make(
    _ request: MakeCredentialRequest, in sources: VaultCredentialSources, asking person: CollectedGesture,
    using generator: inout any RandomNumberGenerator
  ) throws(WebAuthnAuthenticatorError) -> MadeCredential {
    // An RSA key is large and slow to generate, so it is only used for a service that accepts nothing else.
    let authenticator = takesUsual(request) ? WebAuthnAuthenticator() : WebAuthnAuthenticator(algorithms: [.rs256])
    return try authenticator.makeCredential(request, in: sources, asking: person, backup: .eligible, using: &generator)
  }

  /// Returns whether the service accepts a key that is small and quickly generated.
  static func takesUsual(_ request: MakeCredentialRequest) -> Bool {
    request.algorithms.contains(where: WebAuthnAuthenticator().algorithms.contains)
  }

  static func question(
    relyingPartyID: String, user: String, displayName: String?, isExcluded: Bool, replacesOne: Bool
  ) -> PresentableConfirmation {
    var details = [
      PresentableDetail(label: translated("Website"), value: relyingPartyID), PresentableDetail(label: translated("Account"), value: user),
    ]
    if let displayName, !displayName.isEmpty, displayName != user {
      details.append(PresentableDetail(label: translated("Name"), value: displayName))
    }
    if isExcluded {
      // The site only learns that a passkey exists here if the user continues (WebAuthn L3 §14.5.1).
      return PresentableConfirmation(
        title: translated("You have a passkey for \(relyingPartyID)"),
        message: translated("Your vault already contains a passkey for this account. If you continue, the website learns this."),
        details: details,
        confirmLabel: translated("Continue"))
    }
    let message =
      replacesOne
      ? translated(
        "You use it to sign in instead of a password. It replaces your current passkey for this account, which moves to the trash.")
      : translated("You use it to sign in instead of a password. It is stored in your vault.")
    return PresentableConfirmation(
      title: translated("Create a passkey for \(relyingPartyID)?"), message: message, details: details,
      confirmLabel: translated("Create passkey"))
  }
}

extension ASPasskeyRegistrationCredential {
  /// Creates the credential that a service receives for its new passkey.
  convenience init(_ made: MadeCredential, for request: ASPasskeyCredentialRequest, of relyingPartyID: RelyingPartyID) {
    self.init(
      relyingParty: relyingPartyID.name, clientDataHash: request.clientDataHash, credentialID: Data(made.source.id.bytes),
      attestationObject: Data(made.attestationObject.encoded),
      extensionOutput: ASPasskeyRegistrationCredentialExtensionOutput(made.extensionResults, for: request.registrationExtensions))
  }
}

extension ASPasskeyCredentialRequest {
  var registrationExtensions: ASPasskeyRegistrationCredentialExtensionInput? {
    if case .registration(let input) = extensionInput { input } else { nil }
  }
}
