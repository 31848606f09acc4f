// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

extension ProviderBundle {
  /// The declared capabilities of a provider (`ASCredentialProviderExtensionCapabilities`, and `PassfoldCredentialProviderCapabilities` for
  /// those without a key of Apple's).
  package struct Capabilities: Sendable, Hashable {
    /// `ProvidesOneTimeCodes`.
    package var oneTimeCodes = false
    /// `ProvidesPasskeys`.
    package var passkeys = false
    /// `ProvidesPasswords`.
    package var passwords = false
    /// `ProvidesTextToInsert`.
    package var textToInsert = false
    /// `SupportsConditionalPasskeyRegistration`.
    package var conditionalPasskeyRegistration = false
    /// `ShowsConfigurationUI`.
    package var showsConfigurationUI = false
    /// `SupportsCredentialUpdate`.
    package var credentialUpdate = false
    /// `SupportsSavePasswordCredentials`.
    package var savePasswordCredentials = false
    /// `SupportsGeneratePasswordCredentials`.
    package var generatePasswordCredentials = false
    /// `SupportsGeneratePasswordCredentialsWithUI`; true unless it is declared false.
    package var generatePasswordCredentialsWithUI = true
    /// `SupportsCredentialExchange`.
    package var credentialExchange = false
    /// `SupportedCredentialExchangeVersions`.
    package var credentialExchangeVersions: [String] = []
    /// Linux: `SetsUpVerificationCodes`.
    package var setsUpVerificationCodes = false

    /// Creates an empty declaration.
    package init() {}

    /// Whether it can export its credentials and import others', in the supported version.
    package var exchangesCredentials: Bool { credentialExchange && credentialExchangeVersions.contains(ExchangeBounds.version) }

    /// The keys declared true, as in the `Info.plist`.
    package var declaredKeys: [String] {
      (Self.applesKeys + Self.linuxKeys).filter { self[keyPath: $0.member] && $0.member != \.generatePasswordCredentialsWithUI }
        .map(\.key)
    }

    /// Parses both dictionaries.
    init(declared: [String: Bool], linux: [String: Bool], exchangeVersions: [String] = []) {
      credentialExchangeVersions = exchangeVersions
      for (key, member) in Self.applesKeys { if let value = declared[key] { self[keyPath: member] = value } }
      for (key, member) in Self.linuxKeys { if let value = linux[key] { self[keyPath: member] = value } }
    }

    private typealias Declaration = (key: String, member: WritableKeyPath<Capabilities, Bool>)

    private static var applesKeys: [Declaration] {
      [
        ("ProvidesOneTimeCodes", \.oneTimeCodes), ("ProvidesPasskeys", \.passkeys), ("ProvidesPasswords", \.passwords),
        ("ProvidesTextToInsert", \.textToInsert), ("SupportsConditionalPasskeyRegistration", \.conditionalPasskeyRegistration),
        ("ShowsConfigurationUI", \.showsConfigurationUI), ("SupportsCredentialUpdate", \.credentialUpdate),
        ("SupportsCredentialExchange", \.credentialExchange),
        ("SupportsSavePasswordCredentials", \.savePasswordCredentials),
        ("SupportsGeneratePasswordCredentials", \.generatePasswordCredentials),
        ("SupportsGeneratePasswordCredentialsWithUI", \.generatePasswordCredentialsWithUI),
      ]
    }

    private static var linuxKeys: [Declaration] { [("SetsUpVerificationCodes", \.setsUpVerificationCodes)] }
  }

  /// A provider's declared needs beyond its own folder, which its sandbox therefore permits.
  package struct Needs: Sendable, Hashable {
    /// `PassfoldCredentialProviderNetwork`: it uses a server.
    package var network = false
    /// `PassfoldCredentialProviderPassphrasePrompt`: it starts a pinentry, which needs the user's terminals and displays.
    package var passphrasePrompt = false
    /// `PassfoldCredentialProviderServesSession`: it listens in Passfold's runtime folder and stays running.
    ///
    /// This is granted only to a provider that came with this installation.
    package var servesSession = false

    /// Creates an empty declaration.
    package init() {}

    /// The granted keys, as in the `Info.plist`.
    package var declaredKeys: [String] {
      [
        network ? "PassfoldCredentialProviderNetwork" : nil, passphrasePrompt ? "PassfoldCredentialProviderPassphrasePrompt" : nil,
        servesSession ? "PassfoldCredentialProviderServesSession" : nil,
      ].compactMap { $0 }
    }
  }
}
