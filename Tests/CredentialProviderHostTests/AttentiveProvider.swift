// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Foundation

/// A provider of everything except credentials: saving and generating passwords, texts, silent passkey creation, signals and its
/// configuration.
final class AttentiveProvider: ASCredentialProviderViewController {
  private static let shop = ASCredentialServiceIdentifier(identifier: "shop.example", type: .domain)

  override func performWithoutUserInteractionIfPossible(savePasswordRequest: ASSavePasswordRequest) {
    switch savePasswordRequest.credential.password {
    case "new": extensionContext.completeSavePasswordRequest()
    case "rude": present(PresentableMessage(title: "Saved?", message: "Nobody sees this."))
    default: extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
    }
  }

  override func prepareInterface(for savePasswordRequest: ASSavePasswordRequest) {
    let request = savePasswordRequest
    extensionContext.handleRequest { [self] in
      let question = PresentableConfirmation(
        title: "Replace the password?",
        details: [
          PresentableDetail(label: request.title ?? "", value: request.credential.user),
          PresentableDetail(label: request.sessionID, value: request.passwordKind?.rawValue ?? ""),
        ], confirmLabel: "Replace")
      guard try await extensionContext.present(question) == .confirmed else { throw ASExtensionError(.userCanceled) }
      await extensionContext.completeSavePasswordRequest()
    }
  }

  override func performWithoutUserInteraction(generatePasswordsRequest: ASGeneratePasswordsRequest) {
    let rules = generatePasswordsRequest.passwordFieldPasswordRules ?? ""
    extensionContext.completeGeneratePasswordRequest(
      results: [
        ASGeneratedPassword(kind: .strong, value: rules + "-strong"), ASGeneratedPassword(kind: .passphrase, value: "zwölf wörter"),
        ASGeneratedPassword(kind: .strong, value: "another"),
      ])
  }

  override func prepareInterface(for generatePasswordsRequest: ASGeneratePasswordsRequest) {
    extensionContext.handleRequest { [self] in
      let rows = [PresentableRow(id: "a", title: "Strong"), PresentableRow(id: "b", title: "Long")]
      guard case .chosen(let row) = try await extensionContext.present(PresentableList(title: "New password", rows: rows)) else {
        throw ASExtensionError(.userCanceled)
      }
      await extensionContext.completeGeneratePasswordRequest(results: [ASGeneratedPassword(kind: .alphanumeric, value: row)])
    }
  }

  override func prepareInterfaceForUserChoosingTextToInsert() {
    extensionContext.handleRequest { [self] in
      let rows = [PresentableRow(id: "iban", title: "IBAN")]
      guard case .chosen = try await extensionContext.present(PresentableList(title: "Texts", rows: rows)) else {
        throw ASExtensionError(.userCanceled)
      }
      await extensionContext.completeRequest(withTextToInsert: "DE02 1203 0000 0000 2020 51")
    }
  }

  override func performWithoutUserInteractionIfPossible(passkeyRegistration registrationRequest: ASPasskeyCredentialRequest) {
    guard registrationRequest.credentialIdentity.user == "anne" else {
      return extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
    }
    extensionContext.completeRegistrationRequest(
      using: ASPasskeyRegistrationCredential(
        relyingParty: "shop.example", clientDataHash: registrationRequest.clientDataHash, credentialID: Data([1]),
        attestationObject: Data([2])))
  }

  override func prepareInterfaceForExtensionConfiguration() {
    extensionContext.handleRequest { [self] in
      let question = PresentableConfirmation(title: "Fill in shop.example?", confirmLabel: "Begin")
      guard try await extensionContext.present(question) == .confirmed else { throw ASExtensionError(.userCanceled) }
      extensionContext.completeExtensionConfigurationRequest()
    }
  }

  override func reportPublicKeyCredentialUpdate(forRelyingParty relyingParty: String, userHandle: Data, newName: String) {
    note("\(relyingParty) \(userHandle.count) is \(newName)")
  }

  override func reportUnknownPublicKeyCredential(forRelyingParty relyingParty: String, credentialID: Data) {
    note("\(relyingParty) does not know \(credentialID.count)")
  }

  override func reportAllAcceptedPublicKeyCredentials(
    forRelyingParty relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data]
  ) {
    note("\(relyingParty) takes \(acceptedCredentialIDs.count) of \(userHandle.count)")
  }

  override func reportUnusedPasswordCredential(forDomain domain: String, userName: String) {
    note("\(domain) \(userName)")
  }

  /// Shows the test what the provider received: saves an identity with this name.
  private func note(_ words: String) {
    let identity = ASPasswordCredentialIdentity(serviceIdentifier: Self.shop, user: words, recordIdentifier: nil)
    Task { try await ASCredentialIdentityStore.shared.saveCredentialIdentities([identity]) }
  }

  private func present(_ message: PresentableMessage) {
    extensionContext.handleRequest { [self] in
      try await extensionContext.present(message) {}
      await extensionContext.completeSavePasswordRequest()
    }
  }
}
