// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import CredentialModel
package import FoundationEssentials
import SecretMemory
import Synchronization

/// A part of the log of releases, newest first.
package struct ReleasePage: Hashable, Sendable {
  /// A release with its number. Numbers increase by one.
  package struct Entry: Hashable, Sendable {
    /// The release's number in this vault's log.
    package let number: UInt64
    /// The description of what left the vault.
    package let note: ReleaseNote
  }

  /// The releases.
  package let entries: [Entry]
  /// The total number of releases.
  package let total: Int
  /// The number of entries between the oldest and the newest that are missing or do not open: another program changed the file.
  package let missing: Int
}

/// The state of the log while the vault is unlocked.
struct ReleaseLog: Sendable {
  let sealing: ReleaseSealing
  var next: UInt64
  var count: Int
  /// Entries that could not be written to disk. They are retried with the next one.
  var unwritten: [[UInt8]] = []
}

extension CredentialVault {
  /// The time for which a release is kept: 90 days, in seconds.
  package static let releaseAge: TimeInterval = 90 * 86_400
  /// The maximum number of entries that wait for a disk that accepts no writes.
  private static let unwrittenLimit = 256

  /// Logs a release, before the released data is handed over.
  ///
  /// If the disk is full, the entry waits in memory: the user must still get their codes.
  /// - Throws: `locked`.
  package func remember(_ note: ReleaseNote) throws(CredentialVaultError) {
    var generator = environment.makeGenerator()
    try withReleaseLog { (log) throws(CredentialVaultError) in
      let content = FieldValue.encode(ReleaseNoteValue.encode(note)).copy()
      let entry: [UInt8]
      do {
        entry = try log.sealing.seal(content, number: log.next, using: &generator)
      } catch {
        throw CredentialVaultError(error)
      }
      log.next += 1
      log.unwritten.append(entry)
      do throws(CredentialVaultError) {
        try releaseFile.append(log.unwritten)
        log.count += log.unwritten.count
        log.unwritten = []
      } catch {
        log.unwritten = log.unwritten.suffix(Self.unwrittenLimit)
      }
      // Allows slightly more than the limit, so that only few appends rewrite the file.
      if log.count > environment.releaseLimit + environment.releaseLimit / 32 { forgetOldReleases(&log) }
    }
  }

  /// Returns the releases of the last 90 days, newest first.
  ///
  /// - Parameters:
  ///   - number: Limits the result to releases before this one.
  ///   - limit: The maximum number of entries returned.
  /// - Throws: `locked`.
  package func releases(before number: UInt64? = nil, limit: Int) throws(CredentialVaultError) -> ReleasePage {
    try withReleaseLog { (log) throws(CredentialVaultError) in
      let oldest = environment.now().addingTimeInterval(-Self.releaseAge)
      var entries: [ReleasePage.Entry] = []
      var (total, isOpen) = (0, [UInt64]())
      for sealed in (releaseFile.entries() + log.unwritten.map { $0[...] }).reversed() {
        guard let note = Self.note(in: sealed, log.sealing), note.date >= oldest else { continue }
        let own = ReleaseSealing.number(of: sealed)
        isOpen.append(own)
        total += 1
        if entries.count < limit, number.map({ own < $0 }) ?? true { entries.append(ReleasePage.Entry(number: own, note: note)) }
      }
      // Numbers are consecutive, so a missing one in between was removed or damaged.
      let span = isOpen.min().flatMap { first in isOpen.max().map { Int(clamping: $0 - first) + 1 } } ?? 0
      return ReleasePage(entries: entries, total: total, missing: max(0, span - Set(isOpen).count))
    }
  }

  /// Returns the number of stored entries that do not open.
  /// - Throws: `locked`.
  func damagedReleaseCount() throws(CredentialVaultError) -> Int {
    try withReleaseLog { (log) throws(CredentialVaultError) in releaseFile.entries().count { Self.note(in: $0, log.sealing) == nil } }
  }

  private var releaseFile: ReleaseFile { ReleaseFile(path: folder.releases) }

  private func withReleaseLog<Value: Sendable>(
    _ body: (inout ReleaseLog) throws(CredentialVaultError) -> Value
  ) throws(CredentialVaultError) -> Value {
    try releaseLog.withLock { (known) throws(CredentialVaultError) in
      // Checked under this lock, because locking the vault forgets the log after the root.
      guard let root = state.withLock({ $0.unlocked?.root }) else { throw CredentialVaultError(.locked) }
      var log = known ?? openReleaseLog(root)
      defer { known = log }
      return try body(&log)
    }
  }

  /// Forgets the log's key, after a last attempt to write waiting entries.
  func forgetReleaseLog() {
    releaseLog.withLock { log in
      if let unwritten = log?.unwritten, !unwritten.isEmpty { try? releaseFile.append(unwritten) }
      log = nil
    }
  }

  private func openReleaseLog(_ root: LocalRoot) -> ReleaseLog {
    let entries = releaseFile.entries()
    let sealing = ReleaseSealing(root: root, account: keyFile.account, device: keyFile.device)
    // The number in an entry that does not open is not trusted.
    let last = entries.lastIndex { Self.note(in: $0, sealing) != nil }
    let number = last.map { ReleaseSealing.number(of: entries[$0]) &+ UInt64(entries.count - 1 - $0) } ?? UInt64(entries.count)
    var log = ReleaseLog(sealing: sealing, next: number &+ 1, count: entries.count)
    forgetOldReleases(&log)
    return log
  }

  /// Removes entries older than 90 days and those above the limit. A file that cannot be rewritten stays as it is.
  private func forgetOldReleases(_ log: inout ReleaseLog) {
    let entries = releaseFile.entries()
    let oldest = environment.now().addingTimeInterval(-Self.releaseAge)
    let sealing = log.sealing
    // An entry that does not open stays, so that a check can report it, unless an expired entry follows it.
    let newest = entries.suffix(environment.releaseLimit)
    let old = newest.lastIndex { sealed in (Self.note(in: sealed, sealing)?.date ?? .distantFuture) < oldest }
    let kept = newest[(old.map { $0 + 1 } ?? newest.startIndex)...]
    guard kept.count < entries.count, (try? releaseFile.replace(with: kept)) != nil else { return }
    log.count = kept.count
  }

  private static func note(in sealed: ArraySlice<UInt8>, _ sealing: ReleaseSealing) -> ReleaseNote? {
    guard let content = try? sealing.open(sealed) else { return nil }
    return FieldValue.decode(SharedSecret(content)).flatMap(ReleaseNoteValue.decode)
  }
}
