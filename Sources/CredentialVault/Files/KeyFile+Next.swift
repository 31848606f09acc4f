// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Glibc

/// `vault.keys.next`: the key file that takes the present one's place once the log in the database has become the one that it belongs to.
extension KeyFile {
  /// Reads the key file, and first ends what was interrupted between database and files: the log decides which of two key files holds.
  static func settled(in folder: VaultFolder, log entries: () throws -> [[UInt8]]) throws -> KeyFile {
    let next: KeyFile
    do {
      next = try KeyFile(decoding: DurableFile.read(folder.nextKeyFile, limit: longest))
    } catch {
      // None, or one of which the database never heard: it is written whole before the database is.
      if error.code == .damaged { DurableFile.remove(folder.nextKeyFile) }
      return try read(from: folder)
    }
    let log = try MembershipLog(verifying: entries().map { try MembershipLogEntry(decoding: $0) })
    if next.belongs(to: log) {
      try adoptNext(in: folder)
      return next
    }
    DurableFile.remove(folder.nextKeyFile)
    return try read(from: folder)
  }

  /// Whether the log's account, epoch and devices are those of this key file.
  func belongs(to log: MembershipLog) -> Bool { account == log.account && epoch == log.epoch && log.publicKeys(of: device) != nil }

  /// Gives the next key file its name, durably.
  static func adoptNext(in folder: VaultFolder) throws(CredentialVaultError) {
    guard rename(folder.nextKeyFile, folder.keyFile) == 0 else { throw CredentialVaultError(errorNumber: errno) }
    try DurableFile.synchronise(folder.path)
  }
}
