// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
import LocalFiles

/// The location of the vault, as far as the command may know it: it checks whether a vault exists and reads nothing.
struct VaultFolder {
  /// `$XDG_DATA_HOME/passfold/vault`.
  let path: String

  init(variable: (String) -> String? = environmentVariable) {
    path = BaseDirectory.data.passfold("vault", variable: variable) ?? "/passfold/vault"
  }

  /// Whether a vault's files, or some of them, exist.
  var holdsVault: Bool { ["/vault.sqlite", "/vault.keys", "/vault.keys.next"].contains { access(path + $0, F_OK) == 0 } }

  /// The contents of the folder and its surroundings.
  var surroundings: VaultSurroundings { VaultSurroundings(of: path) }
}
