// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory

/// Generating and saving passwords.
enum PasswordFlow {
  /// Asks the first provider that generates passwords.
  ///
  /// There is no prompt (Apple: `.userInteractionRequired` is a failure here), unless the user asked to choose: then the provider's own
  /// interface is shown, or if it opted out of having one, the broker's choice among its passwords.
  ///
  /// - Throws: `nothingToOffer` if no provider generates passwords.
  static func generate(
    _ value: GeneratePasswordsRequestValue, isChosen: Bool, among providers: Providers
  ) throws(ClientFailure) -> RequestStep {
    guard let provider = providers.first(where: \.bundle.capabilities.generatePasswordCredentials) else {
      throw ClientFailure(.nothingToOffer)
    }
    let showsInterface = isChosen && providers[provider]?.bundle.capabilities.generatePasswordCredentialsWithUI == true
    return .ask(
      ProviderQuestion(
        provider: provider, subject: .newPasswords(value, brokerChooses: isChosen && !showsInterface),
        stage: showsInterface ? .interface : .onlyWithoutInteraction))
  }

  /// Passes a password to the first provider that saves passwords; it may show an interface, but not while a form is still being filled.
  ///
  /// - Throws: `nothingToOffer` if no provider saves passwords.
  static func save(
    _ value: SavePasswordRequestValue, password: SharedSecret, among providers: Providers
  ) throws(ClientFailure) -> RequestStep {
    let keeper = providers.first { $0.bundle.capabilities.savePasswordCredentials && $0.lockState != .noVault }
    guard let keeper else { throw ClientFailure(.nothingToOffer) }
    return .ask(
      ProviderQuestion(
        provider: keeper, subject: .savedPassword(value, password: password),
        stage: value.event == .generatedPasswordFilled ? .onlyWithoutInteraction : .withoutInteraction))
  }
}
