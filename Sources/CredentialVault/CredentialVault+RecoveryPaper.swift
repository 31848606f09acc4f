// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whether the latest recovery key has reached its paper: it is shown once, and whoever is shown it may be gone by then.
extension CredentialVault {
  /// Whether a recovery key was made, or may have been, of which nobody has said that it is on paper.
  ///
  /// A key that was made before opens nothing, so the person has none that counts.
  package var isRecoveryKeyMissed: Bool { access(folder.missedRecoveryKey, F_OK) == 0 }

  /// Takes note of a recovery key before it is made, so that whatever happens to it then is not forgotten.
  /// - Returns: Whether none was noted before: then the note may be taken back where no key was made.
  /// - Throws: `storageFull` and the like.
  @discardableResult
  package func expectRecoveryKey() throws(CredentialVaultError) -> Bool {
    let isFirst = !isRecoveryKeyMissed
    try Self.noteRecoveryKey(in: folder)
    return isFirst
  }

  /// The recovery key is on paper, or none was made.
  package func recoveryKeyArrived() { DurableFile.remove(folder.missedRecoveryKey) }

  static func noteRecoveryKey(in folder: VaultFolder) throws(CredentialVaultError) {
    try DurableFile.replace(folder.missedRecoveryKey, with: [], inFolder: folder.path)
  }
}
