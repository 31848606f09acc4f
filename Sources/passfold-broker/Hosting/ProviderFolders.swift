// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import LocalEndpoint

/// The folders that are searched for provider bundles: this installation's first, so that no other bundle takes the built-in provider's
/// name, the user's last.
enum ProviderFolders {
  /// Returns the folders in order; those that do not exist count as empty.
  static func all(installation: Installation, variable: (String) -> String? = environmentVariable) -> [ProviderFolder] {
    var folders = [ProviderFolder(path: installation.providerFolder, origin: .installation)]
    for path in ["/usr/local/lib/passfold/providers", "/usr/lib/passfold/providers"] where path != installation.providerFolder {
      folders.append(ProviderFolder(path: path, origin: .system))
    }
    if let data = dataFolder(variable: variable) { folders.append(ProviderFolder(path: data + "/passfold/providers", origin: .person)) }
    return folders
  }

  /// The user's data folder; nil without a home.
  static func dataFolder(variable: (String) -> String? = environmentVariable) -> String? {
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") { return data }
    if let home = variable("HOME"), home.hasPrefix("/") { return home + "/.local/share" }
    return nil
  }
}
