// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Glibc

/// `vault.keys.next`: the key file that replaces the current one once the log in the database is the one it belongs to.
extension KeyFile {
  /// Reads the key file, after completing an interrupted change of database and files. The log decides which of two key files is valid.
  static func settled(in folder: VaultFolder, log entries: () throws -> [[UInt8]]) throws -> KeyFile {
    let next: KeyFile
    do {
      next = try KeyFile(decoding: VaultFile.read(folder.nextKeyFile, limit: longest))
    } catch {
      // There is none, or the database never knew it: it is completely written before the database is.
      if error.code == .damaged { VaultFile.remove(folder.nextKeyFile) }
      return try read(from: folder)
    }
    let log = try MembershipLog(verifying: entries().map { try MembershipLogEntry(decoding: $0) })
    if next.belongs(to: log) {
      try adoptNext(in: folder)
      return next
    }
    VaultFile.remove(folder.nextKeyFile)
    return try read(from: folder)
  }

  /// Whether the log has the account, epoch and device of this key file.
  func belongs(to log: MembershipLog) -> Bool { account == log.account && epoch == log.epoch && log.publicKeys(of: device) != nil }

  /// Renames the next key file into place, durably.
  static func adoptNext(in folder: VaultFolder) throws(CredentialVaultError) {
    guard rename(folder.nextKeyFile, folder.keyFile) == 0 else { throw CredentialVaultError(errorNumber: errno) }
    try VaultFile.synchronise(folder.path)
  }
}
