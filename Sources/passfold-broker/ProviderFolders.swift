// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalEndpoint

/// Where provider bundles are looked for: the person's own first, then this installation's.
enum ProviderFolders {
  /// The folders in order; those that do not exist hold nothing.
  static func all(installation: Installation, variable: (String) -> String? = environmentVariable) -> [String] {
    var folders: [String] = []
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      folders.append(data + "/passfold/providers")
    } else if let home = variable("HOME"), home.hasPrefix("/") {
      folders.append(home + "/.local/share/passfold/providers")
    }
    return folders + [installation.providerFolder]
  }
}
