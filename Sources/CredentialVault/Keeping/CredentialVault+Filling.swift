// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import FoundationEssentials
import SyncModel
import Synchronization

extension CredentialVault {
  /// What came of filling a vault from what is whole.
  struct Filling {
    var records: [VaultRepair.Treated] = []
    var recordCount = 0
    var setApart: String?
  }

  /// A record that is looked for in the snapshots.
  private struct Wanted {
    /// The revision that was stored last; 0 where nothing says it.
    let least: UInt64
    /// What stands in the vault: older than that; nil where nothing opens.
    let present: Candidate?
    var best: (candidate: Candidate, source: String)?
  }

  private struct Candidate {
    let row: VaultDatabase.Row
    let revision: UInt64
    let title: String?
  }

  /// Fills this vault, which was just put together and is unlocked, and takes the records in.
  func fill(from sources: RepairSources, at now: Date) throws(CredentialVaultError) -> Filling {
    guard let unlocked = state.withLock({ $0.unlocked }) else { throw CredentialVaultError(.locked) }
    let witness = RevisionWitness.read(from: sources.target, root: unlocked.root, keyFile: keyFile)
    var demanded: [RecordIdentifier: UInt64] = [:]
    witness?.forEach { demanded[$0] = $1 }
    let epochs = HandedOnEpochs(unlocked.epochKey, log: try? readLog())
    var generator = environment.makeGenerator()
    var rows: [VaultDatabase.Row] = []
    var damaged: [VaultDatabase.Row] = []
    var wanted: [RecordIdentifier: Wanted] = [:]
    var seen: Set<RecordIdentifier> = []
    for stored in sources.present.records {
      guard let id = RecordIdentifier(bytes: stored.row.name.bytes), seen.insert(id).inserted else { continue }
      let least = demanded[id] ?? 0
      let row = epochs.broughtForward(stored.row, account: keyFile.account, using: &generator)
      switch judge(row, id, unlocked.epochKey) {
      case .whole(let candidate) where candidate.revision >= least: rows.append(row)
      case .whole(let candidate): wanted[id] = Wanted(least: least, present: candidate)
      case .tooNew: rows.append(row)
      case .damaged:
        damaged.append(stored.row)
        wanted[id] = Wanted(least: least, present: nil)
      }
    }
    for (id, revision) in demanded where !seen.contains(id) { wanted[id] = Wanted(least: revision, present: nil) }
    // A vault of which nothing can be read says no names, and neither may a witness: then all of the newest snapshot is wanted.
    let isUnreadable = sources.present.refusal != nil || (sources.present.records.isEmpty && !sources.present.faults.isEmpty)
    try look(for: &wanted, takesAll: isUnreadable, in: sources, unlocked.epochKey, epochs)
    var filling = Filling()
    for (id, wanted) in wanted.sorted(by: { $0.key < $1.key }) {
      let outcome: VaultRepair.Outcome
      let chosen: Candidate?
      if let best = wanted.best, best.candidate.revision > wanted.present?.revision ?? 0 {
        chosen = best.candidate
        outcome = best.candidate.revision >= wanted.least ? .restored(from: best.source) : .restoredOlder(from: best.source)
      } else {
        chosen = wanted.present
        outcome = wanted.present == nil ? .lost : .keptOlder
      }
      if let chosen { rows.append(chosen.row) }
      filling.records.append(VaultRepair.Treated(id: id, title: chosen?.title, outcome: outcome))
    }
    do {
      let clocks = rows.compactMap { try? RecordEnvelope(body: $0.body, wrap: $0.wrap).facts.clock }
      let number = max(sources.present.state?.transactionNumber ?? 0, witness?.mark.transactionNumber ?? 0) &+ 1
      try database.fill(
        rows, state: VaultDatabase.State(transactionNumber: number, clock: max(clocks.max() ?? 0, unlocked.clock.last)))
      try reload(unlocked.root)
      filling.records += try fillBlobs(of: rows, from: sources)
      filling.setApart = try SetApartRecords.write(damaged, beside: sources.target, at: now)
    } catch {
      throw CredentialVaultError(error)
    }
    filling.recordCount = rows.count
    return filling
  }

  private func look(
    for wanted: inout [RecordIdentifier: Wanted], takesAll: Bool, in sources: RepairSources, _ epochKey: EpochKey,
    _ epochs: HandedOnEpochs
  ) throws(CredentialVaultError) {
    var takesAll = takesAll
    var generator = environment.makeGenerator()
    for copy in sources.copies where copy.account == keyFile.account {
      let isComplete = wanted.values.allSatisfy { wanted in wanted.best.map { $0.candidate.revision >= wanted.least } ?? false }
      guard takesAll || !isComplete else { return }
      var found = wanted
      let takesThis = takesAll
      try RepairSources.withUnpacked(copy, beside: sources.target) { folder in
        for stored in VaultReading(databaseAt: folder.database).records {
          guard let id = RecordIdentifier(bytes: stored.row.name.bytes), takesThis || found[id] != nil,
            case .whole(let candidate) = judge(
              epochs.broughtForward(stored.row, account: keyFile.account, using: &generator), id, epochKey)
          else { continue }
          var known = found[id] ?? Wanted(least: 0, present: nil)
          if candidate.revision > known.best?.candidate.revision ?? 0 { known.best = (candidate, copy.name) }
          found[id] = known
        }
      }
      wanted = found
      takesAll = false
    }
  }

  private enum Judgement {
    case whole(Candidate)
    case tooNew
    case damaged
  }

  private func judge(_ row: VaultDatabase.Row, _ id: RecordIdentifier, _ epochKey: EpochKey) -> Judgement {
    do throws(CredentialVaultError) {
      let (body, revision) = try openBody(row, with: epochKey)
      let title: String? =
        switch try body.indexEntry(id) {
        case .present(let summary), .trashed(let summary): summary.title.isEmpty ? summary.relyingPartyID : summary.title
        default: nil
        }
      return .whole(Candidate(row: row, revision: revision, title: title))
    } catch {
      return error.code == .recordTooNew ? .tooNew : .damaged
    }
  }
}
