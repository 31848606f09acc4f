// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography

/// After how much time without use the person wants the vault to close; the session closes it.
extension CredentialVault {
  /// The seconds that may be chosen.
  package static let possibleIdleTimes = IdleTime.possible

  /// The seconds that were chosen for an unlocked vault; nil where none were, by whoever has its keys.
  package var idleTime: Int? {
    guard let root = try? openRoot(), let file = try? DurableFile.read(folder.idleTime, limit: IdleTime.byteCount) else { return nil }
    return IdleTime(decoding: file, under: root)?.seconds
  }

  /// Keeps another time for an unlocked vault.
  /// - Throws: `locked`, `storageFull` and the like; the former time is kept then.
  package func keepIdleTime(_ seconds: Int) throws(CredentialVaultError) {
    guard let time = IdleTime(seconds: seconds, under: try openRoot()) else { return }
    try DurableFile.replace(folder.idleTime, with: time.bytes, inFolder: folder.path)
  }
}
