// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The half of the provider doctor that looks at a bundle from outside; the other half runs in the provider's process.
package enum BundleInspection {
  /// What keeps a bundle from working as it declares, one code for each finding.
  package static func findings(about bundle: ProviderBundle) -> [String] {
    var findings: [String] = []
    if access(bundle.executable, X_OK) != 0 { findings.append("executableMissing") }
    // Who may write the program decides what it does with the person's passwords.
    for path in [bundle.folder, bundle.executable].compactMap({ $0 }) where isWritableByOthers(path) {
      findings.append("writableByOthers")
      break
    }
    if bundle.capabilities.declaredKeys.isEmpty { findings.append("nothingDeclared") }
    return findings
  }

  private static func isWritableByOthers(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & 0o022 != 0 || (status.st_uid != geteuid() && status.st_uid != 0)
  }
}
