// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography

/// The idle time that the user chose for the vault. The session closes the vault by it.
extension CredentialVault {
  /// The range of idle times, in seconds.
  package static let possibleIdleTimes = IdleTime.possible

  /// The chosen idle time of an unlocked vault in seconds; nil if none was chosen, or not with the vault's keys.
  package var idleTime: Int? {
    guard let root = try? openRoot(), let file = try? VaultFile.read(folder.idleTime, limit: IdleTime.byteCount) else { return nil }
    return IdleTime(decoding: file, under: root)?.seconds
  }

  /// Stores the idle time of an unlocked vault, in seconds.
  /// - Throws: `locked`, `storageFull` and the like; the previous time is kept in that case.
  package func keepIdleTime(_ seconds: Int) throws(CredentialVaultError) {
    guard let time = IdleTime(seconds: seconds, under: try openRoot()) else { return }
    try VaultFile.replace(folder.idleTime, with: time.bytes)
  }
}
