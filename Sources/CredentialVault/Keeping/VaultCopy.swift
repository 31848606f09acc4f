// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Crypto
package import FoundationEssentials
import Glibc
import SyncModel

/// A complete vault in one encrypted file: the format of snapshots and backups (docs/formats/vault.md, "Copies").
package struct VaultCopy: Hashable, Sendable {
  /// The reason for a copy.
  package enum Reason: UInt64, Hashable, Sendable {
    /// The daily copy.
    case daily = 0
    /// The user asked for it.
    case backup = 1
    /// The database was about to be upgraded for a newer version.
    case beforeMigration = 2
    /// Another copy was about to replace the vault.
    case beforeRestore = 3
    /// The vault was about to be repaired.
    case beforeRepair = 4
  }

  /// The path of its file.
  package let path: String
  /// The reason for it; nil for a reason of a newer version.
  package let reason: Reason?
  /// The time at which it was made.
  package let made: Date
  /// The number of its last transaction.
  package let transactionNumber: UInt64
  /// The number of its records, including those in the trash and damaged ones.
  package let recordCount: Int
  /// Its length in bytes.
  package let byteCount: Int

  let account: AccountIdentifier
  private let headByteCount: Int
  private let keyFileByteCount: Int
  private let databaseByteCount: Int

  private static let mark = Array("PFB1".utf8)
  private static let version: UInt64 = 1
  private static let longestHead = 4096
  private static let digestByteCount = SHA256.byteCount

  /// The file's name.
  package var name: String { String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]) }

  /// Reads a copy's header; ``verify()`` checks whether it is complete.
  /// - Throws: `notACopy`, `tooNew`, and system errors.
  package init(readingHeadOf path: String) throws(CredentialVaultError) {
    let beginning = try VaultFile.beginning(of: path, byteCount: 8 + Self.longestHead)
    var status = stat()
    guard lstat(path, &status) == 0 else { throw CredentialVaultError(errorNumber: errno) }
    try self.init(decoding: beginning, path: path, byteCount: Int(status.st_size))
  }

  /// Reads the beginning of a file of this length in bytes.
  /// - Throws: `notACopy`, `tooNew`.
  package init(decoding beginning: [UInt8], path: String, byteCount: Int) throws(CredentialVaultError) {
    let length = beginning.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard beginning.starts(with: Self.mark), length <= Self.longestHead, beginning.count >= 8 + length else {
      throw CredentialVaultError(.notACopy)
    }
    let limits = CBORLimits(maximumByteCount: Self.longestHead, maximumDepth: 2, maximumItemCount: 64)
    let head = Array(beginning[8..<8 + length])
    guard let value = try? CBORDecoder(profile: .rfc8949, limits: limits).decode(head), case .map(let map) = value,
      case .unsigned(let version)? = map[.unsigned(1)]
    else { throw CredentialVaultError(.notACopy) }
    guard version == Self.version else { throw CredentialVaultError(.tooNew) }
    guard CBOREncoder(profile: .deterministic).encode(value) == head, map.count == 8, case .bytes(let account)? = map[.unsigned(2)],
      let account = AccountIdentifier(account), case .unsigned(let made)? = map[.unsigned(3)],
      case .unsigned(let reason)? = map[.unsigned(4)],
      case .unsigned(let number)? = map[.unsigned(5)], case .unsigned(let records)? = map[.unsigned(6)],
      case .unsigned(let keyFile)? = map[.unsigned(7)], case .unsigned(let database)? = map[.unsigned(8)], keyFile < 1 << 20,
      database < 1 << 40, byteCount == 8 + length + Int(keyFile) + Int(database) + Self.digestByteCount
    else { throw CredentialVaultError(.notACopy) }
    self.path = path
    self.reason = Reason(rawValue: reason)
    self.made = RecordBody.date(made)
    transactionNumber = number
    recordCount = Int(clamping: records)
    self.byteCount = byteCount
    self.account = account
    headByteCount = 8 + length
    keyFileByteCount = Int(keyFile)
    databaseByteCount = Int(database)
  }

  /// Writes a copy to a new file that only its owner may read. Its content, but not its name, is durable when this returns.
  static func write(
    to path: String, keyFile: [UInt8], account: AccountIdentifier, databaseAt database: String, facts: VaultDatabase.CopyFacts,
    reason: Reason, made: Date, _ part: KeepingPart
  ) throws(CredentialVaultError) {
    var status = stat()
    guard stat(database, &status) == 0 else { throw CredentialVaultError(errorNumber: errno) }
    let map: CBORMap = [
      .unsigned(1): .unsigned(version), .unsigned(2): .bytes(account.bytes), .unsigned(3): .unsigned(RecordBody.milliseconds(made)),
      .unsigned(4): .unsigned(reason.rawValue), .unsigned(5): .unsigned(facts.transactionNumber),
      .unsigned(6): .unsigned(UInt64(facts.records)), .unsigned(7): .unsigned(UInt64(keyFile.count)),
      .unsigned(8): .unsigned(UInt64(status.st_size)),
    ]
    let head = CBOREncoder(profile: .deterministic).encode(.map(map))
    let length = withUnsafeBytes(of: UInt32(head.count).bigEndian) { Array($0) }
    var output = try FileBytes(creating: path)
    do {
      var input = try FileBytes(reading: database)
      defer { input.close() }
      try output.write(mark + length + head + keyFile)
      var written = 0
      while case let bytes = try input.read(), !bytes.isEmpty {
        try output.write(bytes)
        written += bytes.count
        try part.step(written)
      }
      try output.write(Array(output.digest))
      try output.synchronise()
      output.close()
    } catch {
      output.close()
      unlink(path)
      throw error
    }
  }

  /// Reads the complete file and compares it with the digest at its end.
  /// - Throws: `notACopy` for a file that was altered, and system errors.
  package func verify() throws(CredentialVaultError) { try verify(KeepingPart(of: KeepingWork(), .snapshots, total: byteCount)) }

  /// - Parameter progress: Receives the number of bytes read.
  func verify(_ progress: KeepingPart) throws(CredentialVaultError) {
    var input = try FileBytes(reading: path)
    defer { input.close() }
    var left = byteCount - Self.digestByteCount
    while left > 0 {
      let part = try input.read(atMost: left)
      guard !part.isEmpty else { throw CredentialVaultError(.notACopy) }
      left -= part.count
      try progress.step(byteCount - left)
    }
    let digest = Array(input.digest)
    guard try input.read(atMost: Self.digestByteCount) == digest else { throw CredentialVaultError(.notACopy) }
  }

  /// Reads the copy's key file.
  /// - Throws: `notACopy`, `damaged`, `tooNew`, `tampered`, and system errors.
  func keyFile() throws(CredentialVaultError) -> KeyFile {
    var input = try FileBytes(reading: path)
    defer { input.close() }
    guard keyFileByteCount <= KeyFile.longest, try input.read(atMost: headByteCount).count == headByteCount,
      case let bytes = try input.read(atMost: keyFileByteCount), bytes.count == keyFileByteCount
    else { throw CredentialVaultError(.notACopy) }
    return try KeyFile(decoding: bytes)
  }

  /// Writes the copy's key file and database to a folder.
  ///
  /// - Parameter progress: Receives the number of bytes read.
  func unpack(into folder: VaultFolder, _ progress: KeepingPart) throws(CredentialVaultError) {
    var input = try FileBytes(reading: path)
    defer { input.close() }
    _ = try input.read(atMost: headByteCount)
    var taken = headByteCount + Self.digestByteCount
    for (file, byteCount) in [(folder.keyFile, keyFileByteCount), (folder.database, databaseByteCount)] {
      var output = try FileBytes(creating: file)
      defer { output.close() }
      var left = byteCount
      while left > 0 {
        let part = try input.read(atMost: left)
        guard !part.isEmpty else { throw CredentialVaultError(.notACopy) }
        try output.write(part)
        left -= part.count
        taken += part.count
        try progress.step(taken)
      }
      try output.synchronise()
    }
    try VaultFile.synchronise(folder.path)
  }
}
