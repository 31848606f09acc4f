// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Passkey ceremonies of pages: the broker is the WebAuthn client, and a provider is the authenticator.
enum PasskeyFlow {
  /// Starts a registration. The provider for new passkeys asks the user; without a prompt, the provider that filled the account's password
  /// just before may create one (WebAuthn L3 §5.1.3 step 19; Apple: `RequestStyle.conditional`).
  ///
  /// - Parameter creator: Returns the provider that may create this passkey without a prompt; called once, since a sign-in permits one
  ///   passkey.
  /// - Throws: `nothingToOffer` if no provider creates such passkeys.
  static func create(
    _ registration: PreparedPasskeyRegistration, among providers: Providers, unaskedBy creator: (PreparedPasskeyRegistration) -> String?
  ) throws(ClientFailure) -> RequestStep {
    if registration.isConditional {
      guard let provider = creator(registration) else { throw ClientFailure(.nothingToOffer) }
      return .ask(ProviderQuestion(provider: provider, subject: .registration(registration), stage: .onlyWithoutInteraction))
    }
    guard let provider = providers.creatorOfPasskeys else { throw ClientFailure(.nothingToOffer) }
    return .ask(
      ProviderQuestion(provider: provider.bundle.identifier, subject: .registration(registration), stage: .interface))
  }

  /// Starts an assertion: the broker shows the acceptable passkeys of all providers, and asks the picked one.
  ///
  /// - Parameter isImmediate: Whether no prompt is shown unless a passkey is known.
  /// - Throws: `nothingToOffer` if there are none, and no locked provider that may have some.
  static func get(_ field: JudgedField, isImmediate: Bool, among providers: Providers) throws(ClientFailure) -> RequestStep {
    guard let assertion = field.assertion else { throw ClientFailure(.badRequest) }
    return try BrokerPicker.ofPasskeys(for: assertion, isImmediate: isImmediate, among: providers) { provider in
      FieldFlow.list(of: provider.bundle.identifier, field, among: providers, takesPassword: false)
    }
  }
}
