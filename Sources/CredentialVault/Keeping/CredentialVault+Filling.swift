// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import FoundationEssentials
import SyncModel
import Synchronization

extension CredentialVault {
  /// The result of filling a vault with undamaged data.
  struct Filling {
    var records: [VaultRepair.Treated] = []
    var recordCount = 0
    var setApart: String?
  }

  /// A record to be found in the snapshots.
  private struct Wanted {
    /// The last stored revision; 0 if unknown.
    let least: UInt64
    /// The older version in the vault; nil if none opens.
    let present: Candidate?
    var best: (candidate: Candidate, source: String)?
  }

  private struct Candidate {
    let row: VaultDatabase.Row
    let revision: UInt64
    let title: String?
  }

  /// Fills this newly assembled, unlocked vault, and adds the records to its index.
  func fill(from sources: RepairSources, at now: Date, _ work: KeepingWork) throws(CredentialVaultError) -> Filling {
    guard let unlocked = state.withLock({ $0.unlocked }) else { throw CredentialVaultError(.locked) }
    let witness = RevisionWitness.read(from: sources.target, root: unlocked.root, keyFile: keyFile)
    var demanded: [RecordIdentifier: UInt64] = [:]
    witness?.forEach { demanded[$0] = $1 }
    let epochs = HandedOnEpochs(unlocked.epochKey, log: try? readLog())
    var generator = environment.makeGenerator()
    var filler = DatabaseFiller(database)
    var damaged: [VaultDatabase.Row] = []
    var wanted: [RecordIdentifier: Wanted] = [:]
    var seen: Set<RecordIdentifier> = []
    var present = sources.present
    let total = present.recordCount
    var count = 0
    try present.forEachRecord { stored throws(CredentialVaultError) in
      try work.step(.records, count, of: total)
      count += 1
      guard let id = RecordIdentifier(bytes: stored.row.name.bytes), seen.insert(id).inserted else { return }
      let least = demanded[id] ?? 0
      let row = epochs.broughtForward(stored.row, account: keyFile.account, using: &generator)
      switch judge(row, id, unlocked.epochKey) {
      case .whole(let candidate) where candidate.revision >= least: try filler.add(row)
      case .whole(let candidate): wanted[id] = Wanted(least: least, present: candidate)
      case .tooNew: try filler.add(row)
      case .damaged:
        damaged.append(stored.row)
        wanted[id] = Wanted(least: least, present: nil)
      }
    }
    for (id, revision) in demanded where !seen.contains(id) { wanted[id] = Wanted(least: revision, present: nil) }
    // An unreadable vault provides no names, and neither may a witness. In that case the complete newest snapshot is used.
    let isUnreadable = present.refusal != nil || (count == 0 && !present.faults.isEmpty)
    try look(for: &wanted, takesAll: isUnreadable, in: sources, unlocked.epochKey, epochs, work)
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
      if let chosen { try filler.add(chosen.row) }
      filling.records.append(VaultRepair.Treated(id: id, title: chosen?.title, outcome: outcome))
    }
    do {
      let number = max(sources.present.state?.transactionNumber ?? 0, witness?.mark.transactionNumber ?? 0) &+ 1
      try filler.finish(transactionNumber: number, clock: unlocked.clock.last)
      try reload(unlocked.root, work)
      filling.records += try fillBlobs(from: sources, work)
      filling.setApart = try SetApartRecords.write(damaged, beside: sources.target, at: now)
    } catch {
      throw CredentialVaultError(error)
    }
    filling.recordCount = filler.count
    return filling
  }

  private func look(
    for wanted: inout [RecordIdentifier: Wanted], takesAll: Bool, in sources: RepairSources, _ epochKey: EpochKey,
    _ epochs: HandedOnEpochs, _ work: KeepingWork
  ) throws(CredentialVaultError) {
    var takesAll = takesAll
    var generator = environment.makeGenerator()
    for copy in sources.copies where copy.account == keyFile.account {
      let isComplete = wanted.values.allSatisfy { wanted in wanted.best.map { $0.candidate.revision >= wanted.least } ?? false }
      guard takesAll || !isComplete else { return }
      var found = wanted
      let takesThis = takesAll
      try RepairSources.withUnpacked(copy, beside: sources.target, work) { folder throws(CredentialVaultError) in
        var reading = try VaultReading(databaseAt: folder.database, work)
        defer { reading.close() }
        let total = reading.recordCount
        var count = 0
        try reading.forEachRecord { stored throws(CredentialVaultError) in
          try work.step(.records, count, of: total)
          count += 1
          guard let id = RecordIdentifier(bytes: stored.row.name.bytes), takesThis || found[id] != nil,
            case .whole(let candidate) = judge(
              epochs.broughtForward(stored.row, account: keyFile.account, using: &generator), id, epochKey)
          else { return }
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

/// Stores records in the database of a vault that is being assembled, in small batches.
private struct DatabaseFiller {
  private static let batchCount = 256

  private let database: VaultDatabase
  private var batch: [VaultDatabase.Row] = []
  private var latestClock: UInt64 = 0
  private(set) var count = 0

  init(_ database: VaultDatabase) { self.database = database }

  mutating func add(_ row: VaultDatabase.Row) throws(CredentialVaultError) {
    if let clock = try? RecordEnvelope(body: row.body, wrap: row.wrap).facts.clock { latestClock = max(latestClock, clock) }
    batch.append(row)
    count += 1
    if batch.count == Self.batchCount { try store() }
  }

  /// Stores the last batch, and the time after which the next change comes.
  mutating func finish(transactionNumber: UInt64, clock: UInt64) throws(CredentialVaultError) {
    try store()
    do {
      try database.fill(VaultDatabase.State(transactionNumber: transactionNumber, clock: max(latestClock, clock)))
    } catch {
      throw CredentialVaultError(error)
    }
  }

  private mutating func store() throws(CredentialVaultError) {
    do {
      try database.fill(batch)
    } catch {
      throw CredentialVaultError(error)
    }
    batch.removeAll(keepingCapacity: true)
  }
}
