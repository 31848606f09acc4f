// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices

/// A provider of every kind of credential, from an initialiser of its own to foreign errors.
final class WholeProvider: ASCredentialProviderViewController {
  private let records: [String: String]

  init(records: [String: String]) {
    self.records = records
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    records = [:]
    super.init(coder: coder)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
  }

  override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    let hosts = serviceIdentifiers.compactMap { $0.type == .URL ? URL(string: $0.identifier)?.host : $0.identifier }
    guard hosts.contains(where: { records[$0] != nil }) else {
      return extensionContext.cancelRequest(withError: CocoaError(.fileNoSuchFile))
    }
  }

  override func prepareCredentialList(
    for serviceIdentifiers: [ASCredentialServiceIdentifier], requestParameters: ASPasskeyCredentialRequestParameters
  ) {
    print(requestParameters.relyingPartyIdentifier, requestParameters.allowedCredentials.isEmpty)
  }

  override func provideCredentialWithoutUserInteraction(for credentialRequest: ASCredentialRequest) {
    switch credentialRequest.type {
    case .password:
      guard let identity = credentialRequest.credentialIdentity as? ASPasswordCredentialIdentity else { fallthrough }
      let credential = ASPasswordCredential(user: identity.user, password: records[identity.serviceIdentifier.identifier] ?? "")
      extensionContext.completeRequest(withSelectedCredential: credential, completionHandler: nil)
    case .oneTimeCode:
      Task { await extensionContext.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: "123456")) }
    case .passkeyAssertion:
      guard let request = credentialRequest as? ASPasskeyCredentialRequest, let credential = sign(request) else { return }
      Task {
        let expired = await extensionContext.completeAssertionRequest(using: credential)
        print(expired)
      }
    case .passkeyRegistration:
      extensionContext.cancelRequest(withError: ASExtensionError(.matchedExcludedCredential))
    @unknown default:
      extensionContext.cancelRequest(withError: ASExtensionError(.failed, userInfo: [NSLocalizedDescriptionKey: "unknown"]))
    }
  }

  override func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {
    guard let request = registrationRequest as? ASPasskeyCredentialRequest, request.supportedAlgorithms.contains(.ES256) else {
      return extensionContext.cancelRequest(
        withError: NSError(domain: ASExtensionErrorDomain, code: ASExtensionError.Code.failed.rawValue, userInfo: nil))
    }
    if case .registration(let input) = request.extensionInput, input.prf?.shouldCheckForSupport == true { print("prf") }
    let credential = ASPasskeyRegistrationCredential(
      relyingParty: "shop.example", clientDataHash: request.clientDataHash, credentialID: Data(), attestationObject: Data())
    extensionContext.completeRegistrationRequest(using: credential)
  }

  private func sign(_ request: ASPasskeyCredentialRequest) -> ASPasskeyAssertionCredential? {
    guard let identity = request.credentialIdentity as? ASPasskeyCredentialIdentity else { return nil }
    return ASPasskeyAssertionCredential(
      userHandle: identity.userHandle, relyingParty: identity.relyingPartyIdentifier, signature: Data(),
      clientDataHash: request.clientDataHash, authenticatorData: Data(), credentialID: identity.credentialID)
  }
}

/// A store's upkeep in both overload sets.
func refill(_ store: ASCredentialIdentityStore, with names: [String]) async throws {
  let state = await store.state()
  let passwords = names.map {
    ASPasswordCredentialIdentity(serviceIdentifier: .init(identifier: $0, type: .domain), user: $0, recordIdentifier: nil)
  }
  let all: [any ASCredentialIdentity] = passwords
  do {
    if state.supportsIncrementalUpdates { try await store.saveCredentialIdentities(passwords) }
    try await store.replaceCredentialIdentities(all)
  } catch ASCredentialIdentityStoreError.storeBusy {
    return
  } catch let error as ASCredentialIdentityStoreError where error.code == .storeDisabled {
    print(error.errorCode, error.errorUserInfo)
  }
}

/// The same from code that cannot wait.
func forget(_ identities: [any ASCredentialIdentity], in store: ASCredentialIdentityStore) {
  store.removeCredentialIdentities(identities)
  store.removeAllCredentialIdentities { success, error in print(success, (error as NSError?)?.domain ?? "") }
}
