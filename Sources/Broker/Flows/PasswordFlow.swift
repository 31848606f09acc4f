// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory

/// New passwords and passwords to keep.
enum PasswordFlow {
  /// Asks the first provider that makes passwords for some.
  ///
  /// Nobody is asked anything (Apple: `.userInteractionRequired` is a failure here), unless the person wished to choose: then the
  /// provider's own interface is shown, or where it opted out of having one, the broker's choice of what it made.
  ///
  /// - Throws: `nothingToOffer` where no provider makes passwords.
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

  /// Hands a password to the first provider that keeps passwords; it may show an interface, but not while a form is still being filled.
  ///
  /// - Throws: `nothingToOffer` where no provider keeps passwords.
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
