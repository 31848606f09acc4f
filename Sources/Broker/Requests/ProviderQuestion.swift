// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory

/// One question to one provider: what it is asked, and what an answer has to be.
struct ProviderQuestion: Sendable {
  /// What a provider is asked for, with what its answer is compared with and made into.
  enum Subject: Sendable {
    /// The password or one-time code of an entry.
    case credential(CredentialRequestValue)
    /// An assertion by one passkey.
    case assertion(CredentialRequestValue, PreparedPasskeyAssertion)
    /// Any one-time code, from the provider's list.
    case codeFromList([ServiceIdentifierValue])
    /// Any password, or where there is one an assertion that fits, from the provider's list.
    case signInFromList([ServiceIdentifierValue], PreparedPasskeyAssertion?)
    /// A new passkey.
    case registration(PreparedPasskeyRegistration)
    /// To set up the code of a link, which is the secret.
    case codeSetUp([ServiceIdentifierValue], link: SharedSecret)
    /// To keep a password.
    case savedPassword(SavePasswordRequestValue, password: SharedSecret)
    /// New passwords; the broker has the person choose where the provider shows nothing for it.
    case newPasswords(GeneratePasswordsRequestValue, brokerChooses: Bool)
    /// Any text.
    case text
    /// To be set up itself.
    case configuration
    /// To hand over what it keeps, to the provider of an identifier where the person has named one; for a preview, that one keeps nothing.
    case credentialExport(to: String?, isPreview: Bool)
    /// To take what waits under a token, from the provider of a name; for a preview, to tell what it is and to keep nothing.
    case credentialImport(token: String, exporter: String, isPreview: Bool)
  }

  /// How the question begins.
  enum Stage: Sendable {
    /// Without an interface, and with one where the provider says that it needs it.
    case withoutInteraction
    /// Without an interface or not at all.
    case onlyWithoutInteraction
    /// With an interface.
    case interface

    /// The life of a question that begins like this.
    var machine: CredentialRequestMachine {
      switch self {
      case .withoutInteraction: .beginWithoutInteraction()
      case .onlyWithoutInteraction: .onlyWithoutInteraction()
      case .interface: .beginWithInterface()
      }
    }
  }

  /// The provider's identifier.
  let provider: String
  let subject: Subject
  let stage: Stage
  /// Where a password that comes is filled in; empty where none is wanted.
  var passwordHosts: [String] = []

  /// How long a ceremony leaves the person at the provider's interface; nil where it is no ceremony.
  var ceremonyTime: Duration? {
    switch subject {
    case .registration(let registration): registration.timeout
    case .assertion(_, let assertion): assertion.timeout
    case .signInFromList(_, let assertion): assertion?.timeout
    // A passphrase is asked for on both sides, and what comes is read before it is kept.
    case .credentialImport: .seconds(600)
    case .credentialExport: .seconds(1800)
    case .credential, .codeFromList, .codeSetUp, .savedPassword, .newPasswords, .text, .configuration: nil
    }
  }

  /// What the provider is told first, and the secret that goes with it.
  var opening: (ProviderCall.Payload, SharedSecret?) {
    stage == .interface ? withInterface ?? withoutInterface : withoutInterface
  }

  /// What the provider is told when it says that it needs an interface; nil where there is no such call.
  var withInterface: (ProviderCall.Payload, SharedSecret?)? {
    switch subject {
    case .credential(let request), .assertion(let request, _): (.prepareInterfaceToProvideCredential(request: request), nil)
    case .registration(let registration): (.prepareInterfaceForPasskeyRegistration(request: registration.request), nil)
    case .savedPassword(let request, let password): (.prepareInterfaceForSavePasswordRequest(request: request), password)
    case .newPasswords(let request, _): (.prepareInterfaceForGeneratePasswordsRequest(request: request), nil)
    case .codeFromList, .signInFromList, .codeSetUp, .text, .configuration, .credentialExport, .credentialImport: nil
    }
  }

  private var withoutInterface: (ProviderCall.Payload, SharedSecret?) {
    switch subject {
    case .credential(let request), .assertion(let request, _): (.provideCredentialWithoutUserInteraction(request: request), nil)
    case .registration(let registration):
      (.performPasskeyRegistrationWithoutUserInteractionIfPossible(request: registration.request), nil)
    case .savedPassword(let request, let password):
      (.performSavePasswordRequestWithoutUserInteractionIfPossible(request: request), password)
    case .newPasswords(let request, _): (.performGeneratePasswordsRequestWithoutUserInteraction(request: request), nil)
    // What follows has no form without an interface.
    case .codeFromList(let services): (.prepareOneTimeCodeCredentialList(services: services), nil)
    case .signInFromList(let services, let assertion):
      (.prepareCredentialList(services: services, parameters: assertion?.parameters), nil)
    case .codeSetUp(let services, let link): (.prepareInterfaceForVerificationCodeSetup(services: services), link)
    case .text: (.prepareInterfaceForUserChoosingTextToInsert, nil)
    case .configuration: (.prepareInterfaceForExtensionConfiguration, nil)
    case .credentialExport: (.prepareInterfaceForCredentialExport, nil)
    case .credentialImport(let token, let exporter, let isPreview):
      (.prepareInterfaceForCredentialImport(token: token, exporter: exporter, isPreview: isPreview ? true : nil), nil)
    }
  }
}
