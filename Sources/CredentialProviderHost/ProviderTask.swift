// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import AuthenticationServices
internal import BrokerProtocol
internal import Foundation
internal import SecretMemory

/// The task of a view controller for one of the broker's calls.
@MainActor
enum ProviderTask {
  case provide(any ASCredentialRequest)
  case prepareToProvide(any ASCredentialRequest)
  case list([ASCredentialServiceIdentifier], ASPasskeyCredentialRequestParameters?)
  case oneTimeCodeList([ASCredentialServiceIdentifier])
  case registration(any ASCredentialRequest)
  case silentRegistration(ASPasskeyCredentialRequest)
  case configuration
  case textToInsert
  case savePassword(ASSavePasswordRequest)
  case prepareToSavePassword(ASSavePasswordRequest)
  case generatePasswords(ASGeneratePasswordsRequest)
  case prepareToGeneratePasswords(ASGeneratePasswordsRequest)
  case verificationCodeSetup(SharedSecret, [ASCredentialServiceIdentifier])
  case credentialExport
  case credentialImport(CredentialExchangeActivity)

  /// Reads a call; nil if it does not begin a request or lacks data that its request needs.
  init?(_ payload: ProviderCall.Payload, secret: SharedSecret?) {
    switch payload {
    case .provideCredentialWithoutUserInteraction(let request):
      guard let request = request.credentialRequest, request.type != .passkeyRegistration else { return nil }
      self = .provide(request)
    case .prepareInterfaceToProvideCredential(let request):
      guard let request = request.credentialRequest, request.type != .passkeyRegistration else { return nil }
      self = .prepareToProvide(request)
    case .prepareCredentialList(let services, let parameters):
      if let parameters, parameters.clientDataHash.count != 32 { return nil }
      self = .list(services.map(\.serviceIdentifier), parameters?.requestParameters)
    case .prepareOneTimeCodeCredentialList(let services):
      self = .oneTimeCodeList(services.map(\.serviceIdentifier))
    case .prepareInterfaceForPasskeyRegistration(let request):
      guard let request = request.credentialRequest, request.type == .passkeyRegistration else { return nil }
      self = .registration(request)
    case .prepareInterfaceForVerificationCodeSetup(let services):
      guard let secret else { return nil }
      self = .verificationCodeSetup(secret, services.map(\.serviceIdentifier))
    case .performPasskeyRegistrationWithoutUserInteractionIfPossible(let request):
      guard let request = request.credentialRequest as? ASPasskeyCredentialRequest, request.type == .passkeyRegistration else { return nil }
      self = .silentRegistration(request)
    case .prepareInterfaceForExtensionConfiguration:
      self = .configuration
    case .prepareInterfaceForCredentialExport:
      self = .credentialExport
    case .prepareInterfaceForCredentialImport(let token, let exporter, let isPreview):
      guard let token = UUID(uuidString: token) else { return nil }
      self = .credentialImport(CredentialExchangeActivity(token: token, exporter: exporter, isPreview: isPreview == true))
    case .prepareInterfaceForUserChoosingTextToInsert:
      self = .textToInsert
    case .performSavePasswordRequestWithoutUserInteractionIfPossible(let request):
      guard let secret else { return nil }
      self = .savePassword(request.savePasswordRequest(password: secret))
    case .prepareInterfaceForSavePasswordRequest(let request):
      guard let secret else { return nil }
      self = .prepareToSavePassword(request.savePasswordRequest(password: secret))
    case .performGeneratePasswordsRequestWithoutUserInteraction(let request):
      self = .generatePasswords(request.generatePasswordsRequest)
    case .prepareInterfaceForGeneratePasswordsRequest(let request):
      self = .prepareToGeneratePasswords(request.generatePasswordsRequest)
    case .viewEvent, .cancel: return nil
    }
  }

  /// The answers that may complete the request.
  var answers: Set<ProviderRequest.Answer> {
    switch self {
    case .provide(let request), .prepareToProvide(let request):
      switch request.type {
      case .password: [.password]
      case .oneTimeCode: [.oneTimeCode]
      case .passkeyAssertion: [.passkeyAssertion]
      case .passkeyRegistration: [.passkeyRegistration]
      }
    case .list(_, let parameters): parameters == nil ? [.password] : [.password, .passkeyAssertion]
    case .oneTimeCodeList: [.oneTimeCode]
    case .registration, .silentRegistration: [.passkeyRegistration]
    case .configuration: [.configured]
    case .textToInsert: [.textToInsert]
    case .savePassword, .prepareToSavePassword: [.passwordSaved]
    case .generatePasswords, .prepareToGeneratePasswords: [.generatedPasswords]
    case .verificationCodeSetup: [.verificationCodeSetup]
    case .credentialExport: [.credentialsExported]
    case .credentialImport: [.credentialsImported]
    }
  }

  /// Whether the controller may show something.
  var showsInterface: Bool {
    switch self {
    case .provide, .silentRegistration, .savePassword, .generatePasswords: false
    default: true
    }
  }

  /// Calls the controller's method.
  func perform(on controller: ASCredentialProviderViewController) {
    switch self {
    case .provide(let request): controller.provideCredentialWithoutUserInteraction(for: request)
    case .prepareToProvide(let request): controller.prepareInterfaceToProvideCredential(for: request)
    case .list(let services, nil): controller.prepareCredentialList(for: services)
    case .list(let services, let parameters?): controller.prepareCredentialList(for: services, requestParameters: parameters)
    case .oneTimeCodeList(let services): controller.prepareOneTimeCodeCredentialList(for: services)
    case .registration(let request): controller.prepareInterface(forPasskeyRegistration: request)
    case .silentRegistration(let request): controller.performWithoutUserInteractionIfPossible(passkeyRegistration: request)
    case .configuration: controller.prepareInterfaceForExtensionConfiguration()
    case .textToInsert: controller.prepareInterfaceForUserChoosingTextToInsert()
    case .savePassword(let request): controller.performWithoutUserInteractionIfPossible(savePasswordRequest: request)
    case .prepareToSavePassword(let request): controller.prepareInterface(for: request)
    case .generatePasswords(let request): controller.performWithoutUserInteraction(generatePasswordsRequest: request)
    case .prepareToGeneratePasswords(let request): controller.prepareInterface(for: request)
    case .verificationCodeSetup(let link, let services):
      guard let handler = controller as? any VerificationCodeSetupHandling else { return Self.refuse(controller) }
      handler.prepareInterface(forVerificationCodeSetup: link, services: services)
    case .credentialExport:
      guard let handler = controller as? any CredentialExchangeHandling else { return Self.refuse(controller) }
      handler.prepareInterfaceForCredentialExport()
    case .credentialImport(let activity):
      guard let handler = controller as? any CredentialExchangeHandling else { return Self.refuse(controller) }
      handler.continueUserActivity(activity)
    }
  }

  /// Ends a request for which the controller's class has no method.
  private static func refuse(_ controller: ASCredentialProviderViewController) {
    let reason = [CredentialProviderCancellation.reasonKey: "methodNotOverridden"]
    controller.extensionContext.cancelRequest(withError: ASExtensionError(.failed, userInfo: reason))
  }
}
