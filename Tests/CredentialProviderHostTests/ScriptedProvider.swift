// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Foundation
import SecretMemory

/// A provider whose behaviour depends on the request's record identifier.
final class ScriptedProvider: ASCredentialProviderViewController, VerificationCodeSetupHandling {
  private var lifeCycle: [String] = []

  override func viewDidLoad() { lifeCycle.append("viewDidLoad") }
  override func viewDidAppear(_ animated: Bool) { lifeCycle.append("viewDidAppear") }

  override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
    switch credentialRequest.credentialIdentity.recordIdentifier {
    case "ready": complete(credentialRequest)
    case "locked":
      extensionContext.cancelRequest(
        withError: NSError(domain: ASExtensionErrorDomain, code: ASExtensionError.userInteractionRequired.rawValue))
    case "foreign": extensionContext.cancelRequest(withError: NSError(domain: "Elsewhere", code: 100))
    case "wrong kind":
      extensionContext.completeRequest(withSelectedCredential: ASPasswordCredential(user: "anne", password: "hunter2"))
    case "shows":
      extensionContext.handleRequest { [self] in
        try await extensionContext.present(PresentableMessage(title: "Trouble", message: "Something is wrong."))
      }
    case "shows while it works":
      extensionContext.handleRequest { [self] in
        try await extensionContext.present(PresentableMessage(title: "One moment", message: "Working.")) {}
        complete(credentialRequest)
      }
    case "loaded": extensionContext.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: "loaded \(isViewLoaded)"))
    default: extensionContext.cancelRequest(withError: ASExtensionError(.credentialIdentityNotFound))
    }
  }

  override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
    let wait = credentialRequest.credentialIdentity.recordIdentifier == "waits"
    extensionContext.handleRequest { [self] in
      try await extensionContext.present(PresentableMessage(title: "Unlock", message: "Type.")) {
        if wait { try await ContinuousClock().sleep(for: .seconds(600)) }
      }
      complete(credentialRequest)
    }
  }

  override func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    let names = serviceIdentifiers.map(\.identifier)
    extensionContext.handleRequest { [self] in
      let (updates, continuation) = AsyncStream.makeStream(of: PresentableList.self)
      continuation.yield(list(names, code: "222222"))
      switch try await extensionContext.present(list(names, code: "111111"), updatedBy: updates) {
      case .chosen(let row): await extensionContext.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: row))
      case .canceled: throw ASExtensionError(.userCanceled)
      }
    }
  }

  override func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {
    guard let request = registrationRequest as? ASPasskeyCredentialRequest else { return }
    extensionContext.handleRequest { [self] in
      let question = PresentableConfirmation(title: request.relyingPartyDisplayName ?? "", confirmLabel: "Create")
      guard try await extensionContext.present(question) == .confirmed else { throw ASExtensionError(.userCanceled) }
      await extensionContext.completeRegistrationRequest(
        using: ASPasskeyRegistrationCredential(
          relyingParty: "shop.example", clientDataHash: request.clientDataHash, credentialID: Data([1]), attestationObject: Data([2])))
    }
  }

  func prepareInterface(forVerificationCodeSetup link: SharedSecret, services: [ASCredentialServiceIdentifier]) {
    let text = link.withBytes { String(decoding: $0, as: UTF8.self) }
    extensionContext.handleRequest { [self] in
      let choice = PresentableChoice(
        title: "Add", details: [PresentableDetail(label: "Service", value: text)],
        rows: [PresentableRow(id: "a", title: "A"), PresentableRow(id: "b", title: "B")], confirmLabel: "Add")
      guard case .chosen(let row) = try await extensionContext.present(choice) else { throw ASExtensionError(.userCanceled) }
      extensionContext.completeVerificationCodeSetupRequest(service: row, account: services.map(\.identifier).joined())
    }
  }

  private func complete(_ request: any ASCredentialRequest) {
    // A view is loaded before every call. The code lists further life cycle methods, if there were any.
    let code = lifeCycle == ["viewDidLoad"] ? "123456" : lifeCycle.joined(separator: " ")
    extensionContext.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: code))
  }

  private func list(_ names: [String], code: String) -> PresentableList {
    let good = PresentableRow.LiveCode(text: code, validUntil: Date(timeIntervalSince1970: 60), period: .seconds(30))
    return PresentableList(
      title: "Codes", rows: names.map { PresentableRow(id: $0, title: $0, subtitle: "anne", code: good, matches: true) })
  }
}

/// A provider that overrides nothing.
final class SilentProvider: ASCredentialProviderViewController {}
