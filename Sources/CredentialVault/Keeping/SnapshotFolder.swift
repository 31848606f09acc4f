// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import Glibc

/// The folder of complete copies next to the vault. A copy gets its name only when it is complete and durable.
struct SnapshotFolder: Sendable {
  /// The maximum number of copies kept for each reason; the oldest is removed.
  static let keptCounts: [VaultCopy.Reason: Int] = [.daily: 7, .backup: 1, .beforeMigration: 3, .beforeRestore: 5, .beforeRepair: 5]
  /// The file-name suffix of a copy.
  static let suffix = ".passfold"
  private static let draftPrefix = ".draft-"

  let vault: VaultFolder
  private var path: String { vault.snapshots }

  /// Returns the copies, newest first, and the names of files that look like copies but are not.
  func copies() -> (readable: [VaultCopy], damaged: [String]) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    var readable: [VaultCopy] = []
    var damaged: [String] = []
    for name in names.sorted() where name.hasSuffix(Self.suffix) && !name.hasPrefix(".") {
      if let copy = try? VaultCopy(readingHeadOf: path + "/" + name) { readable.append(copy) } else { damaged.append(name) }
    }
    return (readable.sorted { ($0.made, $0.name) > ($1.made, $1.name) }, damaged)
  }

  /// Returns the copy with a file name.
  /// - Throws: `noSuchSnapshot`, and as ``VaultCopy/init(readingHeadOf:)``.
  func copy(named name: String) throws(CredentialVaultError) -> VaultCopy {
    guard !name.isEmpty, !name.contains("/"), name != ".." else { throw CredentialVaultError(.noSuchSnapshot) }
    do {
      return try VaultCopy(readingHeadOf: path + "/" + name)
    } catch  where error.code == .missing {
      throw CredentialVaultError(.noSuchSnapshot)
    }
  }

  /// Copies the vault in its current state, even while it is in use.
  /// - Throws: `damaged` if it cannot be read throughout, `canceled`, and storage errors.
  func add(
    _ reason: VaultCopy.Reason, at now: Date, storageLimit: Int, _ work: KeepingWork = KeepingWork()
  ) throws(CredentialVaultError) -> VaultCopy {
    try vault.makeSnapshotFolder()
    removeDrafts()
    // A change of keys may happen while the database is copied, or may have been interrupted. The copied log shows which file belongs to
    // it.
    var keyFiles = Self.keyFiles(of: vault)
    let draft = path + "/" + Self.draftPrefix + "copy"
    let database = path + "/" + Self.draftPrefix + "database"
    defer { removeDrafts() }
    // The data is written twice: as a database, and then in one file with everything that belongs to it.
    let byteCount = ["", "-wal"].reduce(0) { $0 + VaultDatabase.byteCount(ofFileAt: vault.database + $1) }
    do {
      let facts = try VaultDatabase.copy(
        databaseAt: vault.database, to: database, storageLimit: storageLimit,
        KeepingPart(of: work, .copying, share: byteCount, total: 2 * byteCount))
      keyFiles += Self.keyFiles(of: vault)
      let read = facts.entries.compactMap { try? MembershipLogEntry(decoding: $0) }
      let log = try? MembershipLog(verifying: read)
      let fitting = log.flatMap { log in keyFiles.first { $0.belongs(to: log) } } ?? keyFiles.first
      let keys = try fitting ?? KeyFile.read(from: vault)
      try VaultCopy.write(
        to: draft, keyFile: keys.encoded, account: keys.account, databaseAt: database, facts: facts, reason: reason, made: now,
        KeepingPart(of: work, .copying, after: byteCount, total: 2 * byteCount))
    } catch {
      throw CredentialVaultError(error)
    }
    let place = freePlace(reason, now)
    try work.step(.copying, 2 * byteCount, of: 2 * byteCount)
    guard rename(draft, place) == 0 else { throw CredentialVaultError(errorNumber: errno) }
    try VaultFile.synchronise(path)
    let copy = try VaultCopy(readingHeadOf: place)
    forgetOld(than: copy)
    return copy
  }

  private static func keyFiles(of vault: VaultFolder) -> [KeyFile] {
    [vault.keyFile, vault.nextKeyFile].compactMap { try? KeyFile(decoding: VaultFile.read($0, limit: KeyFile.longest)) }
  }

  private func freePlace(_ reason: VaultCopy.Reason, _ now: Date) -> String {
    let word =
      switch reason {
      case .daily: "daily"
      case .backup: "backup"
      case .beforeMigration: "before-update"
      case .beforeRestore: "before-restore"
      case .beforeRepair: "before-repair"
      }
    let time = now.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
    let stem = "\(path)/\(time)-\(word)"
    var place = stem + Self.suffix
    var number = 2
    while access(place, F_OK) == 0 {
      place = "\(stem)-\(number)\(Self.suffix)"
      number += 1
    }
    return place
  }

  /// Removes surplus copies with the reason of the newest one; another copy from the same moment does not displace it. Copies of another
  /// account stay, since they are all that remains of a vault that is gone.
  private func forgetOld(than newest: VaultCopy) {
    let limit = newest.reason.flatMap { Self.keptCounts[$0] } ?? 1
    let alike = copies().readable.filter { $0.reason == newest.reason && $0.account == newest.account && $0.path != newest.path }
    for copy in alike.dropFirst(limit - 1) { unlink(copy.path) }
  }

  private func removeDrafts() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] where name.hasPrefix(Self.draftPrefix) {
      unlink(path + "/" + name)
    }
  }
}
