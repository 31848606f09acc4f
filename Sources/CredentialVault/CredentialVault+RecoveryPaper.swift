// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whether the user confirmed having written down the latest recovery key. It is shown once, and the user may leave before confirming.
extension CredentialVault {
  /// Whether a recovery key was, or may have been, created without confirmation that it is on paper.
  ///
  /// Earlier keys open nothing, so the user has no valid one.
  package var isRecoveryKeyMissed: Bool { access(folder.missedRecoveryKey, F_OK) == 0 }

  /// Notes a recovery key before it is created, so that an interruption does not lose track of it.
  /// - Returns: Whether this is the first note. The caller may then remove it if no key was created.
  /// - Throws: `storageFull` and the like.
  @discardableResult
  package func expectRecoveryKey() throws(CredentialVaultError) -> Bool {
    let isFirst = !isRecoveryKeyMissed
    try Self.noteRecoveryKey(in: folder)
    return isFirst
  }

  /// Removes the note: the recovery key is on paper, or none was created.
  package func recoveryKeyArrived() { VaultFile.remove(folder.missedRecoveryKey) }

  static func noteRecoveryKey(in folder: VaultFolder) throws(CredentialVaultError) {
    try VaultFile.replace(folder.missedRecoveryKey, with: [])
  }
}
