// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory

/// One question to one provider, with the requirements for an answer.
struct ProviderQuestion: Sendable {
  /// The subject of a question, with the data for checking and using its answer.
  enum Subject: Sendable {
    /// The password or one-time code of an entry.
    case credential(CredentialRequestValue)
    /// An assertion by one passkey.
    case assertion(CredentialRequestValue, PreparedPasskeyAssertion)
    /// Any one-time code, picked from the provider's list.
    case codeFromList([ServiceIdentifierValue])
    /// Any password, or a matching assertion if one was requested, picked from the provider's list.
    case signInFromList([ServiceIdentifierValue], PreparedPasskeyAssertion?)
    /// A new passkey.
    case registration(PreparedPasskeyRegistration)
    /// Setting up the code of a link, which is the secret.
    case codeSetUp([ServiceIdentifierValue], link: SharedSecret)
    /// Saving a password.
    case savedPassword(SavePasswordRequestValue, password: SharedSecret)
    /// Generating passwords; the broker lets the user choose if the provider shows no interface for it.
    case newPasswords(GeneratePasswordsRequestValue, brokerChooses: Bool)
    /// Any text.
    case text
    /// The provider's own set-up.
    case configuration
    /// Exporting its data, to the provider with an identifier if the user named one; for a preview, that one stores nothing.
    case credentialExport(to: String?, isPreview: Bool)
    /// Importing the data behind a token, from the provider with a name; for a preview, it describes the data and stores nothing.
    case credentialImport(token: String, exporter: String, isPreview: Bool)
  }

  /// The start of a question.
  enum Stage: Sendable {
    /// Without an interface, and with one if the provider asks for it.
    case withoutInteraction
    /// Only without an interface.
    case onlyWithoutInteraction
    /// With an interface.
    case interface

    /// The state machine of a question that starts like this.
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
  /// The hosts where a returned password is filled in; empty if none is wanted.
  var passwordHosts: [String] = []

  /// The user's time at the provider's interface in a ceremony; nil if it is not one.
  var ceremonyTime: Duration? {
    switch subject {
    case .registration(let registration): registration.timeout
    case .assertion(_, let assertion): assertion.timeout
    case .signInFromList(_, let assertion): assertion?.timeout
    // Both sides ask for a passphrase, and data is read before it is stored.
    case .credentialImport: .seconds(600)
    case .credentialExport: .seconds(1800)
    case .credential, .codeFromList, .codeSetUp, .savedPassword, .newPasswords, .text, .configuration: nil
    }
  }

  /// The first message to the provider, with its secret.
  var opening: (ProviderCall.Payload, SharedSecret?) {
    stage == .interface ? withInterface ?? withoutInterface : withoutInterface
  }

  /// The message after the provider asked for an interface; nil if there is no such call.
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
    // The following subjects have no call without an interface.
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
