// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Apps' requests after they were judged: a picker of the broker's own, then one provider.
enum AppFlow {
  /// What comes first for the requests that an app performs.
  ///
  /// - Parameters:
  ///   - isExpectingProviders: Whether a provider has just been started and not said yet what it could fill.
  ///   - creator: The provider that may make a passkey unasked.
  /// - Throws: what the app is told where there is nothing to begin with.
  static func begin(
    _ authorization: AppAuthorization, among providers: Providers, isExpectingProviders: Bool,
    unaskedBy creator: (PreparedPasskeyRegistration) -> String?
  ) throws(ClientFailure) -> RequestStep {
    if authorization.mode == .autofill { return .waitForField(authorization) }
    guard authorization.signsIn else { return try register(authorization, among: providers, unaskedBy: creator) }
    return isExpectingProviders ? .waitForProviders(authorization) : try pick(authorization, among: providers)
  }

  /// Shows what there is to sign in with, or tells the app that there is nothing.
  ///
  /// - Throws: `nothingToOffer`.
  static func pick(_ authorization: AppAuthorization, among providers: Providers) throws(ClientFailure) -> RequestStep {
    try BrokerPicker.ofSignIns(for: authorization, among: providers)
  }

  /// Answers the request that waited for a field with the passkey that was picked there.
  ///
  /// - Throws: `tokenExpired` where the request takes no passkey.
  static func assert(
    _ identity: CredentialIdentityValue, of provider: String, for authorization: AppAuthorization
  ) throws(ClientFailure) -> RequestStep {
    guard let assertion = authorization.assertions.first else { throw ClientFailure(.tokenExpired) }
    return .ask(ProviderQuestion(asserting: assertion.prepared, by: identity, of: provider))
  }

  /// Asks a provider for its list of sign-ins.
  static func list(of provider: HostedProvider, for authorization: AppAuthorization) -> RequestStep {
    let assertion = authorization.assertions.first
    let services = authorization.wantsPassword ? authorization.passwordServices : assertion?.caller.services ?? []
    return .ask(
      ProviderQuestion(
        provider: provider.bundle.identifier,
        subject: .signInFromList(services, provider.bundle.capabilities.passkeys ? assertion?.prepared : nil), stage: .interface,
        passwordHosts: authorization.passwordHosts))
  }

  private static func register(
    _ authorization: AppAuthorization, among providers: Providers, unaskedBy creator: (PreparedPasskeyRegistration) -> String?
  ) throws(ClientFailure) -> RequestStep {
    guard let registration = authorization.registrations.first else { throw ClientFailure(.badRequest, detail: "requests") }
    // The provider that filled the app's password just before makes one without a question, or nobody does.
    if authorization.isConditional { return try PasskeyFlow.create(registration, among: providers, unaskedBy: creator) }
    guard let provider = providers.creatorOfPasskeys else { throw ClientFailure(.noPasskeyProvider) }
    return .ask(
      ProviderQuestion(provider: provider.bundle.identifier, subject: .registration(registration), stage: .interface))
  }
}

extension AppAuthorization {
  /// Where a password of the app's is filled in; empty unless it asked for one.
  var passwordHosts: [String] { passwordServices.map(\.identifier) }
}
