// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Passkey ceremonies of pages: the broker is the WebAuthn client, a provider is the authenticator.
enum PasskeyFlow {
  /// Begins a registration: the provider for new passkeys asks the person, or where nobody is to be asked, the provider that filled the
  /// account's password just before makes one or not (WebAuthn L3 §5.1.3 step 19; Apple: `RequestStyle.conditional`).
  ///
  /// - Parameter creator: The provider that may make this passkey unasked; asked once, since a sign-in stands for one passkey.
  /// - Throws: `nothingToOffer` where no provider makes passkeys like this.
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

  /// Begins an assertion: the broker shows which passkeys would do, from every provider, and asks the one that is picked.
  ///
  /// - Parameter isImmediate: Whether nobody is asked unless a passkey is known.
  /// - Throws: `nothingToOffer` where there are none, nor a locked provider that may have some.
  static func get(_ field: JudgedField, isImmediate: Bool, among providers: Providers) throws(ClientFailure) -> RequestStep {
    guard let assertion = field.assertion else { throw ClientFailure(.badRequest) }
    return try BrokerPicker.ofPasskeys(for: assertion, isImmediate: isImmediate, among: providers) { provider in
      FieldFlow.list(of: provider.bundle.identifier, field, among: providers, takesPassword: false)
    }
  }
}
