// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import CredentialVault
import Crypto
import FoundationEssentials
import OneTimeCodes
import SecretMemory
import WebDomains

import class SecretMemory.SharedSecret

/// Compares what a file has with what the vault has, by value, and says what an import would do.
///
/// 1. An entry becomes records (``ImportedRecords``).
/// 2. A record that the vault, or an earlier entry of the file, has already is found by what makes it the same: the account and service of a login,
///    the secret of codes, the relying party and credential ID of a passkey, the title and text of a note, the number of a card.
/// 3. What both have is merged; where the secrets differ, a person chooses.
struct ImportPlanner {
  private enum Known: Hashable {
    /// A record of the vault.
    case stored(RecordIdentifier)
    /// One that this import adds, by its place among the additions.
    case planned(Int)
  }

  private let vault: CredentialVault
  private let now: Date
  private let makeIdentifier: () -> RecordIdentifier
  private let resolution: (ImportPlace) -> ImportPlan.Resolution
  /// Hashes secrets for the tables here, under a key of this comparison alone.
  private let key: SharedSecret

  private var plan = ImportPlan()
  private var targets: [RecordIdentifier: ImportTarget] = [:]
  private var order: [RecordIdentifier] = []
  private var logins: [String: [Known]] = [:]
  private var codes: [[UInt8]: [Known]] = [:]
  private var codesByAccount: [String: [Known]] = [:]
  private var passkeys: [[UInt8]: Known] = [:]
  private var notes: [String: [Known]] = [:]
  private var cards: [[UInt8]: Known] = [:]
  private var persons: [String: [Known]] = [:]

  /// Reads what the vault has.
  ///
  /// - Parameters:
  ///   - key: 32 random bytes.
  ///   - resolution: What a person chose for a record that differs.
  init(
    _ vault: CredentialVault, now: Date, key: SharedSecret, makeIdentifier: @escaping () -> RecordIdentifier,
    resolution: @escaping (ImportPlace) -> ImportPlan.Resolution
  ) throws(CredentialVaultError) {
    (self.vault, self.now, self.key) = (vault, now, key)
    (self.makeIdentifier, self.resolution) = (makeIdentifier, resolution)
    for summary in try vault.summaries() {
      let known = Known.stored(summary.id)
      switch summary.kind {
      case .password: logins[summary.user, default: []].append(known)
      case .passkey: passkeys[Self.passkeyKey(summary.relyingPartyID ?? "", summary.credentialID ?? [])] = known
      case .note: notes[summary.title, default: []].append(known)
      case .oneTimeCode, .card, .identity:
        // A record that cannot be read is compared with nothing.
        if let record = try? vault.record(summary.id) { enter(record, as: known) }
      }
    }
  }

  /// What an import of a collection would do.
  mutating func plan(_ collection: ImportedCollection) throws(CredentialVaultError) -> ImportPlan {
    plan.findings = collection.findings
    for (number, item) in collection.items.enumerated() {
      if item.created != nil || item.modified != nil { plan.datedCount += 1 }
      let imported = ImportedRecords(item, number: number, now: now, makeIdentifier: makeIdentifier)
      plan.findings += imported.findings
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
    for known in candidates(for: record) {
      var target = try target(known)
      guard let differing = Self.differences(between: target.record, and: record.record) else { continue }
      let before = target.hasChanged
      if !differing.isEmpty {
        if case .stored = known {
          plan.differences.append(
            ImportPlan.Difference(place: record.place, summary: target.record.summary, parts: differing))
        }
        // Two entries of one file that differ are two.
        let chosen: ImportPlan.Resolution = if case .planned = known { .both } else { resolution(record.place) }
        switch chosen {
        case .mine: return target.record.id
        case .both: return add(record)
        case .theirs: target.takeSecret(of: record, at: now)
        }
      }
      target.take(record)
      if target.hasChanged == before, differing.isEmpty { plan.presentCount += 1 }
      keep(target, as: known)
      return target.record.id
    }
    return add(record)
  }

  private mutating func add(_ record: ImportedRecord) -> RecordIdentifier {
    let known = Known.planned(plan.batch.additions.count)
    plan.batch.additions.append(
      ImportBatch.Addition(record: record.record, annotations: record.annotations, files: record.files, isTrashed: record.isTrashed))
    enter(record.record, as: known)
    return record.record.id
  }

  // MARK: What is there

  private mutating func enter(_ record: CredentialRecord, as known: Known) {
    switch record {
    case .password(let login): logins[login.user, default: []].append(known)
    case .oneTimeCode(let code):
      codes[hash(code.parameters.secret), default: []].append(known)
      codesByAccount[Self.accountKey(code), default: []].append(known)
    case .passkey(let passkey): passkeys[Self.passkeyKey(passkey.relyingPartyID, passkey.credentialID)] = known
    case .note(let note): notes[note.title, default: []].append(known)
    case .card(let card): if card.number.byteCount > 0 { cards[hash(card.number)] = known }
    case .identity(let person): persons[Self.personKey(person), default: []].append(known)
    }
  }

  private func candidates(for record: ImportedRecord) -> [Known] {
    switch record.record {
    case .password(let login): logins[login.user] ?? []
    case .oneTimeCode(let code): (codes[hash(code.parameters.secret)] ?? []) + (codesByAccount[Self.accountKey(code)] ?? [])
    case .passkey(let passkey): [passkeys[Self.passkeyKey(passkey.relyingPartyID, passkey.credentialID)]].compactMap { $0 }
    case .note(let note): notes[note.title] ?? []
    case .card(let card): card.number.byteCount > 0 ? [cards[hash(card.number)]].compactMap { $0 } : []
    case .identity(let person): persons[Self.personKey(person)] ?? []
    }
  }

  private mutating func target(_ known: Known) throws(CredentialVaultError) -> ImportTarget {
    switch known {
    case .planned(let place):
      let addition = plan.batch.additions[place]
      return ImportTarget(record: addition.record, annotations: addition.annotations, stored: [], files: addition.files)
    case .stored(let id):
      if let target = targets[id] { return target }
      return ImportTarget(record: try vault.record(id), annotations: try vault.annotations(of: id), stored: try vault.attachments(of: id))
    }
  }

  private mutating func keep(_ target: ImportTarget, as known: Known) {
    switch known {
    case .planned(let place):
      plan.batch.additions[place].record = target.record
      plan.batch.additions[place].annotations = target.annotations
      plan.batch.additions[place].files = target.files
    case .stored(let id):
      if targets.updateValue(target, forKey: id) == nil { order.append(id) }
    }
  }

  private func hash(_ secret: SharedSecret) -> [UInt8] {
    key.withBytes { key in secret.withBytes { Array(HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: key))) } }
  }

  private static func passkeyKey(_ relyingParty: String, _ credentialID: [UInt8]) -> [UInt8] {
    Array(relyingParty.utf8) + [0] + credentialID
  }

  private static func accountKey(_ code: OneTimeCodeRecord) -> String { "\(code.issuer ?? code.title)\u{0}\(code.account)" }

  private static func personKey(_ person: PersonRecord) -> String { "\(person.title)\u{0}\(person.fullName)" }

  // MARK: Comparing

  /// What differs between two records of the same thing; empty where nothing does, and nil where they are not of the same thing.
  private static func differences(between own: CredentialRecord, and theirs: CredentialRecord) -> [String]? {
    switch (own, theirs) {
    case (.password(let own), .password(let theirs)):
      guard isSameLogin(own, theirs) else { return nil }
      // What the vault knows as a former password is older, not other.
      return theirs.password.byteCount == 0 || own.has(theirs.password) ? [] : ["password"]
    case (.oneTimeCode(let own), .oneTimeCode(let theirs)):
      if constantTimeEquals(own.parameters.secret, theirs.parameters.secret) { return [] }
      let isFormer = own.history.contains { constantTimeEquals($0.parameters.secret, theirs.parameters.secret) }
      // Codes without any name are told apart by their secrets alone.
      guard !(theirs.account.isEmpty && theirs.issuer == nil) else { return nil }
      return isFormer ? [] : ["secret"]
    case (.passkey, .passkey): return []
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

  /// Whether two logins of one user name are for one service: they share a host or an application, or both name none and are called the same.
  private static func isSameLogin(_ own: PasswordRecord, _ theirs: PasswordRecord) -> Bool {
    if own.services.isEmpty || theirs.services.isEmpty { return own.title == theirs.title }
    let names = Set(own.services.map(name))
    return theirs.services.contains { names.contains(name($0)) }
  }

  private static func name(_ service: ServiceIdentifier) -> String {
    service.kind == .app ? "app:\(service.text)" : service.keptAddress?.address.host.serialized ?? service.text
  }
}
