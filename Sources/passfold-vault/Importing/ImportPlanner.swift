// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import CredentialVault
import FoundationEssentials
import OneTimeCodes
import SecretMemory
import WebDomains

/// Compares what a file has with what the vault has, by value, and says what an import would do.
///
/// 1. An entry becomes records (``ImportedRecords``). One that stands in the file before, alike in every part, is passed over; two that differ in
///    anything are two.
/// 2. A record that the vault has already is found by what makes it the same: the account and service of a login, the secret of codes, the relying
///    party and credential ID of a passkey, the title and text of a note, the number of a card.
/// 3. What both have is merged; where the secrets, or the names of one code, differ, a person chooses.
struct ImportPlanner {
  private let vault: CredentialVault
  private let now: Date
  private let makeIdentifier: () -> RecordIdentifier
  private let resolution: (ImportPlace) -> ImportPlan.Resolution
  private let likeness: ImportLikeness

  private var plan = ImportPlan()
  private var targets: [RecordIdentifier: ImportTarget] = [:]
  private var order: [RecordIdentifier] = []
  private var entries: Set<[UInt8]> = []
  private var candidates = ImportCandidates()
  /// The names that the file has for the codes of one secret.
  private var names: [[UInt8]: Set<[String]>] = [:]
  private var trash: Set<RecordIdentifier> = []

  /// Reads what the vault has.
  ///
  /// - Parameters:
  ///   - key: 32 random bytes.
  ///   - resolution: What a person chose for a record that differs.
  init(
    _ vault: CredentialVault, now: Date, key: SharedSecret, makeIdentifier: @escaping () -> RecordIdentifier,
    resolution: @escaping (ImportPlace) -> ImportPlan.Resolution
  ) throws(CredentialVaultError) {
    (self.vault, self.now, likeness) = (vault, now, ImportLikeness(key: key))
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
    plan.findings = collection.findings
    for item in collection.items {
      for case .oneTimeCode(let code) in item.parts {
        let name = [code.issuer ?? item.title, code.account.isEmpty ? item.title : code.account].map { $0.lowercased() }
        names[likeness.hash(code.parameters.secret), default: []].insert(name)
      }
    }
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
        let id = try take(record)
        if record.record.kind == .password { login = id }
      }
    }
    plan.batch.mergings = order.compactMap { id in
      guard let target = targets[id], target.hasChanged else { return nil }
      return ImportBatch.Merging(record: target.record, annotations: target.annotations, files: target.files)
    }
    return plan
  }

  /// Finds a record's place among what is there; returns the identifier under which it is, or will be.
  private mutating func take(_ record: ImportedRecord) throws(CredentialVaultError) -> RecordIdentifier {
    guard let (own, differing) = try counterpart(of: record) else { return add(record) }
    var target = own
    let before = target.hasChanged
    if !differing.isEmpty {
      plan.differences.append(ImportPlan.Difference(place: record.place, summary: target.record.summary, parts: differing))
      switch resolution(record.place) {
      case .mine where differing == [Self.name]: break
      case .mine: return target.record.id
      case .both: return add(record)
      case .theirs where differing == [Self.name]: target.takeNames(of: record)
      case .theirs: target.takeSecret(of: record, at: now)
      }
    }
    target.take(record)
    if target.hasChanged == before, differing.isEmpty { plan.present.append(record.record.kind) }
    if targets.updateValue(target, forKey: target.record.id) == nil { order.append(target.record.id) }
    return target.record.id
  }

  private mutating func add(_ record: ImportedRecord) -> RecordIdentifier {
    plan.batch.additions.append(
      ImportBatch.Addition(record: record.record, annotations: record.annotations, files: record.files, isTrashed: record.isTrashed))
    return record.record.id
  }

  /// The vault's own of what a record is: the one that says all of it already, else one that agrees in secrets and names, else the same code under
  /// another name, else the first; of several alike, the one of the same title.
  private mutating func counterpart(
    of record: ImportedRecord
  ) throws(CredentialVaultError) -> (target: ImportTarget, differing: [String])? {
    var best: (target: ImportTarget, differing: [String], rank: Int)?
    // What the person threw away is no counterpart of what is in use, and nothing is added to it.
    let (vault, likeness) = (vault, likeness)
    let keys = (record.isTrashed ? [false, true] : [false]).flatMap { likeness.keys(of: record.record, isInTrash: $0) }
    let found = try candidates.find(under: keys, like: { likeness.hashes(of: record.record, record.annotations) }) {
      (id) throws(CredentialVaultError) in
      let own = try vault.everything(of: id)
      return likeness.hashes(of: own.record, own.annotations)
    }
    for id in found {
      let isInTrash = trash.contains(id)
      let target = try target(id)
      guard let differing = differences(between: target, and: record) else { continue }
      var rank = target.record.summary.title == record.record.summary.title ? 1 : 0
      if differing.isEmpty {
        var merged = target.unchanged
        merged.take(record)
        rank += merged.hasChanged ? 4 : 6
      } else if differing == [Self.name] {
        rank += 2
      }
      guard !isInTrash || rank >= 6 else { continue }
      if rank == 7 { return (target, differing) }
      if rank > best?.rank ?? -1 { best = (target, differing, rank) }
    }
    return best.map { ($0.target, $0.differing) }
  }

  // MARK: What is there

  private func target(_ id: RecordIdentifier) throws(CredentialVaultError) -> ImportTarget {
    if let target = targets[id] { return target }
    let own = try vault.everything(of: id)
    return ImportTarget(record: own.record, annotations: own.annotations, stored: own.attachments)
  }

  // MARK: Comparing

  /// What differs between two records of the same thing; empty where nothing does, and nil where they are not of the same thing.
  private func differences(between own: ImportTarget, and theirs: ImportedRecord) -> [String]? {
    switch (own.record, theirs.record) {
    case (.password(let own), .password(let theirs)):
      guard Self.isSameLogin(own, theirs) else { return nil }
      // A password that the vault keeps as a former one is older, and makes no difference.
      return theirs.password.byteCount == 0 || own.has(theirs.password) ? [] : ["password"]
    case (.oneTimeCode(let code), .oneTimeCode(let other)): return differences(between: code, own, and: other, theirs)
    case (.passkey(let own), .passkey(let theirs)): return constantTimeEquals(own.privateKey, theirs.privateKey) ? [] : nil
    case (.note(let own), .note(let theirs)): return constantTimeEquals(own.text, theirs.text) ? [] : nil
    case (.card(let own), .card(let theirs)):
      var parts: [String] = []
      if let mine = own.securityCode, let other = theirs.securityCode, !constantTimeEquals(mine, other) { parts.append("security-code") }
      if let mine = own.pin, let other = theirs.pin, !constantTimeEquals(mine, other) { parts.append("pin") }
      if let mine = own.expires, let other = theirs.expires, mine != other { parts.append("expires") }
      return parts
    case (.identity(let own), .identity(let theirs)):
      if let mine = own.birthday, let other = theirs.birthday, mine != other { return ["birthday"] }
      return []
    default: return nil
    }
  }

  /// What `ImportDifference.parts` calls the names of one code.
  private static let name = "name"

  private func differences(
    between own: OneTimeCodeRecord, _ target: ImportTarget, and theirs: OneTimeCodeRecord, _ imported: ImportedRecord
  ) -> [String]? {
    if constantTimeEquals(own.parameters.secret, theirs.parameters.secret) {
      let isNamedSo =
        Self.agree(own.issuer ?? "", theirs.issuer ?? "", target, ImportTarget.issuerField)
        && (imported.hasLoginsAccount || Self.agree(own.account, theirs.account, target, ImportTarget.accountField)
          || hasLoginsAccount(own))
      if isNamedSo { return own.parameters.makesCodes(of: theirs.parameters) ? [] : ["secret"] }
      // One code under another name, unless the file or the vault has several that names alone tell apart.
      let isAlone =
        names[likeness.hash(theirs.parameters.secret)]?.count == 1
        && candidates.count(under: likeness.keyOfCodes(with: theirs.parameters.secret)) == 1
      return isAlone && own.parameters.makesCodes(of: theirs.parameters) ? [Self.name] : nil
    }
    let isFormer = own.history.contains { constantTimeEquals($0.parameters.secret, theirs.parameters.secret) }
    // Codes without any name are told apart by their secrets alone.
    guard !(theirs.account.isEmpty && theirs.issuer == nil) else { return nil }
    return isFormer ? [] : ["secret"]
  }

  /// Whether a code of the vault goes by no account of its own, but by the user name of its login.
  private func hasLoginsAccount(_ code: OneTimeCodeRecord) -> Bool {
    guard let id = code.login, case .password(let login)? = targets[id]?.record ?? (try? vault.record(id)) else { return false }
    return login.user == code.account
  }

  /// Whether two names are one, however it is written, or one of them is missing, or a field of the vault's own has the other.
  private static func agree(_ own: String, _ theirs: String, _ target: ImportTarget, _ field: String) -> Bool {
    own.isEmpty || theirs.isEmpty || own.lowercased() == theirs.lowercased()
      || target.hasField(field, of: SharedSecret(copying: theirs.utf8))
  }

  /// Whether two logins of one user name are for one service: they share a host or an application, or both name none and are called the same.
  private static func isSameLogin(_ own: PasswordRecord, _ theirs: PasswordRecord) -> Bool {
    if own.services.isEmpty || theirs.services.isEmpty { return own.title == theirs.title }
    let names = Set(own.services.map(ImportLikeness.name))
    return theirs.services.contains { names.contains(ImportLikeness.name(of: $0)) }
  }
}

extension OneTimeCodeParameters {
  /// Whether others of the same secret make the same codes; a counter is where each of them has got to.
  fileprivate func makesCodes(of other: OneTimeCodeParameters) -> Bool {
    guard algorithm == other.algorithm, digits == other.digits else { return false }
    if case .counterBased = form, case .counterBased = other.form { return true }
    return form == other.form
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
