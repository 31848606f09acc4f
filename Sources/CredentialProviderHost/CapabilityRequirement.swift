// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The methods that a provider's class must override for a capability in its `Info.plist` (Apple:
/// `ASCredentialProviderExtensionCapabilities`), and the methods that reveal an undeclared capability.
struct CapabilityRequirement: Sendable {
  /// The capability's key.
  let key: String
  /// Returns whether the requirement applies to a provider that declares these keys.
  var applies: @Sendable (Set<String>) -> Bool = { _ in true }
  /// The required methods: at least one from each list. The newest spelling comes first.
  let methods: [[String]]
  /// The methods that serve only this capability.
  let signs: [String]

  /// Creates a requirement in which every method is required and serves only this capability.
  private init(_ key: String, needs methods: [String], where applies: @escaping @Sendable (Set<String>) -> Bool = { _ in true }) {
    self.init(key: key, applies: applies, methods: methods.map { [$0] }, signs: methods)
  }

  private init(key: String, applies: @escaping @Sendable (Set<String>) -> Bool = { _ in true }, methods: [[String]], signs: [String]) {
    self.key = key
    self.applies = applies
    self.methods = methods
    self.signs = signs
  }

  private static let provide = "provideCredentialWithoutUserInteraction(for:)"
  private static let prepare = "prepareInterfaceToProvideCredential(for:)"
  /// The forms before iOS 17, which still work for passwords.
  private static let older = (
    provide: "provideCredentialWithoutUserInteraction(for: ASPasswordCredentialIdentity)",
    prepare: "prepareInterfaceToProvideCredential(for: ASPasswordCredentialIdentity)"
  )

  /// Every capability for which methods of Apple's class are called.
  static let all: [CapabilityRequirement] = [
    CapabilityRequirement(
      key: "ProvidesPasswords", methods: [[provide, older.provide], [prepare, older.prepare], ["prepareCredentialList(for:)"]],
      signs: ["prepareCredentialList(for:)", older.provide, older.prepare]),
    CapabilityRequirement(
      key: "ProvidesPasskeys",
      methods: [[provide], [prepare], ["prepareCredentialList(for:requestParameters:)"], ["prepareInterface(forPasskeyRegistration:)"]],
      signs: ["prepareCredentialList(for:requestParameters:)", "prepareInterface(forPasskeyRegistration:)"]),
    CapabilityRequirement(
      key: "ProvidesOneTimeCodes", methods: [[provide], [prepare], ["prepareOneTimeCodeCredentialList(for:)"]],
      signs: ["prepareOneTimeCodeCredentialList(for:)"]),
    CapabilityRequirement("ProvidesTextToInsert", needs: ["prepareInterfaceForUserChoosingTextToInsert()"]),
    CapabilityRequirement(
      "SupportsConditionalPasskeyRegistration", needs: ["performWithoutUserInteractionIfPossible(passkeyRegistration:)"]),
    CapabilityRequirement("ShowsConfigurationUI", needs: ["prepareInterfaceForExtensionConfiguration()"]),
    // Providers with only one kind of credential are also notified about the other kind, but may ignore it.
    CapabilityRequirement(
      "SupportsCredentialUpdate",
      needs: [
        "reportPublicKeyCredentialUpdate(forRelyingParty:userHandle:newName:)",
        "reportUnknownPublicKeyCredential(forRelyingParty:credentialID:)",
        "reportAllAcceptedPublicKeyCredentials(forRelyingParty:userHandle:acceptedCredentialIDs:)",
      ]
    ) { $0.contains("ProvidesPasskeys") || !$0.contains("ProvidesPasswords") },
    CapabilityRequirement("SupportsCredentialUpdate", needs: ["reportUnusedPasswordCredential(forDomain:userName:)"]) {
      $0.contains("ProvidesPasswords") || !$0.contains("ProvidesPasskeys")
    },
    CapabilityRequirement(
      "SupportsSavePasswordCredentials",
      needs: ["performWithoutUserInteractionIfPossible(savePasswordRequest:)", "prepareInterface(for: ASSavePasswordRequest)"]),
    CapabilityRequirement(
      "SupportsGeneratePasswordCredentials", needs: ["performWithoutUserInteraction(generatePasswordsRequest:)"]),
    CapabilityRequirement("SupportsGeneratePasswordCredentialsWithUI", needs: ["prepareInterface(for: ASGeneratePasswordsRequest)"]) {
      $0.contains("SupportsGeneratePasswordCredentials")
    },
  ]
}
