// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// What opens a sealed file.
package struct ImportKeys: Sendable {
  /// The passphrase in UTF-8; nil where none was given, which is not the same as an empty one.
  package var passphrase: SharedSecret?
  /// The bytes of the key file that goes with a KeePass database.
  package var keyFile: SharedSecret?

  /// Gathers keys; without arguments, none.
  package init(passphrase: SharedSecret? = nil, keyFile: SharedSecret? = nil) {
    self.passphrase = passphrase
    self.keyFile = keyFile
  }
}
