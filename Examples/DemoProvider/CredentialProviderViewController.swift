// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
import CredentialProviderHost
import Foundation
import OneTimeCodes
import SecretMemory

/// The class that `NSExtensionPrincipalClass` names. The system creates an instance for each request.
package final class CredentialProviderViewController: ASCredentialProviderViewController {
  package override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
    extensionContext.handleRequest { [self] in
      let account = try account(of: credentialRequest.credentialIdentity)
      // Using a passkey needs the user's consent, and a PIN has to be typed. Both need an interface.
      guard credentialRequest.type != .passkeyAssertion, account.pin == nil else { throw ASExtensionError(.userInteractionRequired) }
      try await complete(with: account, credentialRequest)
    }
  }

  package override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
    extensionContext.handleRequest { [self] in
      let account = try account(of: credentialRequest.credentialIdentity)
      if let pin = account.pin {
        try await askPIN(pin, of: account)
      } else {
        try await ask("Sign in to \(account.service)?", about: account.user, label: "Sign in")
      }
      try await complete(with: account, credentialRequest)
    }
  }

  package override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    extensionContext.handleRequest { [self] in
      let account = try await choose("Passwords", for: serviceIdentifiers) { $0.password != nil }
      completePassword(of: account)
    }
  }

  package override func prepareCredentialList(
    for serviceIdentifiers: [ASCredentialServiceIdentifier], requestParameters: ASPasskeyCredentialRequestParameters
  ) {
    extensionContext.handleRequest { [self] in
      let account = try await choose("Passkeys and passwords", for: serviceIdentifiers) { account in
        account.password != nil || requestParameters.accepts(account)
      }
      guard requestParameters.accepts(account) else { return completePassword(of: account) }
      try await completeAssertion(with: account, clientDataHash: requestParameters.clientDataHash)
    }
  }

  package override func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    extensionContext.handleRequest { [self] in
      let account = try await choose("One-time codes", for: serviceIdentifiers) { $0.codeLink != nil }
      await extensionContext.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: try Self.code(of: account).text))
    }
  }

  package override func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {
    extensionContext.handleRequest { [self] in
      guard let request = registrationRequest as? ASPasskeyCredentialRequest, let book = AccountBook.open else {
        throw ASExtensionError(.failed)
      }
      let identity = request.credentialIdentity
      try await ask("Create a passkey for \(identity.serviceIdentifier.identifier)?", about: identity.user, label: "Create passkey")
      let made = try DemoPasskeys.make(for: request, existing: book.accounts)
      try book.keep(made.account)
      await extensionContext.completeRegistrationRequest(using: made.credential)
      try await book.publish()
    }
  }

  package override func prepareInterfaceForExtensionConfiguration() {
    extensionContext.handleRequest { [self] in
      let count = AccountBook.open?.accounts.count ?? 0
      try await extensionContext.present(PresentableMessage(title: "Demo Provider is on", message: "Accounts: \(count)"))
      extensionContext.completeExtensionConfigurationRequest()
    }
  }

  private func account(of identity: any ASCredentialIdentity) throws -> Account {
    guard let account = AccountBook.open?.accounts.first(where: { $0.id == identity.recordIdentifier }) else {
      throw ASExtensionError(.credentialIdentityNotFound)
    }
    return account
  }

  private func ask(_ title: String, about user: String, label: String) async throws {
    let question = PresentableConfirmation(
      title: title, details: [PresentableDetail(label: "Account", value: user)], confirmLabel: label)
    guard try await extensionContext.present(question) == .confirmed else { throw ASExtensionError(.userCanceled) }
  }

  /// Asks for the account's PIN until it is right or the user cancels.
  private func askPIN(_ pin: String, of account: Account) async throws {
    var form = PresentableForm(
      title: "Unlock \(account.user) at \(account.service)", fields: [PresentableForm.Field(id: "pin", label: "PIN", isSecret: true)],
      confirmLabel: "Unlock")
    while true {
      guard case .entered(let entry) = try await extensionContext.present(form) else { throw ASExtensionError(.userCanceled) }
      if let typed = entry["pin"], constantTimeEquals(typed, SharedSecret(copying: pin.utf8)) { return }
      form.message = "That is not this account's PIN. Nothing was lost; type it again."
    }
  }

  /// Shows the suitable accounts, with their codes if they have any.
  private func choose(
    _ title: String, for services: [ASCredentialServiceIdentifier], where willDo: (Account) -> Bool
  ) async throws -> Account {
    let rows = (AccountBook.open?.ordered(for: services) ?? []).filter { willDo($0.account) }.map { account, fits in
      let code = (try? Self.code(of: account)).map {
        PresentableRow.LiveCode(text: $0.text, validUntil: $0.validUntil, period: .seconds(30))
      }
      return PresentableRow(id: account.id, title: account.service, subtitle: account.user, code: code, matches: fits)
    }
    guard case .chosen(let row) = try await extensionContext.present(PresentableList(title: title, rows: rows)),
      let account = AccountBook.open?.accounts.first(where: { $0.id == row })
    else { throw ASExtensionError(.userCanceled) }
    return account
  }

  private func complete(with account: Account, _ request: any ASCredentialRequest) async throws {
    switch request {
    case let request as ASPasskeyCredentialRequest: try await completeAssertion(with: account, clientDataHash: request.clientDataHash)
    case is ASOneTimeCodeCredentialRequest:
      await extensionContext.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: try Self.code(of: account).text))
    default: completePassword(of: account)
    }
  }

  private func completePassword(of account: Account) {
    guard let password = account.password else {
      return extensionContext.cancelRequest(withError: ASExtensionError(.credentialIdentityNotFound))
    }
    extensionContext.completeRequest(withSelectedCredential: ASPasswordCredential(user: account.user, password: password))
  }

  private func completeAssertion(with account: Account, clientDataHash: Data) async throws {
    await extensionContext.completeAssertionRequest(using: try DemoPasskeys.sign(clientDataHash, with: account))
  }

  /// The current code, computed only when it is handed over.
  private static func code(of account: Account) throws -> OneTimeCode {
    guard let link = account.codeLink else { throw ASExtensionError(.credentialIdentityNotFound) }
    return try SetupURL(parsing: link).parameters.code(at: Date())
  }
}

extension ASPasskeyCredentialRequestParameters {
  /// Whether an account's passkey is acceptable for the pending request.
  fileprivate func accepts(_ account: Account) -> Bool {
    guard let passkey = account.passkey, account.service == relyingPartyIdentifier else { return false }
    return allowedCredentials.isEmpty || allowedCredentials.contains(passkey.credentialID)
  }
}
