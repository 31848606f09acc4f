// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import FoundationEssentials
import OneTimeCodes
import SecretMemory
import VaultProtocol

/// Credentials that are in the vault: looked at, changed, given away.
extension ManagementDesk {
  func list(_ query: VaultCall.ListQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.EntryList {
    guard query.offset ?? 0 >= 0, query.limit ?? 1 > 0 else { throw VaultFailure(.badRequest) }
    if try await admit(caller) == .confirm { try await confirm(.list, caller) }
    return VaultAnswer.EntryList(try await summaries(isUse: !caller.isUnattended), query)
  }

  /// The password of one credential, or a former one, written down before it is handed over.
  func reveal(
    _ query: VaultCall.RevealQuery, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    if let kind = query.kind, kind != .password { throw VaultFailure(.wrongKind) }
    let decision = try await admit(caller, to: .release)
    let match = try await find(query.query, kind: .password, decision, caller)
    if decision == .confirm {
      let name = Self.name(of: match)
      try await confirm(query.history == nil ? .reveal(name) : .revealFormer(name), caller)
    }
    let record = try await inVault { (vault) throws(CredentialVaultError) in try vault.record(match.id) }
    guard case .password(let login) = record else { throw VaultFailure(.wrongKind) }
    var password = login.password
    if let index = query.history {
      guard login.history.indices.contains(index) else { throw VaultFailure(.noSuchHistory) }
      password = login.history[index].password
    }
    try await remember(.password, of: match, caller)
    return (.revealed(VaultEntry(match)), password)
  }

  func details(_ query: VaultCall.EntryQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> EntryDetails {
    let decision = try await admit(caller)
    let match = try await find(query.query, kind: query.kind, decision, caller)
    if decision == .confirm { try await confirm(.details(Self.name(of: match)), caller) }
    let all = try await summaries(isUse: !caller.isUnattended)
    let record = try await inVault(isUse: !caller.isUnattended) { (vault) throws(CredentialVaultError) in try vault.record(match.id) }
    var details = EntryDetails(entry: VaultEntry(match))
    switch record {
    case .password(let login): details.history = login.history.map { EntryDetails.Retired(retired: $0.retired.timeIntervalSince1970) }
    case .passkey(let passkey): details.added = passkey.created.timeIntervalSince1970
    case .oneTimeCode(let codes):
      details.issuer = codes.issuer
      details.scheme = CodeScheme(codes.parameters)
      details.added = codes.added?.timeIntervalSince1970
      details.pendingSince = codes.pending?.since.timeIntervalSince1970
      details.replaces = codes.pending.map { pending in all.filter { pending.replaces.contains($0.id) }.map(VaultEntry.init) }
      details.history = codes.history.map {
        EntryDetails.Retired(retired: $0.retired.timeIntervalSince1970, scheme: CodeScheme($0.parameters))
      }
      details.login = codes.login.flatMap { login in all.first { $0.id == login } }.map(VaultEntry.init)
    }
    return details
  }

  func confirmCode(
    _ confirmation: VaultCall.Confirmation, secret: SharedSecret?, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> VaultEntry {
    guard let id = RecordIdentifier(confirmation.record) else { throw VaultFailure(.badRequest) }
    let decision = try await admit(caller, to: .change)
    let match = try await find(confirmation.record, kind: .oneTimeCode, decision, caller)
    if decision == .confirm { try await confirm(.confirmCode(Self.name(of: match)), caller) }
    let time = now() + clock.compensation
    let matches = try await inVault { (vault) throws(CredentialVaultError) in
      guard case .oneTimeCode(let record) = try vault.record(id) else { return false }
      if let secret, !Self.isCode(secret, of: record.parameters, around: time) { return false }
      try vault.confirmCodes(id)
      return true
    }
    guard matches else { throw VaultFailure(.codeDoesNotMatch) }
    await session.recordsChanged()
    return try await entry(id)
  }

  /// Whether a code that a person saw accepted is one of those before, at or after this instant.
  private static func isCode(_ typed: SharedSecret, of parameters: OneTimeCodeParameters, around instant: Date) -> Bool {
    let window = parameters.codes(around: instant)
    // A typed code may be grouped as it was shown.
    let code = SharedSecret(copying: typed.withBytes { $0.filter { $0 != UInt8(ascii: " ") } })
    return [window.previous, window.current, window.next].reduce(false) { found, one in
      let isSame = one.map { constantTimeEquals(code, SharedSecret(copying: $0.text.utf8)) } ?? false
      return isSame || found
    }
  }

  func edit(_ edit: VaultCall.EntryEdit, secret: SharedSecret?, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultEntry {
    let services = try edit.services?.map { (service) throws(VaultFailure) in try CodeSetUp.identifier(of: service) }
    let decision = try await admit(caller, to: .change)
    let match = try await find(edit.query, kind: edit.kind, decision, caller)
    let isOfCodes = edit.digits != nil || edit.period != nil || edit.algorithm != nil || edit.counter != nil
    let date = now()
    var codeEdit: CodeEdit?
    switch match.kind {
    case .oneTimeCode:
      let change = try CodeEdit(edit, secret: secret)
      // What cannot be done is refused before anybody is asked.
      if case .oneTimeCode(var record) = try await inVault({ (vault) throws(CredentialVaultError) in try vault.record(match.id) }) {
        try change.apply(to: &record, at: date)
      }
      codeEdit = change
    case .password:
      guard !isOfCodes else { throw VaultFailure(.wrongKind) }
      guard secret?.byteCount != 0, secret == nil || edit.restoreHistory == nil else { throw VaultFailure(.badRequest) }
      if let index = edit.restoreHistory { try await checkHistory(of: match.id, has: index) }
    case .passkey: throw VaultFailure(.wrongKind)
    }
    if decision == .confirm {
      try await confirm(.edit(Self.name(of: match), parts: Self.parts(of: edit, hasSecret: secret != nil)), caller)
    }
    let failure = try await inVault { (vault) throws(CredentialVaultError) -> VaultFailure? in
      guard let codeEdit else {
        var failure: VaultFailure?
        try vault.updatePassword(match.id) { record in
          if let index = edit.restoreHistory {
            // Another client may have changed the history while the question stood.
            guard record.history.indices.contains(index) else { return failure = VaultFailure(.noSuchHistory) }
            record.password = record.history[index].password
          }
          if let title = edit.title { record.title = title }
          if let user = edit.user { record.user = user }
          if let services { record.services = services }
          if let secret { record.password = secret }
        }
        return failure
      }
      var failure: VaultFailure?
      try vault.updateCodes(match.id) { (record) throws(CredentialVaultError) in
        // Another client may have changed the record while the question stood.
        var changed = record
        do throws(VaultFailure) {
          try codeEdit.apply(to: &changed, at: date)
          record = changed
        } catch {
          failure = error
        }
      }
      return failure
    }
    if let failure { throw failure }
    await session.recordsChanged()
    return try await entry(match.id)
  }

  private func checkHistory(of id: RecordIdentifier, has index: Int) async throws(VaultFailure) {
    let record = try await inVault { (vault) throws(CredentialVaultError) in try vault.record(id) }
    guard case .password(let login) = record, login.history.indices.contains(index) else { throw VaultFailure(.noSuchHistory) }
  }

  private static func parts(of edit: VaultCall.EntryEdit, hasSecret: Bool) -> String {
    let parts: [(String, Bool)] = [
      ("title", edit.title != nil), ("user", edit.user != nil), ("services", edit.services != nil), ("secret", hasSecret),
      ("digits", edit.digits != nil), ("period", edit.period != nil), ("algorithm", edit.algorithm != nil),
      ("counter", edit.counter != nil), ("back to a former secret", edit.restoreHistory != nil),
    ]
    return parts.filter(\.1).map(\.0).joined(separator: ", ")
  }

  func exportSetUp(
    _ query: VaultCall.EntryQuery, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    let isFresh = try await openForCaller(caller)
    // What fits is told to a grant only; the secret itself takes the passphrase, or a yes right after it was typed.
    let decision: ReleasePolicy.Decision = isFresh ? .atOnce : policy.decide(for: caller.session, at: time.now())
    let match = try await find(query.query, kind: query.kind ?? .oneTimeCode, decision, caller)
    guard match.kind == .oneTimeCode else { throw VaultFailure(.wrongKind) }
    if isFresh {
      try await confirm(.export(Self.name(of: match)), caller)
    } else {
      try await session.verifyUser(for: .export(name: Self.name(of: match), program: caller.program), at: caller.terminal)
    }
    let record = try await inVault { (vault) throws(CredentialVaultError) in try vault.record(match.id) }
    guard case .oneTimeCode(let codes) = record else { throw VaultFailure(.wrongKind) }
    try await remember(.setUpLink, of: match, caller)
    let link = SetupURL(label: codes.title, account: codes.account, issuer: codes.issuer, parameters: codes.parameters)
    do throws(OneTimeCodesError) {
      return (.setUpURL(VaultEntry(match)), SharedSecret(try link.formatted()))
    } catch {
      throw VaultFailure(error)
    }
  }

  /// A record outside the trash, as it is now.
  func entry(_ id: RecordIdentifier) async throws(VaultFailure) -> VaultEntry {
    guard let summary = try await summaries().first(where: { $0.id == id }) else { throw VaultFailure(.notFound) }
    return VaultEntry(summary)
  }
}
