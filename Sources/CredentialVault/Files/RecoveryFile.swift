// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials

/// The file beside the vault's folder that keeps a recovery under way, sealed under its recovery key, until the vault is there.
///
/// Each recovery key has a file of its own, so that a try with another one takes nothing away.
package struct RecoveryFile: Sendable {
  private static let longest = 1 << 17

  private let path: String
  private let parent: String

  /// Names the file of one recovery key beside the folder of the vault that is to be made.
  package init(beside vault: URL, of key: RecoveryKey) {
    let folder = VaultFolder(vault)
    path = folder.path + ".recovery-" + key.identifier.text
    parent = folder.parent
  }

  /// What was kept; nil where nothing was.
  /// - Throws: `damaged` for a longer file than any that is written here, and what the system refused.
  package func read() throws(CredentialVaultError) -> [UInt8]? {
    do throws(CredentialVaultError) {
      return try DurableFile.read(path, limit: Self.longest)
    } catch  where error.code == .missing {
      return nil
    }
  }

  /// Keeps it; it is on the disk when this returns.
  /// - Throws: `storageFull` and the like.
  package func keep(_ sealed: [UInt8]) throws(CredentialVaultError) {
    try VaultFolder.makeFolders(parent)
    try DurableFile.replace(path, with: sealed, inFolder: parent)
  }

  /// Forgets it, since the device has its vault.
  package func remove() { DurableFile.remove(path) }
}
