// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices

/// Holds what a provider declares in its `Info.plist` against what its class does.
///
/// A declared capability without its method is a request that fails in front of a person; the doctor says so when the provider starts.
@MainActor
package enum ProviderDoctor {
  /// What does not fit, one code for each finding: `methodNotOverridden METHOD`, `capabilityNotDeclared KEY` or `protocolMissing KEY`.
  ///
  /// - Parameter capabilities: The keys that are declared true.
  package static func findings(
    about provider: ASCredentialProviderViewController.Type, declaring capabilities: Set<String>
  ) -> [String] {
    var findings: [String] = []
    if capabilities.contains("SetsUpVerificationCodes"), !(provider is any VerificationCodeSetupHandling.Type) {
      findings.append("protocolMissing SetsUpVerificationCodes")
    }
    guard let overridden = OverriddenMethods.names(of: provider) else { return findings }
    var missing: Set<String> = []
    for (key, alternatives) in requirements where capabilities.contains(key) {
      // Any of the spellings will do; the newest is the one to name.
      for methods in alternatives where overridden.isDisjoint(with: methods) {
        if let newest = methods.first, missing.insert(newest).inserted { findings.append("methodNotOverridden \(newest)") }
      }
    }
    for (key, method) in signs where overridden.contains(method) && !capabilities.contains(key) {
      findings.append("capabilityNotDeclared \(key)")
    }
    return findings
  }

  private static let provide = "provideCredentialWithoutUserInteraction(for:)"
  private static let prepare = "prepareInterfaceToProvideCredential(for:)"
  /// The form before iOS 17, which still serves for passwords.
  private static let older = "(for: ASPasswordCredentialIdentity)"

  /// What each capability needs: of each list one method.
  private static let requirements: [(key: String, methods: [[String]])] = [
    (
      "ProvidesPasswords",
      [
        [provide, "provideCredentialWithoutUserInteraction" + older], [prepare, "prepareInterfaceToProvideCredential" + older],
        ["prepareCredentialList(for:)"],
      ]
    ),
    (
      "ProvidesPasskeys",
      [
        [provide], [prepare], ["prepareCredentialList(for:requestParameters:)"], ["prepareInterface(forPasskeyRegistration:)"],
      ]
    ),
    ("ProvidesOneTimeCodes", [[provide], [prepare], ["prepareOneTimeCodeCredentialList(for:)"]]),
  ]

  /// The method by which a capability is known that is not declared.
  private static let signs: [(key: String, method: String)] = [
    ("ProvidesPasskeys", "prepareInterface(forPasskeyRegistration:)"),
    ("ProvidesOneTimeCodes", "prepareOneTimeCodeCredentialList(for:)"),
  ]
}
