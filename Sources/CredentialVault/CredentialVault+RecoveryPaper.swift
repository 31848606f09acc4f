// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import SyncModel

/// Whether the latest recovery key has reached its paper: it is shown once, and whoever is shown it may be gone by then.
extension CredentialVault {
  /// When a recovery key was made, or may have been, of which nobody has said that it is on paper; nil where there is none.
  ///
  /// A key that was made before opens nothing, so the person has none that counts.
  package var recoveryKeyMissed: Date? {
    guard let bytes = try? DurableFile.read(folder.missedRecoveryKey, limit: 8), bytes.count == 8 else { return nil }
    let milliseconds = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// Takes note of a recovery key before it is made, so that whatever happens to it then is not forgotten.
  /// - Returns: Whether none was noted before: then the note may be taken back where no key was made.
  /// - Throws: `storageFull` and the like.
  @discardableResult
  package func expectRecoveryKey() throws(CredentialVaultError) -> Bool {
    let isFirst = recoveryKeyMissed == nil
    try Self.noteRecoveryKey(in: folder, at: environment.now())
    return isFirst
  }

  /// The recovery key is on paper, or none was made.
  package func recoveryKeyArrived() { DurableFile.remove(folder.missedRecoveryKey) }

  static func noteRecoveryKey(in folder: VaultFolder, at now: Date) throws(CredentialVaultError) {
    let milliseconds = RecordBody.milliseconds(now)
    let bytes = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: milliseconds >> UInt64($0)) }
    try DurableFile.replace(folder.missedRecoveryKey, with: bytes, inFolder: folder.path)
  }
}
