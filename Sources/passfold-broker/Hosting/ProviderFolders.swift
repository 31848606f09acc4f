// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import LocalEndpoint
import LocalFiles

/// The folders that are searched for provider bundles: this installation's first, so that no other bundle takes the built-in provider's
/// name, the user's last.
enum ProviderFolders {
  /// Returns the folders in order; those that do not exist count as empty.
  static func all(installation: Installation, variable: (String) -> String? = environmentVariable) -> [ProviderFolder] {
    var folders = [ProviderFolder(path: installation.providerFolder, origin: .installation)]
    for path in ["/usr/local/lib/passfold/providers", "/usr/lib/passfold/providers"] where path != installation.providerFolder {
      folders.append(ProviderFolder(path: path, origin: .system))
    }
    if let path = BaseDirectory.data.passfold("providers", variable: variable) {
      folders.append(ProviderFolder(path: path, origin: .person))
    }
    return folders
  }
}
