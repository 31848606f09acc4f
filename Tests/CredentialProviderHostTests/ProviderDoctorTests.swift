// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Foundation
import Testing

/// A provider that overrides everything that the capabilities require.
private final class ThoroughProvider: ASCredentialProviderViewController {
  override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {}
  override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {}
  override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {}
  override func prepareCredentialList(
    for serviceIdentifiers: [ASCredentialServiceIdentifier], requestParameters: ASPasskeyCredentialRequestParameters
  ) {}
  override func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {}
  override func prepareInterfaceForUserChoosingTextToInsert() {}
  override func prepareInterfaceForExtensionConfiguration() {}
  override func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {}
  override func performWithoutUserInteractionIfPossible(passkeyRegistration registrationRequest: ASPasskeyCredentialRequest) {}
  override func reportPublicKeyCredentialUpdate(forRelyingParty relyingParty: String, userHandle: Data, newName: String) {}
  override func reportUnknownPublicKeyCredential(forRelyingParty relyingParty: String, credentialID: Data) {}
  override func reportAllAcceptedPublicKeyCredentials(
    forRelyingParty relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data]
  ) {}
  override func reportUnusedPasswordCredential(forDomain domain: String, userName: String) {}
  override func performWithoutUserInteractionIfPossible(savePasswordRequest: ASSavePasswordRequest) {}
  override func prepareInterface(for savePasswordRequest: ASSavePasswordRequest) {}
  override func performWithoutUserInteraction(generatePasswordsRequest: ASGeneratePasswordsRequest) {}
  override func prepareInterface(for generatePasswordsRequest: ASGeneratePasswordsRequest) {}
}

/// A provider as it was written before iOS 17.
private final class OlderProvider: ASCredentialProviderViewController {
  override func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {}
  override func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity) {}
  override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {}
}

@Suite("The provider doctor")
@MainActor
struct ProviderDoctorTests {
  /// Apple's keys, each with the methods that a provider must override if it declares only that key.
  nonisolated static let needs: [(key: String, methods: [String])] = [
    (
      "ProvidesPasswords",
      ["provideCredentialWithoutUserInteraction(for:)", "prepareInterfaceToProvideCredential(for:)", "prepareCredentialList(for:)"]
    ),
    (
      "ProvidesPasskeys",
      [
        "provideCredentialWithoutUserInteraction(for:)", "prepareInterfaceToProvideCredential(for:)",
        "prepareCredentialList(for:requestParameters:)", "prepareInterface(forPasskeyRegistration:)",
      ]
    ),
    (
      "ProvidesOneTimeCodes",
      [
        "provideCredentialWithoutUserInteraction(for:)", "prepareInterfaceToProvideCredential(for:)",
        "prepareOneTimeCodeCredentialList(for:)",
      ]
    ),
    ("ProvidesTextToInsert", ["prepareInterfaceForUserChoosingTextToInsert()"]),
    ("SupportsConditionalPasskeyRegistration", ["performWithoutUserInteractionIfPossible(passkeyRegistration:)"]),
    ("ShowsConfigurationUI", ["prepareInterfaceForExtensionConfiguration()"]),
    (
      "SupportsCredentialUpdate",
      [
        "reportPublicKeyCredentialUpdate(forRelyingParty:userHandle:newName:)",
        "reportUnknownPublicKeyCredential(forRelyingParty:credentialID:)",
        "reportAllAcceptedPublicKeyCredentials(forRelyingParty:userHandle:acceptedCredentialIDs:)",
        "reportUnusedPasswordCredential(forDomain:userName:)",
      ]
    ),
    (
      "SupportsSavePasswordCredentials",
      ["performWithoutUserInteractionIfPossible(savePasswordRequest:)", "prepareInterface(for: ASSavePasswordRequest)"]
    ),
    ("SupportsGeneratePasswordCredentials", ["performWithoutUserInteraction(generatePasswordsRequest:)"]),
  ]

  @Test("names each method that a declared capability lacks", arguments: needs.indices)
  func missing(row: Int) {
    let (key, methods) = Self.needs[row]
    #expect(
      ProviderDoctor.findings(about: SilentProvider.self, declaring: [key]) == methods.map { "methodNotOverridden \($0)" })
  }

  @Test("names a method only once if several capabilities lack it")
  func missingOnce() {
    #expect(
      ProviderDoctor.findings(about: SilentProvider.self, declaring: ["ProvidesOneTimeCodes", "ProvidesPasswords"]) == [
        "methodNotOverridden provideCredentialWithoutUserInteraction(for:)",
        "methodNotOverridden prepareInterfaceToProvideCredential(for:)",
        "methodNotOverridden prepareCredentialList(for:)", "methodNotOverridden prepareOneTimeCodeCredentialList(for:)",
      ])
  }

  @Test("requires the interface for generated passwords unless it is declared false, but only together with generated passwords")
  func generatingInterface() {
    let interface = "SupportsGeneratePasswordCredentialsWithUI"
    #expect(
      ProviderDoctor.findings(about: SilentProvider.self, declaring: ["SupportsGeneratePasswordCredentials", interface]) == [
        "methodNotOverridden performWithoutUserInteraction(generatePasswordsRequest:)",
        "methodNotOverridden prepareInterface(for: ASGeneratePasswordsRequest)",
      ])
    #expect(ProviderDoctor.findings(about: SilentProvider.self, declaring: [interface]) == [])
  }

  @Test(
    "requires only the signals for the credential types that a provider declares", arguments: ["ProvidesPasskeys", "ProvidesPasswords"])
  func signals(kind: String) {
    let findings = ProviderDoctor.findings(about: SilentProvider.self, declaring: [kind, "SupportsCredentialUpdate"])
    #expect(findings.filter { $0.contains("report") }.count == (kind == "ProvidesPasskeys" ? 3 : 1))
  }

  @Test("finds nothing wrong with a provider that does what it declares, nor with the methods from before iOS 17")
  func healthy() {
    let everything = Set(Self.needs.map(\.key) + ["SupportsGeneratePasswordCredentialsWithUI"])
    #expect(ProviderDoctor.findings(about: ThoroughProvider.self, declaring: everything) == [])
    #expect(ProviderDoctor.findings(about: OlderProvider.self, declaring: ["ProvidesPasswords"]) == [])
    #expect(ProviderDoctor.findings(about: SilentProvider.self, declaring: []) == [])
  }

  @Test("names a capability that a provider has but does not declare", arguments: needs.indices)
  func undeclared(row: Int) {
    let everything = Set(Self.needs.map(\.key) + ["SupportsGeneratePasswordCredentialsWithUI"])
    let key = Self.needs[row].key
    #expect(
      ProviderDoctor.findings(about: ThoroughProvider.self, declaring: everything.subtracting([key])) == ["capabilityNotDeclared \(key)"])
  }

  @Test("names the interface for generated passwords if it exists but is not declared")
  func undeclaredInterface() {
    #expect(
      ProviderDoctor.findings(about: ThoroughProvider.self, declaring: Set(Self.needs.map(\.key))) == [
        "capabilityNotDeclared SupportsGeneratePasswordCredentialsWithUI"
      ])
  }

  @Test("finds code setup declared without its protocol, and the protocol without the declaration")
  func setUp() {
    #expect(
      ProviderDoctor.findings(about: SilentProvider.self, declaring: ["SetsUpVerificationCodes"]) == [
        "protocolMissing SetsUpVerificationCodes"
      ])
    #expect(
      ProviderDoctor.findings(about: ScriptedProvider.self, declaring: ["ProvidesOneTimeCodes"]) == [
        "capabilityNotDeclared ProvidesPasskeys", "capabilityNotDeclared SetsUpVerificationCodes",
      ])
  }
}
