// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
import Translations

/// The parts of an installation, and whether they are present.
package struct InstalledParts: Sendable {
  /// The prefix in which they were searched for.
  package var prefix: String
  /// The missing required parts, by name.
  package var missing: [String]
  /// The missing optional parts, by name.
  package var leftOut: [String]
  /// The prefix of another copy that comes first in the search path; nil if this copy comes first, or none is there.
  package var copyInPath: String?

  /// Describes parts.
  package init(prefix: String, missing: [String] = [], leftOut: [String] = [], copyInPath: String? = nil) {
    self.prefix = prefix
    self.missing = missing
    self.leftOut = leftOut
    self.copyInPath = copyInPath
  }

  /// Finds the parts of the running program's installation.
  init(of installation: Installation, variable: (String) -> String? = environmentVariable) {
    let vault = installation.providerFolder + "/Passfold.provider/"
    func present(_ path: String, _ kind: CInt = X_OK) -> Bool { access(path, kind) == 0 }
    let programs: [(name: String, path: String?)] = [
      ("passfold-broker", installation.broker), ("passfold-browser-host", installation.browserHost),
      ("passfold-fetch", installation.fetchProgram), ("passfold-qr", installation.qrProgram), ("passfold-sync", installation.syncProgram),
    ]
    missing = programs.filter { $0.path == nil }.map(\.name)
    missing += ["passfold-vault", "passfold-import", "passfold-export"].filter { !present(vault + $0) }
    if !present(vault + "Info.plist", R_OK) { missing.append("Passfold.provider/Info.plist") }
    leftOut = installation.windowProgram == nil ? ["passfold-window"] : []
    if BrowserRegistration.extensionFolder(of: installation) == nil { missing.append(translated("the browser extension")) }
    prefix = installation.prefix
    let found = Installation.foundBySearchPath(variable: variable).prefix
    copyInPath = found == installation.prefix ? nil : found
  }
}
