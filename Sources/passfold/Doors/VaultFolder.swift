// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint

/// Where the vault is kept, as far as the command may know: it looks whether there is one and reads nothing.
struct VaultFolder {
  /// `$XDG_DATA_HOME/passfold/vault`.
  let path: String

  init(variable: (String) -> String? = environmentVariable) {
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      path = data + "/passfold/vault"
    } else {
      path = (variable("HOME") ?? "") + "/.local/share/passfold/vault"
    }
  }

  /// Whether a vault's files are there, or some of them.
  var holdsVault: Bool { ["/vault.sqlite", "/vault.keys", "/vault.keys.next"].contains { access(path + $0, F_OK) == 0 } }

  /// What lies in and beside it.
  var surroundings: VaultSurroundings { VaultSurroundings(of: path) }
}
