// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a provider's class must override for a capability of its `Info.plist` (Apple: `ASCredentialProviderExtensionCapabilities`), and
/// by which methods one is known that is not declared.
struct CapabilityRequirement: Sendable {
  /// The key.
  let key: String
  /// Whether a provider that declares these keys is asked for it.
  var applies: @Sendable (Set<String>) -> Bool = { _ in true }
  /// Of each list one method; the newest spelling is the first.
  let methods: [[String]]
  /// The methods that serve this capability alone.
  let signs: [String]

  /// A capability of which each method is needed and serves nothing else.
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
  /// The forms before iOS 17, which still serve for passwords.
  private static let older = (
    provide: "provideCredentialWithoutUserInteraction(for: ASPasswordCredentialIdentity)",
    prepare: "prepareInterfaceToProvideCredential(for: ASPasswordCredentialIdentity)"
  )

  /// Every capability that methods of Apple's class are called for.
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
    // Who keeps one kind alone is told of the other and need not listen.
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
