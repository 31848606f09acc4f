// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices

/// Compares a provider's declarations in its `Info.plist` with its class.
///
/// A request for a declared capability without its method fails in front of the user, so the doctor reports it when the provider starts.
@MainActor
package enum ProviderDoctor {
  private static let exchangeKey = "SupportsCredentialExchange"

  /// Returns the mismatches, one code for each: `methodNotOverridden METHOD`, `capabilityNotDeclared KEY` or `protocolMissing KEY`.
  ///
  /// - Parameter capabilities: The keys that are declared true, and those that default to true.
  package static func findings(
    about provider: ASCredentialProviderViewController.Type, declaring capabilities: Set<String>
  ) -> [String] {
    var findings: [String] = []
    let setsUpCodes = provider is any VerificationCodeSetupHandling.Type
    if capabilities.contains("SetsUpVerificationCodes"), !setsUpCodes { findings.append("protocolMissing SetsUpVerificationCodes") }
    if let overridden = OverriddenMethods.names(of: provider) {
      findings += missing(from: overridden, declaring: capabilities) + undeclared(in: overridden, declaring: capabilities)
    }
    let exchanges = provider is any CredentialExchangeHandling.Type
    if capabilities.contains(exchangeKey), !exchanges { findings.append("protocolMissing \(exchangeKey)") }
    if exchanges, !capabilities.contains(exchangeKey) { findings.append("capabilityNotDeclared \(exchangeKey)") }
    if setsUpCodes, !capabilities.contains("SetsUpVerificationCodes") { findings.append("capabilityNotDeclared SetsUpVerificationCodes") }
    return findings
  }

  private static func missing(from overridden: Set<String>, declaring capabilities: Set<String>) -> [String] {
    var missing: [String] = []
    for requirement in CapabilityRequirement.all where capabilities.contains(requirement.key) && requirement.applies(capabilities) {
      // Any of the spellings is enough; the newest is reported.
      for spellings in requirement.methods where overridden.isDisjoint(with: spellings) {
        if let newest = spellings.first, !missing.contains(newest) { missing.append(newest) }
      }
    }
    return missing.map { "methodNotOverridden \($0)" }
  }

  private static func undeclared(in overridden: Set<String>, declaring capabilities: Set<String>) -> [String] {
    let keys = CapabilityRequirement.all.filter { !capabilities.contains($0.key) && !overridden.isDisjoint(with: $0.signs) }.map(\.key)
    var named: Set<String> = []
    return keys.filter { named.insert($0).inserted }.map { "capabilityNotDeclared \($0)" }
  }
}
