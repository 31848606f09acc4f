// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import CredentialVault
import FoundationEssentials
import OneTimeCodes
import SecretMemory

/// Compares what a file has with what the vault has, by value, and says what an import would do.
///
/// 1. An entry becomes records (``ImportedRecords``). One that stands in the file before, alike in every part, is passed over; two that differ in
///    anything are two.
/// 2. What the vault says already in full is there. Each other record of the file finds at most one of the vault's that is the same
///    (``ImportIdentity``), and each of the vault's is found by at most one: those first that are most alike.
/// 3. What is in the trash, here or in the file, is the same as nothing but what says all of it.
/// 4. What both have is merged; where they differ, a person chooses, and what gives way stays in the history or the fields of the entry.
/// 5. What finds nothing is new, and so is what the entry that it found has no room for.
struct ImportPlanner {
  private let vault: CredentialVault
  private let now: Date
  private let makeIdentifier: () -> RecordIdentifier
  private let resolution: (ImportPlace) -> ImportPlan.Resolution
  private let likeness: ImportLikeness
  private let identity: ImportIdentity

  private var candidates = ImportCandidates()
  private var trash: Set<RecordIdentifier> = []

  /// One of the vault's that is the same as a record of the file.
  private struct Counterpart {
    /// Of one that says all of it, of one that says less and nothing else, and of one with the same secret; the same title makes it one more.
    static let (whole, less, named) = (6, 4, 2)

    let id: RecordIdentifier
    let differing: [String]
    /// How much alike they are, from 0.
    let rank: Int
  }

  /// Reads what the vault has.
  ///
  /// - Parameters:
  ///   - key: 32 random bytes.
  ///   - resolution: What a person chose for a record that differs.
  init(
    _ vault: CredentialVault, now: Date, key: SharedSecret, makeIdentifier: @escaping () -> RecordIdentifier,
    resolution: @escaping (ImportPlace) -> ImportPlan.Resolution
  ) throws(CredentialVaultError) {
    (self.vault, self.now, likeness, identity) = (vault, now, ImportLikeness(key: key), ImportIdentity(vault: vault))
    (self.makeIdentifier, self.resolution) = (makeIdentifier, resolution)
    let trashed = try vault.trashedSummaries()
    trash = Set(trashed.map(\.id))
    for summary in try vault.summaries() + trashed {
      let isInTrash = trash.contains(summary.id)
      // A record that cannot be read is compared with nothing.
      let keys =
        likeness.keys(of: summary, isInTrash: isInTrash)
        ?? (try? vault.record(summary.id)).map { likeness.keys(of: $0, isInTrash: isInTrash) } ?? []
      for key in keys { candidates.enter(summary.id, under: key) }
    }
  }

  /// What an import of a collection would do.
  mutating func plan(_ collection: ImportedCollection) throws(CredentialVaultError) -> ImportPlan {
    var plan = ImportPlan()
    plan.findings = collection.findings
    let records = records(of: collection, in: &plan)
    let counterparts = try counterparts(of: records, names: names(in: collection))
    var places: [RecordIdentifier: RecordIdentifier] = [:]
    for (record, counterpart) in zip(records, counterparts) {
      var placed = record
      if case .oneTimeCode(var code) = record.record, let login = code.login {
        code.login = places[login]
        placed.record = .oneTimeCode(code)
      }
      places[record.record.id] = try place(placed, at: counterpart, in: &plan)
    }
    return plan
  }

  // MARK: What the file has

  private func records(of collection: ImportedCollection, in plan: inout ImportPlan) -> [ImportedRecord] {
    var (records, entries): ([ImportedRecord], Set<[UInt8]>) = ([], [])
    for (number, item) in collection.items.enumerated() {
      if item.created != nil || item.modified != nil { plan.datedCount += 1 }
      let imported = ImportedRecords(item, number: number, now: now, makeIdentifier: makeIdentifier)
      plan.findings += imported.findings
      guard entries.insert(likeness.hash(item.whole)).inserted else {
        plan.present += imported.records.map(\.record.kind)
        continue
      }
      var login: RecordIdentifier?
      for var record in imported.records {
        if case .oneTimeCode(var code) = record.record {
          code.login = login
          record.record = .oneTimeCode(code)
        }
        if record.record.kind == .password { login = record.record.id }
        records.append(record)
      }
    }
    return records
  }

  /// The names that the file has for the codes of one secret.
  private func names(in collection: ImportedCollection) -> [[UInt8]: Set<[String]>] {
    var names: [[UInt8]: Set<[String]>] = [:]
    for item in collection.items {
      for case .oneTimeCode(let code) in item.parts {
        let name = [code.issuer ?? item.title, code.account.isEmpty ? item.title : code.account].map { $0.lowercased() }
        names[likeness.hash(code.parameters.secret), default: []].insert(name)
      }
    }
    return names
  }

  // MARK: What the vault has of it

  private mutating func counterparts(
    of records: [ImportedRecord], names: [[UInt8]: Set<[String]>]
  ) throws(CredentialVaultError) -> [Counterpart?] {
    var found = [Counterpart?](repeating: nil, count: records.count)
    var taken: Set<RecordIdentifier> = []
    var open: [(index: Int, counterpart: Counterpart)] = []
    for (index, record) in records.enumerated() {
      let alike = try alike(record, names)
      if let best = alike.last, best.rank >= Counterpart.whole {
        found[index] = best
        if !record.isTrashed { taken.insert(best.id) }
      } else if !record.isTrashed {
        open += alike.map { (index, $0) }
      }
    }
    for rank in (0..<Counterpart.whole).reversed() {
      for (index, counterpart) in open where counterpart.rank == rank && found[index] == nil {
        if taken.insert(counterpart.id).inserted { found[index] = counterpart }
      }
    }
    return found
  }

  /// Those of the vault's that are the same as a record; one that says all of it is the last.
  private mutating func alike(
    _ record: ImportedRecord, _ names: [[UInt8]: Set<[String]>]
  ) throws(CredentialVaultError) -> [Counterpart] {
    let (vault, likeness) = (vault, likeness)
    let keys = (record.isTrashed ? [false, true] : [false]).flatMap { likeness.keys(of: record.record, isInTrash: $0) }
    let ids = try candidates.find(under: keys, like: { likeness.hashes(of: record.record, record.annotations) }) {
      (id) throws(CredentialVaultError) in
      let own = try vault.everything(of: id)
      return likeness.hashes(of: own.record, own.annotations)
    }
    var (alike, whole): ([Counterpart], Counterpart?) = ([], nil)
    for id in ids {
      let target = try target(id)
      guard let differing = identity.differences(between: target, and: record, isAlone: isAlone(record, names)) else { continue }
      let counterpart = Counterpart(id: id, differing: differing, rank: Self.rank(target, record, differing))
      if counterpart.rank > Counterpart.whole { return [counterpart] }
      if counterpart.rank == Counterpart.whole { whole = whole ?? counterpart }
      if !trash.contains(id) { alike.append(counterpart) }
    }
    return whole.map { [$0] } ?? alike
  }

  private static func rank(_ target: ImportTarget, _ record: ImportedRecord, _ differing: [String]) -> Int {
    let title = target.record.summary.title == record.record.summary.title ? 1 : 0
    guard differing.isEmpty else {
      return title + ([[ImportIdentity.name], [ImportIdentity.rule]].contains(differing) ? Counterpart.named : 0)
    }
    var merged = target
    merged.merge(record)
    return title + (merged.hasChanged ? Counterpart.less : Counterpart.whole)
  }

  /// Whether neither the file nor the vault has another code of a secret.
  private func isAlone(_ record: ImportedRecord, _ names: [[UInt8]: Set<[String]>]) -> Bool {
    guard case .oneTimeCode(let code) = record.record else { return false }
    return names[likeness.hash(code.parameters.secret)]?.count == 1
      && candidates.count(under: likeness.keyOfCodes(with: code.parameters.secret)) == 1
  }

  private func target(_ id: RecordIdentifier) throws(CredentialVaultError) -> ImportTarget {
    let own = try vault.everything(of: id)
    return ImportTarget(record: own.record, annotations: own.annotations, stored: own.attachments)
  }

  // MARK: What becomes of it

  /// Merges a record with its counterpart, or adds it; returns the identifier under which it will be.
  private func place(
    _ record: ImportedRecord, at counterpart: Counterpart?, in plan: inout ImportPlan
  ) throws(CredentialVaultError) -> RecordIdentifier? {
    guard let counterpart else { return add(record, to: &plan) }
    if counterpart.rank >= Counterpart.whole {
      plan.present.append(record.record.kind)
      return counterpart.id
    }
    var target = try target(counterpart.id)
    if !counterpart.differing.isEmpty {
      let resolution = resolution(record.place)
      plan.differences.append(
        ImportPlan.Difference(
          place: record.place, summary: target.record.summary, imported: record.record.summary, parts: counterpart.differing,
          resolution: resolution))
      switch resolution {
      case .both: return add(record, to: &plan)
      case .mine: target.keepOwn(beside: record, at: now)
      case .theirs where counterpart.differing == [ImportIdentity.name]: target.takeNames(of: record)
      case .theirs: target.takeSecret(of: record, at: now)
      }
    }
    target.merge(record)
    guard target.hasChanged else { return counterpart.id }
    let merging = ImportBatch.Merging(record: target.record, annotations: target.annotations, files: target.files)
    guard try vault.hasRoom(for: merging) else { return add(record, to: &plan) }
    plan.batch.mergings.append(merging)
    return counterpart.id
  }

  private func add(_ record: ImportedRecord, to plan: inout ImportPlan) -> RecordIdentifier? {
    let addition = ImportBatch.Addition(
      record: record.record, annotations: record.annotations, files: record.files, isTrashed: record.isTrashed)
    guard vault.hasRoom(for: addition) else {
      let place = ImportFinding.Place(entry: record.place.item, title: record.record.summary.title)
      plan.findings.append(ImportFinding(.tooLarge, at: place, outcome: .leftOut))
      return nil
    }
    plan.batch.additions.append(addition)
    return record.record.id
  }
}

extension ExchangedItem {
  /// Everything that the entry says, but for when it was made and changed.
  fileprivate var whole: SharedSecret {
    var item = self
    (item.created, item.modified) = (nil, nil)
    var writer = CarriageWriter()
    writer.item(item)
    return writer.joined()
  }
}
