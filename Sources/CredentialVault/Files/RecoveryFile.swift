// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials

/// The file next to the vault's folder that stores a recovery in progress, encrypted under its recovery key, until the vault exists.
///
/// Each recovery key has a separate file, so that an attempt with another key removes nothing.
package struct RecoveryFile: Sendable {
  private static let longest = 1 << 17

  private let path: String
  private let parent: String

  /// Names the file of one recovery key, next to the folder of the vault to be created.
  package init(beside vault: URL, of key: RecoveryKey) { self.init(beside: VaultFolder(vault), of: key.identifier) }

  /// Names the file of the recovery key with this member identifier.
  init(beside folder: VaultFolder, of key: DeviceIdentifier) {
    path = folder.path + ".recovery-" + key.text
    parent = folder.parent
  }

  /// Returns the stored bytes; nil if there are none.
  /// - Throws: `damaged` for a file longer than any written here, and system errors.
  package func read() throws(CredentialVaultError) -> [UInt8]? {
    do throws(CredentialVaultError) {
      return try VaultFile.read(path, limit: Self.longest)
    } catch  where error.code == .missing {
      return nil
    }
  }

  /// Stores the bytes; they are on disk when this returns.
  /// - Throws: `storageFull` and the like.
  package func keep(_ sealed: [UInt8]) throws(CredentialVaultError) {
    try VaultFolder.makeFolders(parent)
    try VaultFile.replace(path, with: sealed)
  }

  /// Removes the file, after the device has its vault.
  package func remove() { VaultFile.remove(path) }
}
