// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The part of the provider doctor that examines a bundle from outside; the other part runs in the provider's process.
package enum BundleInspection {
  /// Returns one code for each problem that keeps a bundle from working as declared.
  package static func findings(about bundle: ProviderBundle) -> [String] {
    if let complaint = bundle.complaint { return [complaint] }
    var findings: [String] = []
    if bundle.folder != nil, let finding = principalClassFinding(of: bundle) { findings.append(finding) }
    if access(bundle.executable, X_OK) != 0 {
      findings.append("executableMissing")
    } else if isBuiltForApple(bundle.executable) {
      findings.append("executableForeign")
    }
    if files(of: bundle).contains(where: { isWritable($0, by: 0o022) }) { findings.append("writableByOthers") }
    let capabilities = bundle.capabilities
    if capabilities.credentialExchange, !capabilities.exchangesCredentials { findings.append("exchangeVersionMissing") }
    if !capabilities.credentialExchange, !capabilities.credentialExchangeVersions.isEmpty {
      findings.append("capabilityNotDeclared SupportsCredentialExchange")
    }
    if bundle.capabilities.declaredKeys.isEmpty { findings.append("nothingDeclared") }
    return findings + (bundle.folder.map { EntitlementInspection.findings(in: $0, of: bundle.needs) } ?? [])
  }

  /// Returns a problem with the name of the principal class; only the provider's own process knows whether the class exists.
  private static func principalClassFinding(of bundle: ProviderBundle) -> String? {
    guard let name = bundle.principalClass, !name.isEmpty else {
      return bundle.storyboard.map { "storyboardAlone \(DisplayText.line($0))" } ?? "principalClassMissing"
    }
    guard name.contains("$(") || name.contains("${") else { return nil }
    // The compiler derives a module's name from a program's by the same rule.
    let program = bundle.executable.split(separator: "/").last ?? ""
    let module = String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    let expanded = ["$(PRODUCT_MODULE_NAME)", "${PRODUCT_MODULE_NAME}"].reduce(name) { $0.replacing($1, with: module) }
    return "principalClassUnexpanded \(DisplayText.line(name)) \(DisplayText.line(expanded))"
  }

  /// Whether a file begins like a program for Apple's systems (Mach-O, for one or several processors).
  private static func isBuiltForApple(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    var magic: UInt32 = 0
    guard withUnsafeMutableBytes(of: &magic, { read(file, $0.baseAddress, 4) }) == 4 else { return false }
    return [0xFEED_FACE, 0xFEED_FACF, 0xCAFE_BABE].contains(magic) || [0xFEED_FACE, 0xFEED_FACF, 0xCAFE_BABE].contains(magic.byteSwapped)
  }

  /// Whether anyone except this user and the administrator could replace a bundle's program.
  ///
  /// Files of a group often belong to the user's own group, so only the doctor reports those.
  package static func isOpenToEverybody(_ bundle: ProviderBundle) -> Bool {
    files(of: bundle).contains { isWritable($0, by: 0o002) }
  }

  /// Returns the files that decide what the provider does with the user's passwords.
  private static func files(of bundle: ProviderBundle) -> [String] {
    (bundle.folder.map { [$0, $0 + "/Info.plist"] } ?? []) + [bundle.executable]
  }

  private static func isWritable(_ path: String, by others: mode_t) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & others != 0 || (status.st_uid != geteuid() && status.st_uid != 0)
  }
}
