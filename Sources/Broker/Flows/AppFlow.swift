// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Apps' requests after validation: a picker drawn by the broker, then one provider.
enum AppFlow {
  /// Returns the first step for the requests performed by an app.
  ///
  /// - Parameters:
  ///   - isExpectingProviders: Whether a provider was just started and has not reported its identities yet.
  ///   - creator: Returns the provider that may create a passkey without a prompt.
  /// - Throws: The failure for the app if there is nothing to start with.
  static func begin(
    _ authorization: AppAuthorization, among providers: Providers, isExpectingProviders: Bool,
    unaskedBy creator: (PreparedPasskeyRegistration) -> String?
  ) throws(ClientFailure) -> RequestStep {
    if authorization.mode == .autofill { return .waitForField(authorization) }
    guard authorization.signsIn else { return try register(authorization, among: providers, unaskedBy: creator) }
    return isExpectingProviders ? .waitForProviders(authorization) : try pick(authorization, among: providers)
  }

  /// Shows the available sign-ins, or tells the app that there are none.
  ///
  /// - Throws: `nothingToOffer`.
  static func pick(_ authorization: AppAuthorization, among providers: Providers) throws(ClientFailure) -> RequestStep {
    try BrokerPicker.ofSignIns(for: authorization, among: providers)
  }

  /// Answers the request waiting for a field with the passkey picked there.
  ///
  /// - Throws: `tokenExpired` if the request accepts no passkey.
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
    // Only the provider that filled the app's password just before creates one without a prompt.
    if authorization.isConditional { return try PasskeyFlow.create(registration, among: providers, unaskedBy: creator) }
    guard let provider = providers.creatorOfPasskeys else { throw ClientFailure(.noPasskeyProvider) }
    return .ask(
      ProviderQuestion(provider: provider.bundle.identifier, subject: .registration(registration), stage: .interface))
  }
}

extension AppAuthorization {
  /// The hosts where the app's password is filled in; empty unless it asked for one.
  var passwordHosts: [String] { passwordServices.map(\.identifier) }
}
