// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Testing

@Suite("The provider doctor")
@MainActor
struct ProviderDoctorTests {
  @Test("finds nothing wrong with a provider that does what it declares")
  func healthy() {
    #expect(
      ProviderDoctor.findings(about: ScriptedProvider.self, declaring: ["ProvidesOneTimeCodes", "SetsUpVerificationCodes"]).allSatisfy {
        $0.hasPrefix("capabilityNotDeclared")
      })
  }

  @Test("names each method that a declared capability lacks, once")
  func missing() {
    #expect(
      ProviderDoctor.findings(about: SilentProvider.self, declaring: ["ProvidesOneTimeCodes", "ProvidesPasswords"]) == [
        "methodNotOverridden provideCredentialWithoutUserInteraction(for:)",
        "methodNotOverridden prepareInterfaceToProvideCredential(for:)",
        "methodNotOverridden prepareCredentialList(for:)", "methodNotOverridden prepareOneTimeCodeCredentialList(for:)",
      ])
    #expect(
      ProviderDoctor.findings(about: SilentProvider.self, declaring: ["SetsUpVerificationCodes"]) == [
        "protocolMissing SetsUpVerificationCodes"
      ])
  }

  @Test("names what a provider can do and does not declare")
  func undeclared() {
    #expect(
      ProviderDoctor.findings(about: ScriptedProvider.self, declaring: ["ProvidesOneTimeCodes"]) == [
        "capabilityNotDeclared ProvidesPasskeys"
      ])
  }
}
