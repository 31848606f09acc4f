// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The half of the provider doctor that looks at a bundle from outside; the other half runs in the provider's process.
package enum BundleInspection {
  /// What keeps a bundle from working as it declares, one code for each finding.
  package static func findings(about bundle: ProviderBundle) -> [String] {
    if let complaint = bundle.complaint { return [complaint] }
    var findings: [String] = []
    if bundle.folder != nil, let finding = principalClassFinding(bundle.principalClass) { findings.append(finding) }
    if access(bundle.executable, X_OK) != 0 { findings.append("executableMissing") }
    if files(of: bundle).contains(where: { isWritable($0, by: 0o022) }) { findings.append("writableByOthers") }
    let capabilities = bundle.capabilities
    if capabilities.credentialExchange, !capabilities.exchangesCredentials { findings.append("exchangeVersionMissing") }
    if !capabilities.credentialExchange, !capabilities.credentialExchangeVersions.isEmpty {
      findings.append("capabilityNotDeclared SupportsCredentialExchange")
    }
    if bundle.capabilities.declaredKeys.isEmpty { findings.append("nothingDeclared") }
    return findings
  }

  /// Whether a principal class is named and can be the name of one; only the provider's own process knows whether there is such a class.
  private static func principalClassFinding(_ name: String?) -> String? {
    guard let name, !name.isEmpty else { return "principalClassMissing" }
    return name.contains("$(") ? "principalClassUnexpanded \(name)" : nil
  }

  /// Whether somebody who is neither this person nor the administrator could put another program in the place of a bundle's.
  ///
  /// Files of a group are often those of the person's own group, so the doctor alone speaks of them.
  package static func isOpenToEverybody(_ bundle: ProviderBundle) -> Bool {
    files(of: bundle).contains { isWritable($0, by: 0o002) }
  }

  /// Whoever may write these decides what the provider does with the person's passwords.
  private static func files(of bundle: ProviderBundle) -> [String] {
    (bundle.folder.map { [$0, $0 + "/Info.plist"] } ?? []) + [bundle.executable]
  }

  private static func isWritable(_ path: String, by others: mode_t) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & others != 0 || (status.st_uid != geteuid() && status.st_uid != 0)
  }
}
