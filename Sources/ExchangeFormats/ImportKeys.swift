// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// The keys for an encrypted file.
package struct ImportKeys: Sendable {
  /// The passphrase in UTF-8; nil if none was given, which differs from an empty one.
  package var passphrase: SharedSecret?
  /// The bytes of the key file for a KeePass database.
  package var keyFile: SharedSecret?

  /// Creates a set of keys; without arguments, an empty one.
  package init(passphrase: SharedSecret? = nil, keyFile: SharedSecret? = nil) {
    self.passphrase = passphrase
    self.keyFile = keyFile
  }
}
