// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
package import FoundationEssentials
import Synchronization

extension CredentialVault {
  /// Looks through all files of the vault; changes nothing. Of an unlocked vault every record is opened.
  package func check() -> VaultCheck {
    var examination = VaultExamination(folder, at: environment.now())
    guard let unlocked = state.withLock({ $0.unlocked }) else {
      if state.withLock({ $0.areKeysDamaged }) { examination.add(.file, "vault.keys", .damaged) }
      examination.examine(judge: nil)
      return examination.check(isComplete: false)
    }
    examineIndex(unlocked, &examination)
    for place in RevisionWitness.damagedPlaces(of: folder, root: unlocked.root, keyFile: keyFile) {
      examination.add(.file, place == folder.witness ? "witness.sealed" : "snapshots/witness.sealed", .damaged)
    }
    if let file = try? DurableFile.read(folder.reports, limit: KeptReports.fileByteLimit) {
      let kept = KeptReports(decoding: file)
      if kept == nil || (try? keptReports().count) != kept?.sealed.count { examination.add(.file, "reports.sealed", .damaged) }
    }
    let isGapped = (try? releases(limit: 1).missing > 0) ?? false
    if isGapped || (try? damagedReleaseCount()) ?? 0 > 0 { examination.add(.file, "releases.sealed", .damaged) }
    var attachments = AttachmentExamination()
    examination.examine { [self] row in
      guard let id = RecordIdentifier(bytes: row.name.bytes) else { return VaultExamination.Verdict(problem: .damaged, title: nil) }
      let title = unlocked.index.title(of: id)
      do throws(CredentialVaultError) {
        let found = try openBody(row, with: unlocked.epochKey)
        _ = try found.body.indexEntry(id)
        let least = max(unlocked.index.revision(of: id), unlocked.setBack[id] ?? 0)
        let clock = try? RecordEnvelope(body: row.body, wrap: row.wrap).facts.clock
        if found.revision < least {
          attachments.passOver()
        } else {
          try attachments.examine(found.body, of: id, title: title, in: database) {
            (try? database.record(row.name))?.body == row.body
          }
        }
        return VaultExamination.Verdict(problem: found.revision < least ? .outdated : nil, title: title, clock: clock)
      } catch {
        attachments.passOver()
        return VaultExamination.Verdict(problem: error.code == .recordTooNew ? .tooNew : .damaged, title: title)
      }
    }
    guard examination.isDatabaseRead else { return examination.check(isComplete: true) }
    examination.add(attachments.findings)
    var known = Set(unlocked.setBack.keys)
    unlocked.index.forEachRevision { id, _ in if let id = RecordIdentifier(bytes: id) { known.insert(id) } }
    for id in known.subtracting(examination.names).sorted() {
      let title = unlocked.index.title(of: id)
      examination.add(.record, id.description, title: title, .missing)
      attachments.passOver()
    }
    let orphans = attachments.orphans(among: examination.blobs).intersection((try? database.blobNames()) ?? [])
    if !orphans.isEmpty { examination.add(.orphans, String(orphans.count), .unused) }
    if examination.isDatabaseDamaged {
      // Read as it is read in use: what cannot be found there is of no use to a person.
      for id in known.intersection(examination.names).sorted() where !examination.names(id) {
        if unlocked.index[id] != .erased, (try? stored(id, unlocked).body.record(id)) == nil {
          examination.add(.record, id.description, title: unlocked.index.title(of: id), .damaged)
        }
      }
    }
    return examination.check(isComplete: true)
  }

  /// Index and journal are made anew where they do not hold; a check says so where that has not happened yet.
  private func examineIndex(_ unlocked: Unlocked, _ examination: inout VaultExamination) {
    guard let sealed = try? DurableFile.read(folder.index, limit: 1 << 28) else { return }
    guard let header = SealedIndex.header(of: sealed), let written = SealedIndex.transaction(of: sealed),
      (try? SealedIndex.open(sealed, root: unlocked.root)) != nil
    else { return examination.add(.file, "index.sealed", .damaged) }
    guard let journal = unlocked.journal else { return }
    var found = IndexJournal(
      path: folder.indexJournal, header: header, sealing: IndexJournalSealing(root: unlocked.root, header: header), transaction: written)
    _ = found.read()
    if found.transaction < journal.transaction { examination.add(.file, "index.journal", .damaged) }
  }

  /// Looks through the files of a vault that cannot be opened; nobody else may have it open.
  /// - Throws: `missing`, `unsafeLocation`, `inUse`.
  package static func check(at url: URL) throws(CredentialVaultError) -> VaultCheck {
    let folder = VaultFolder(url)
    guard try folder.isTaken() else { throw CredentialVaultError(.missing) }
    let lock = try VaultLock(at: folder.lock)
    var examination = VaultExamination(folder, at: Date())
    withExtendedLifetime(lock) { examination.examine(judge: nil) }
    return examination.check(isComplete: false)
  }
}
