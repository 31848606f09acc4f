// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory
import WebDomains

/// The steps after a pick among a field's suggestions, and "show all".
enum FieldFlow {
  /// Provides a picked suggestion, first without interaction, then with the provider's interface if it asks for one.
  ///
  /// - Throws: `badRequest` for a passkey without a request that it would answer.
  static func provide(_ offered: OfferedSuggestion, among providers: Providers) throws(ClientFailure) -> RequestStep {
    guard case .credential(let identity) = offered.offer else {
      return list(of: offered.provider, JudgedField(offered), among: providers)
    }
    switch identity.kind {
    case .password:
      return .ask(
        ProviderQuestion(
          provider: offered.provider, subject: .credential(CredentialRequestValue(type: .password, identity: identity)),
          stage: .withoutInteraction, passwordHosts: offered.caller.passwordHosts))
    case .oneTimeCode:
      return .ask(
        ProviderQuestion(
          provider: offered.provider, subject: .credential(CredentialRequestValue(type: .oneTimeCode, identity: identity)),
          stage: .withoutInteraction))
    case .passkey:
      guard let assertion = offered.assertion else { throw ClientFailure(.badRequest) }
      return .ask(ProviderQuestion(asserting: assertion, by: identity, of: offered.provider))
    }
  }

  /// Shows everything: the provider's own list, or first a choice of providers if several have one.
  ///
  /// - Throws: `nothingToOffer` if no provider has a list.
  static func list(_ field: JudgedField, among providers: Providers) throws(ClientFailure) -> RequestStep {
    let able = providers.inOrder.filter { $0.canList(field.purpose) }
    guard let first = able.first else { throw ClientFailure(.nothingToOffer) }
    guard able.count > 1 else { return list(of: first.bundle.identifier, field, among: providers) }
    return BrokerPicker.ofProviders(able) { list(of: $0.bundle.identifier, field, among: providers) }
  }

  /// Asks a provider for its list.
  ///
  /// - Parameter takesPassword: Whether there is a field for a password.
  static func list(of provider: String, _ field: JudgedField, among providers: Providers, takesPassword: Bool = true) -> RequestStep {
    let services = field.caller.services
    guard field.purpose != .oneTimeCode else {
      return .ask(ProviderQuestion(provider: provider, subject: .codeFromList(services), stage: .interface))
    }
    let takesPasskey = field.purpose == .username && providers[provider]?.bundle.capabilities.passkeys == true
    return .ask(
      ProviderQuestion(
        provider: provider, subject: .signInFromList(services, takesPasskey ? field.assertion : nil), stage: .interface,
        passwordHosts: takesPassword ? field.caller.passwordHosts : []))
  }

  /// Passes a followed set-up link to the first provider that sets up codes; the link is a secret and is not read here.
  ///
  /// - Throws: `nothingToOffer` if there is no such provider.
  static func setUpCode(
    for services: [ServiceIdentifierValue], link: SharedSecret, among providers: Providers
  ) throws(ClientFailure) -> RequestStep {
    guard let provider = providers.first(where: \.bundle.capabilities.setsUpVerificationCodes) else { throw ClientFailure(.nothingToOffer) }
    return .ask(ProviderQuestion(provider: provider, subject: .codeSetUp(services, link: link), stage: .interface))
  }

  /// Shows the texts of the provider that has some, or first a choice of providers if several do.
  ///
  /// - Throws: `nothingToOffer` if none has any.
  static func chooseText(among providers: Providers) throws(ClientFailure) -> RequestStep {
    func texts(of provider: HostedProvider) -> RequestStep {
      .ask(ProviderQuestion(provider: provider.bundle.identifier, subject: .text, stage: .interface))
    }
    let able = providers.inOrder.filter { $0.bundle.capabilities.textToInsert && $0.lockState != .noVault }
    guard let first = able.first else { throw ClientFailure(.nothingToOffer) }
    return able.count > 1 ? BrokerPicker.ofProviders(able, texts) : texts(of: first)
  }
}

extension JudgedField {
  /// Creates the field for which a suggestion was made.
  fileprivate init(_ offered: OfferedSuggestion) {
    self.init(caller: offered.caller, purpose: offered.field, assertion: offered.assertion)
  }
}

extension JudgedCaller {
  /// The hosts where this caller's password is filled in; none in another site's page.
  var passwordHosts: [String] { isCrossSite ? [] : [origin.host.serialized] }
}

extension ProviderQuestion {
  /// Creates a question for an assertion by one passkey, starting without interaction.
  init(asserting assertion: PreparedPasskeyAssertion, by identity: CredentialIdentityValue, of provider: String) {
    self.init(provider: provider, subject: .assertion(assertion.request(for: identity), assertion), stage: .withoutInteraction)
  }
}
