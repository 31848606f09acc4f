// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
import CredentialModel
package import CredentialProviderHost
import CredentialVault
import Foundation
package import SecretMemory
import VaultProtocol

/// The principal class of the built-in provider: answers the broker's calls from the vault.
package final class VaultCredentialProvider: ASCredentialProviderViewController, VerificationCodeSetupHandling, AccountNamesHandling,
  CredentialExchangeHandling
{
  package override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
    respond(for: [credentialRequest.credentialIdentity.serviceIdentifier]) { environment in
      // A vault that cannot be used is explained once there is an interface for the message.
      guard let vault = try? await environment.session.vaultUnattended() else { throw ASExtensionError(.userInteractionRequired) }
      let release = CredentialRelease(environment: environment, context: self.extensionContext)
      try await release.complete(credentialRequest, from: vault, verification: .unavailable)
    }
  }

  package override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
    respond(for: [credentialRequest.credentialIdentity.serviceIdentifier]) { environment in
      let gate = VaultGate(session: environment.session, context: self.extensionContext)
      let purpose = PromptPurpose(credentialRequest)
      let vault = try await gate.openVault(for: purpose)
      let release = CredentialRelease(environment: environment, context: self.extensionContext)
      try await release.complete(credentialRequest, from: vault, verification: .gate(gate, purpose))
    }
  }

  package override func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    respond(for: serviceIdentifiers) { environment in
      // The list shows codes, so it is a release itself.
      let vault = try await VaultGate(session: environment.session, context: self.extensionContext).openVault(for: .showList)
      let count = try vault.counts()[.oneTimeCode] ?? 0
      if count > 0 {
        try await environment.releases.admit(for: environment.recipient, mayAsk: true, in: self.extensionContext)
        try await environment.releases.remember(
          .codes, of: nil, title: ProviderTexts.listOfCodes(count), for: environment.recipient)
      }
      try await OneTimeCodePicker(environment: environment, context: self.extensionContext).run(services: serviceIdentifiers)
    }
  }

  package override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    respond(for: serviceIdentifiers) { environment in
      try await CredentialPicker(environment: environment, context: self.extensionContext).run(
        services: serviceIdentifiers, passkeys: nil)
    }
  }

  package override func prepareCredentialList(
    for serviceIdentifiers: [ASCredentialServiceIdentifier], requestParameters: ASPasskeyCredentialRequestParameters
  ) {
    respond(for: serviceIdentifiers) { environment in
      try await CredentialPicker(environment: environment, context: self.extensionContext).run(
        services: serviceIdentifiers, passkeys: requestParameters)
    }
  }

  package override func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {
    respond { environment in
      guard let request = registrationRequest as? ASPasskeyCredentialRequest else { throw ASExtensionError(.failed) }
      try await PasskeyRegistration(environment: environment, context: self.extensionContext).run(request)
    }
  }

  package override func performWithoutUserInteractionIfPossible(passkeyRegistration registrationRequest: ASPasskeyCredentialRequest) {
    respond(comesBack: false) { environment in
      try await SilentPasskeyRegistration(environment: environment, context: self.extensionContext).run(registrationRequest)
    }
  }

  package func prepareInterface(forVerificationCodeSetup link: SharedSecret, services: [ASCredentialServiceIdentifier]) {
    respond { environment in
      try await VerificationCodeSetup(environment: environment, context: self.extensionContext).run(link: link, services: services)
    }
  }

  package override func performWithoutUserInteractionIfPossible(savePasswordRequest: ASSavePasswordRequest) {
    respond { environment in
      try await PasswordSaving(environment: environment, context: self.extensionContext).runWithoutInterface(savePasswordRequest)
    }
  }

  package override func prepareInterface(for savePasswordRequest: ASSavePasswordRequest) {
    respond { environment in
      try await PasswordSaving(environment: environment, context: self.extensionContext).runWithInterface(savePasswordRequest)
    }
  }

  package override func performWithoutUserInteraction(generatePasswordsRequest: ASGeneratePasswordsRequest) {
    respond { environment in
      try await PasswordOffer(environment: environment, context: self.extensionContext).runWithoutInterface(generatePasswordsRequest)
    }
  }

  package override func prepareInterface(for generatePasswordsRequest: ASGeneratePasswordsRequest) {
    respond { environment in
      try await PasswordOffer(environment: environment, context: self.extensionContext).runWithInterface(generatePasswordsRequest)
    }
  }

  package override func prepareInterfaceForUserChoosingTextToInsert() {
    respond { environment in try await TextPicker(environment: environment, context: self.extensionContext).run() }
  }

  package func prepareInterfaceForCredentialExport() {
    respond { environment in try await CredentialHandover(environment: environment, context: self.extensionContext).run() }
  }

  package func continueUserActivity(_ userActivity: CredentialExchangeActivity) {
    respond { environment in
      try await CredentialTakeover(environment: environment, context: self.extensionContext).run(userActivity)
    }
  }

  package override func reportUnknownPublicKeyCredential(forRelyingParty relyingParty: String, credentialID: Data) {
    hear(.unknownPasskey(relyingPartyID: relyingParty, credentialID: [UInt8](credentialID)))
  }

  package override func reportAllAcceptedPublicKeyCredentials(
    forRelyingParty relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data]
  ) {
    hear(
      .acceptedPasskeys(
        relyingPartyID: relyingParty, userHandle: [UInt8](userHandle), credentialIDs: acceptedCredentialIDs.map { [UInt8]($0) }))
  }

  package override func reportPublicKeyCredentialUpdate(forRelyingParty relyingParty: String, userHandle: Data, newName: String) {
    hear(.userNames(relyingPartyID: relyingParty, userHandle: [UInt8](userHandle), name: newName, displayName: nil))
  }

  package func reportAccountNames(forRelyingParty relyingParty: String, userHandle: Data, name: String, displayName: String) {
    hear(.userNames(relyingPartyID: relyingParty, userHandle: [UInt8](userHandle), name: name, displayName: displayName))
  }

  package override func reportUnusedPasswordCredential(forDomain domain: String, userName: String) {
    hear(.unusedPassword(domain: domain, user: userName))
  }

  private func hear(_ report: AccountReport) { ProviderEnvironment.current?.session.hear(report) }

  /// Runs the work of one request of these services; the vault's errors become a message to the user and Apple's `failed`.
  ///
  /// - Parameter comesBack: Whether the system repeats the request with an interface if a call without one needs it.
  private func respond(
    for services: [ASCredentialServiceIdentifier] = [], comesBack: Bool = true,
    _ work: @escaping @MainActor (ProviderEnvironment) async throws -> Void
  ) {
    extensionContext.handleRequest { [self] in
      guard let environment = ProviderEnvironment.current?.serving(services) else { throw ASExtensionError(.failed) }
      do {
        try await work(environment)
      } catch let failure as VaultFailure {
        try await end(with: failure, comesBack: comesBack)
      } catch let error as ASAuthorizationError where error.code != .canceled {
        try await extensionContext.present(ProviderTexts.exchangeTrouble(error.localizedDescription))
        throw ASExtensionError(.failed)
      } catch let error as CredentialVaultError {
        try await end(with: VaultFailure(error, now: environment.now()), comesBack: comesBack)
      }
    }
  }

  private func end(with failure: VaultFailure, comesBack: Bool) async throws {
    if failure.code == .canceled { throw ASExtensionError(.userCanceled) }
    let reason = [CredentialProviderCancellation.reasonKey: failure.code.name]
    guard extensionContext.request?.showsInterface == true else {
      // There is no interface for a message: the same problem occurs again, and is shown, once there is one.
      throw ASExtensionError(comesBack ? .userInteractionRequired : .failed, userInfo: reason)
    }
    try await extensionContext.present(ProviderTexts.vaultTrouble(failure))
    throw ASExtensionError(.failed, userInfo: reason)
  }
}
