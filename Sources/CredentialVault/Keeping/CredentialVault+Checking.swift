// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
package import FoundationEssentials
import Synchronization

extension CredentialVault {
  /// Examines all files of the vault and changes nothing. If the vault is unlocked, opens every record.
  ///
  /// - Parameter work: Receives the progress. A cancelled check ends early, and its result is then meaningless.
  package func check(_ work: KeepingWork = KeepingWork()) -> VaultCheck {
    var examination = VaultExamination(folder, at: environment.now(), work)
    do {
      guard let unlocked = state.withLock({ $0.unlocked }) else {
        if state.withLock({ $0.areKeysDamaged }) { examination.add(.file, "vault.keys", .damaged) }
        try examination.examine(judge: nil)
        return examination.check(isComplete: false)
      }
      examineFiles(unlocked, &examination)
      try examineRecords(unlocked, &examination, work)
      return examination.check(isComplete: true)
    } catch {
      return examination.check(isComplete: false)
    }
  }

  /// Examines the files next to the database, which need keys.
  private func examineFiles(_ unlocked: Unlocked, _ examination: inout VaultExamination) {
    examineIndex(unlocked, &examination)
    for place in RevisionWitness.damagedPlaces(of: folder, root: unlocked.root, keyFile: keyFile) {
      examination.add(.file, place == folder.witness ? "witness.sealed" : "snapshots/witness.sealed", .damaged)
    }
    if state.withLock({ $0.isWitnessOutdated }) { examination.add(.file, "witness.sealed", .outdated) }
    if let file = try? VaultFile.read(folder.reports, limit: KeptReports.fileByteLimit) {
      let kept = KeptReports(decoding: file)
      if kept == nil || (try? keptReports().count) != kept?.sealed.count { examination.add(.file, "reports.sealed", .damaged) }
    }
    let isGapped = (try? releases(limit: 1).missing > 0) ?? false
    if isGapped || (try? damagedReleaseCount()) ?? 0 > 0 { examination.add(.file, "releases.sealed", .damaged) }
  }

  private func examineRecords(
    _ unlocked: Unlocked, _ examination: inout VaultExamination, _ work: KeepingWork
  ) throws(CredentialVaultError) {
    var attachments = AttachmentExamination(KeepingPart(of: work, .attachments, total: database.blobByteCount()))
    var met = SeenRecords(unlocked.index, and: unlocked.setBack.keys)
    try examination.examine { [self] row throws(CredentialVaultError) in
      guard let id = RecordIdentifier(bytes: row.name.bytes) else { return VaultExamination.Verdict(problem: .damaged, title: nil) }
      met.meet(id)
      do throws(CredentialVaultError) {
        let found = try openBody(row, with: unlocked.epochKey)
        let isErased = try found.body.indexEntry(id) == .erased
        let least = max(unlocked.index.revision(of: id), unlocked.setBack[id] ?? 0)
        // Other devices' clocks may be ahead of this one's.
        let facts = try? RecordEnvelope(body: row.body, wrap: row.wrap).facts
        let clock = facts.flatMap { $0.author == keyFile.device ? $0.clock : nil }
        if found.revision < least {
          attachments.passOver()
          return VaultExamination.Verdict(problem: .outdated, title: unlocked.index.title(of: id), clock: clock)
        }
        try attachments.examine(found.body, of: id, title: { unlocked.index.title(of: id) }, in: database) {
          (try? database.record(row.name))?.body == row.body
        }
        return VaultExamination.Verdict(problem: nil, title: nil, clock: clock, isErased: isErased)
      } catch {
        if error.code == .canceled { throw error }
        attachments.passOver()
        return VaultExamination.Verdict(problem: error.code == .recordTooNew ? .tooNew : .damaged, title: unlocked.index.title(of: id))
      }
    }
    guard examination.isDatabaseRead else { return }
    examination.add(attachments.findings)
    for id in met.missing {
      examination.add(.record, id.description, title: unlocked.index.title(of: id), .missing)
      attachments.passOver()
    }
    let orphans = attachments.orphans(among: examination.blobs).intersection((try? database.blobNames()) ?? [])
    if !orphans.isEmpty { examination.add(.orphans, String(orphans.count), .unused) }
    if examination.isDatabaseDamaged {
      let named = examination.named
      // Read in the same way as in normal use: a record that cannot be found that way is useless to the user.
      for id in met.found where !named.contains(id.description) {
        try work.begin(.database)
        if unlocked.index[id] != .erased, (try? stored(id, unlocked).body.record(id)) == nil {
          examination.add(.record, id.description, title: unlocked.index.title(of: id), .damaged)
        }
      }
    }
  }

  /// Reports an invalid index or journal that was not rebuilt yet; using the vault rebuilds it.
  private func examineIndex(_ unlocked: Unlocked, _ examination: inout VaultExamination) {
    guard let index = try? SealedIndexFile(reading: folder.index) else { return }
    guard let (header, written) = index.claims, index.isWhole(under: unlocked.root) else {
      return examination.add(.file, "index.sealed", .damaged)
    }
    guard let journal = unlocked.journal else { return }
    var found = IndexJournal(
      path: folder.indexJournal, header: header, sealing: IndexJournalSealing(root: unlocked.root, header: header), transaction: written)
    _ = found.read()
    if found.transaction < journal.transaction { examination.add(.file, "index.journal", .damaged) }
  }

  /// Examines the files of a vault that cannot be opened. No other process may have it open.
  ///
  /// - Parameter work: As for ``check(_:)``.
  /// - Throws: `missing`, `unsafeLocation`, `inUse`, `canceled`.
  package static func check(at url: URL, _ work: KeepingWork = KeepingWork()) throws(CredentialVaultError) -> VaultCheck {
    let folder = VaultFolder(url)
    guard try folder.isTaken() else { throw CredentialVaultError(.missing) }
    let lock = try VaultLock(at: folder.lock)
    defer { withExtendedLifetime(lock) {} }
    var examination = VaultExamination(folder, at: Date(), work)
    try examination.examine(judge: nil)
    return examination.check(isComplete: false)
  }
}
