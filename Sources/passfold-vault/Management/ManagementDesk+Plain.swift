// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import FoundationEssentials
import SecretMemory
import VaultProtocol

/// Notes, cards and identities: stored and changed here, never filled in.
extension ManagementDesk {
  /// The maximum number of secrets of one record, each of which may require a prompt.
  private static let mostSecrets = 50

  func add(_ call: VaultCall.NewEntry, secret: SharedSecret?, _ caller: ManagementCaller) async throws(VaultFailure)
    -> VaultAnswer.KeptEntry
  {
    var record = try Self.record(call, id: makeIdentifier())
    guard var plain = record.plain else { throw VaultFailure(.wrongKind) }
    let names = call.secrets ?? Self.usualSecrets(of: call.kind)
    guard Set(names).count == names.count, names.count <= Self.mostSecrets else { throw VaultFailure(.badRequest) }
    let given = secret.map { Self.lines($0, count: names.count) }
    // Secrets that cannot be stored are refused before the user is asked.
    if let given { try Self.set(names, to: given, in: &plain, at: now()) }
    if try await admit(caller, to: .change) == .confirm {
      try await confirm(.add("\(PromptTexts.phrase(of: call.kind)) “\(call.title)”"), caller)
    }
    if given == nil {
      var typed: [SharedSecret?] = []
      for name in names { typed.append(try await ask(PromptTexts.secret(name, of: call.kind, title: call.title), caller)) }
      try Self.set(names, to: typed, in: &plain, at: now())
    }
    record.plain = plain
    let made = record
    try await inVault { (vault) throws(CredentialVaultError) in try vault.add(made) }
    await session.recordsChanged()
    return Self.kept(VaultEntry(made.summary), made)
  }

  /// Changes a note, card or identity.
  func edit(
    _ match: CredentialSummary, _ edit: VaultCall.EntryEdit, secret: SharedSecret?, _ decision: ReleasePolicy.Decision,
    _ caller: ManagementCaller
  ) async throws(VaultFailure) -> VaultAnswer {
    let before = try await inVault { (vault) throws(CredentialVaultError) in try vault.record(match.id) }
    guard let plain = before.plain else { throw VaultFailure(.wrongKind) }
    let checked = try PlainEdit(edit, secret: secret, of: plain)
    if decision == .confirm {
      try await confirm(.edit(Self.name(of: match), parts: Self.parts(of: edit, hasSecret: checked.changesMainSecret)), caller)
    }
    let date = now()
    var failure: VaultFailure?
    var after: CredentialRecord?
    try await inVault { (vault) throws(CredentialVaultError) in
      after = try vault.updatePlain(match.id, annotating: { if failure == nil { checked.annotations?.apply(to: &$0) } }) { record in
        guard var changed = record.plain else { return }
        do throws(VaultFailure) {
          try checked.apply(to: &changed, at: date)
          record.plain = changed
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
    await session.recordsChanged()
    let entry = try await entry(match.id)
    guard case .card(let former) = before, case .card(let card)? = after, !constantTimeEquals(former.number, card.number) else {
      return .entry(entry)
    }
    let kept = Self.kept(entry, .card(card))
    return kept.warnings == nil ? .entry(entry) : .kept(kept)
  }

  /// Returns the main secret of a note, card or identity, or a previous text of a note.
  func reveal(
    _ record: any PlainRecord, of match: CredentialSummary, _ query: VaultCall.RevealQuery, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    var secret = record.mainSecret.flatMap(record.secret)
    if let index = query.history {
      guard let note = record as? NoteRecord, note.history.indices.contains(index) else { throw VaultFailure(.noSuchHistory) }
      secret = note.history[index].text
    }
    guard let secret else { throw VaultFailure(.noSuchPart) }
    try await remember(.addition, of: match, caller)
    return (.revealed(VaultEntry(match)), secret)
  }

  /// Returns the stored entry with the possible mistakes in it.
  private static func kept(_ entry: VaultEntry, _ record: CredentialRecord) -> VaultAnswer.KeptEntry {
    guard case .card(let card) = record, !CardNumber.passesCheck(card.number) else { return VaultAnswer.KeptEntry(entry: entry) }
    return VaultAnswer.KeptEntry(entry: entry, warnings: [.checkDigit])
  }

  private static func record(_ call: VaultCall.NewEntry, id: RecordIdentifier) throws(VaultFailure) -> CredentialRecord {
    guard EntryValue.isLabel(call.title) else { throw VaultFailure(.badRequest) }
    let none = SharedSecret(copying: [])
    var record: CredentialRecord
    switch call.kind {
    case .note: record = .note(NoteRecord(id: id, title: call.title, text: none))
    case .card: record = .card(CardRecord(id: id, title: call.title, number: none))
    case .identity: record = .identity(PersonRecord(id: id, title: call.title))
    case .password, .passkey, .oneTimeCode: throw VaultFailure(.wrongKind)
    }
    guard var plain = record.plain else { throw VaultFailure(.wrongKind) }
    for value in call.values ?? [] { try plain.set(value) }
    record.plain = plain
    return record
  }

  private static func usualSecrets(of kind: VaultEntry.Kind) -> [String] {
    switch kind {
    case .note: [VaultCall.NewEntry.text]
    case .card: VaultCall.NewEntry.cardSecrets
    case .identity, .password, .passkey, .oneTimeCode: []
    }
  }

  /// Returns the first lines of a secret, the last of them with the rest; nil for a line that is empty or missing.
  private static func lines(_ secret: SharedSecret, count: Int) -> [SharedSecret?] {
    secret.withBytes { bytes in
      let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: max(0, count - 1), omittingEmptySubsequences: false)
      return (0..<count).map { index in
        guard lines.indices.contains(index) else { return nil }
        let line = index < count - 1 && lines[index].last == UInt8(ascii: "\r") ? lines[index].dropLast() : lines[index]
        return line.isEmpty ? nil : SharedSecret(copying: line)
      }
    }
  }

  /// Sets the given secrets; a note requires its text, and a card its number.
  private static func set(
    _ names: [String], to secrets: [SharedSecret?], in record: inout any PlainRecord, at date: Date
  ) throws(VaultFailure) {
    for (name, secret) in zip(names, secrets) {
      if let secret, secret.byteCount > 0 { try record.setSecret(named: name, to: secret, at: date) }
    }
    if record is PersonRecord { return }
    guard let main = record.mainSecret, record.secret(named: main)?.byteCount ?? 0 > 0 else {
      throw VaultFailure(.badValue, detail: record.mainSecret)
    }
  }
}
