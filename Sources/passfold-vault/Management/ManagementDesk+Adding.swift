// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import FoundationEssentials
import OneTimeCodes
import SecretMemory
import Translations
import VaultProtocol

/// Adding entries to the vault.
extension ManagementDesk {
  /// RFC 4226 §4 R6 recommends at least this number of bits for a secret.
  private static let advisedSecretBits = 160

  func add(
    _ call: VaultCall.NewPassword, secret: SharedSecret?, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> VaultAnswer {
    let service = try CodeSetUp.identifier(of: call.service)
    guard call.update == nil || call.separate != true else { throw VaultFailure(.badRequest) }
    let decision = try await admit(caller, to: .change)
    if let update = call.update { return try await self.update(update, with: secret, for: (call.user, service), decision, caller) }
    if decision == .confirm {
      let what =
        call.user.isEmpty
        ? translated("a password without a user name at \(service.text)") : translated("the password of \(call.user) at \(service.text)")
      try await confirm(.add(what), caller)
    }
    var password = secret
    // A user who has to type the password is told before that there already is one.
    if password == nil, call.separate != true {
      try refuse(LoginsOfAccount(call.user, at: service).among(try await logins(of: call.user)))
    }
    if password == nil { password = try await ask(PromptTexts.password(service: service.text, user: call.user), caller) }
    guard let password, password.byteCount > 0 else { throw VaultFailure(.badRequest) }
    if let present = try await kept(password, of: call.user, at: service) { return .present(VaultEntry(present)) }
    let record = CredentialRecord.password(
      PasswordRecord(
        id: makeIdentifier(), services: [service], title: call.title ?? service.text, user: call.user, password: password))
    let present = try await inVault { (vault) throws(CredentialVaultError) in
      let logins = try vault.summaries(kind: .password, user: call.user)
      let present = call.separate == true ? [] : LoginsOfAccount(call.user, at: service).among(logins)
      if present.isEmpty { try vault.add(record) }
      return present
    }
    try refuse(present)
    await session.recordsChanged()
    return .added(VaultEntry(record.summary))
  }

  /// Returns all logins with a user name.
  private func logins(of user: String) async throws(VaultFailure) -> [CredentialSummary] {
    try await inVault { (vault) throws(CredentialVaultError) in try vault.summaries(kind: .password, user: user) }
  }

  /// Refuses to store a login twice.
  private func refuse(_ present: [CredentialSummary]) throws(VaultFailure) {
    if !present.isEmpty { throw VaultFailure(.loginExists, matches: present.prefix(VaultAnswer.mostMatches).map(VaultEntry.init)) }
  }

  /// Changes the password of an existing login; the previous one goes into its history.
  private func update(
    _ record: String, with secret: SharedSecret?, for account: (user: String, service: ServiceIdentifier),
    _ decision: ReleasePolicy.Decision, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> VaultAnswer {
    let match = try await find(record, kind: .password, decision, caller)
    if decision == .confirm { try await confirm(.edit(Self.name(of: match), parts: "secret"), caller) }
    var password = secret
    if password == nil { password = try await ask(PromptTexts.password(service: account.service.text, user: account.user), caller) }
    guard let password, password.byteCount > 0 else { throw VaultFailure(.badRequest) }
    try await inVault { (vault) throws(CredentialVaultError) in _ = try vault.updatePassword(match.id) { $0.password = password } }
    await session.recordsChanged()
    return .entry(try await entry(match.id))
  }

  /// Returns the login that already has this password for this account and service, so that nothing is stored twice.
  private func kept(
    _ password: SharedSecret, of user: String, at service: ServiceIdentifier
  ) async throws(VaultFailure) -> CredentialSummary? {
    try await inVault { (vault) throws(CredentialVaultError) in
      for summary in try vault.summaries(kind: .password, user: user) {
        guard summary.services.contains(where: { $0.names(service) }) else { continue }
        if case .password(let record) = try vault.record(summary.id), constantTimeEquals(record.password, password) { return summary }
      }
      return nil
    }
  }

  func previewSetUp(
    _ query: VaultCall.SetUpQuery, secret: SharedSecret?, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> SetUpPreview {
    guard let secret else { throw VaultFailure(.badRequest) }
    let link: SetupURL
    do throws(OneTimeCodesError) {
      link = try secret.withBytes { (bytes) throws(OneTimeCodesError) in try SetupInput(parsing: bytes).setup }
    } catch {
      throw VaultFailure(error)
    }
    let title = link.label ?? link.issuer
    if try await admit(caller) == .confirm { try await confirm(.previewSetUp(title ?? link.account), caller) }
    let placement = CodePlacement(setup: link, page: query.page, summaries: try await summaries())
    let scheme = CodeScheme(link.parameters)
    var warnings: [SetUpPreview.Warning] = []
    if scheme.secretBits < Self.advisedSecretBits { warnings.append(.shortSecret) }
    if placement.issuerDiffersFromPage { warnings.append(.issuerDiffersFromPage) }
    if placement.obvious?.replaces.isEmpty == false { warnings.append(.hasCodeAlready) }
    if try await !stored(withSecretsOf: [link.parameters]).isEmpty { warnings.append(.alreadyStored) }
    let obvious = placement.obvious
    let candidates = placement.candidates.filter { $0 == obvious } + placement.candidates.filter { $0 != obvious }
    return SetUpPreview(
      title: title, account: link.account, issuer: link.issuer, scheme: scheme, warnings: warnings,
      candidates: candidates.map { SetUpPreview.Candidate(entry: VaultEntry($0.summary), hasCode: !$0.replaces.isEmpty) })
  }

  func add(_ call: VaultCall.NewCode, secret: SharedSecret?, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultEntry {
    guard call.login == nil || call.separate != true else { throw VaultFailure(.badRequest) }
    // An unusable link is refused before the user is asked for anything.
    var setUp = try secret.map { secret throws(VaultFailure) in try CodeSetUp(reading: secret, call: call) }
    let decision = try await admit(caller, to: .change)
    if decision == .confirm {
      let name = setUp.map { setUp in
        let (record, _) = setUp.record(id: makeIdentifier(), for: nil, isConfirmed: true, at: now())
        return Self.name(of: CredentialRecord.oneTimeCode(record).summary)
      }
      try await confirm(.add(name.map { translated("one-time codes for \($0)") } ?? translated("one-time codes")), caller)
    }
    if setUp == nil { setUp = try CodeSetUp(reading: try await ask(PromptTexts.setUpLink(), caller), call: call) }
    guard let setUp else { throw VaultFailure(.badRequest) }
    let candidate = try await candidate(for: setUp, call)
    let (record, superseding) = setUp.record(id: makeIdentifier(), for: candidate, isConfirmed: call.confirmed == true, at: now())
    try await inVault { (vault) throws(CredentialVaultError) in try vault.add(.oneTimeCode(record), superseding: superseding) }
    await session.recordsChanged()
    return VaultEntry(CredentialRecord.oneTimeCode(record).summary)
  }

  /// Returns the entry to which new codes belong: the one that the caller names, or the only credential of exactly this account; only those
  /// are examined.
  private func candidate(for setUp: CodeSetUp, _ call: VaultCall.NewCode) async throws(VaultFailure) -> CodePlacement.Candidate? {
    if call.separate == true { return nil }
    let summaries = try await inVault { (vault) throws(CredentialVaultError) -> [CredentialSummary] in
      var own: [CredentialSummary] = []
      if let login = call.login {
        if let id = RecordIdentifier(login), let named = try vault.summary(of: id) { own = [named] }
      } else {
        own = try vault.summaries(kind: nil, user: setUp.account)
      }
      let logins = Set(own.filter { $0.kind == .password }.map(\.id))
      if logins.isEmpty { return own }
      for codes in try vault.summaries(kind: .oneTimeCode) {
        if let login = codes.login, logins.contains(login), !own.contains(codes) { own.append(codes) }
      }
      return own
    }
    guard let login = call.login else { return setUp.placement(among: summaries).obvious }
    return try Self.candidate(login, in: summaries)
  }

  /// Returns the candidate that a caller names by its record.
  private static func candidate(_ login: String, in summaries: [CredentialSummary]) throws(VaultFailure) -> CodePlacement.Candidate {
    guard let id = RecordIdentifier(login), let summary = summaries.first(where: { $0.id == id }) else { throw VaultFailure(.notFound) }
    switch summary.kind {
    case .password:
      return CodePlacement.Candidate(
        summary: summary, replaces: summaries.filter { $0.kind == .oneTimeCode && $0.login == id }.map(\.id))
    case .oneTimeCode: return CodePlacement.Candidate(summary: summary, replaces: [id])
    case .passkey, .note, .card, .identity: throw VaultFailure(.wrongKind)
    }
  }

  func importCodes(
    _ query: VaultCall.ImportQuery, secret: SharedSecret?, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> CodeImport {
    guard let secret else { throw VaultFailure(.badRequest) }
    let payload: MigrationPayload
    do throws(OneTimeCodesError) {
      payload = try secret.withBytes { (bytes) throws(OneTimeCodesError) in try MigrationPayload(parsing: bytes) }
    } catch {
      throw VaultFailure(.badMigration, detail: error.code.description, position: error.position)
    }
    if try await admit(caller) == .confirm {
      let count = payload.entries.count
      try await confirm(
        .add(translated(count, one: "the one-time codes of an account", other: "the one-time codes of \(count) accounts")), caller)
    }
    let batch = payload.batch
    var result = CodeImport(batch: CodeImport.Batch(size: batch.size, index: batch.index, identifier: Int(batch.identifier)))
    let links = payload.entries.map { try? $0.reading.get() }
    let known = try await stored(withSecretsOf: links.compactMap { $0?.parameters })
    let summaries = try await summaries()
    var records: [OneTimeCodeRecord] = []
    for (index, entry) in payload.entries.enumerated() {
      switch entry.reading {
      case .failure(let error):
        result.refused.append(CodeImport.Refusal(index: index, name: entry.name, code: error.code.description))
      case .success(let link):
        if let present = known.first(where: { constantTimeEquals($0.secret, link.parameters.secret) }) {
          result.present.append(VaultEntry(present.summary))
        } else if !records.contains(where: { constantTimeEquals($0.parameters.secret, link.parameters.secret) }) {
          // They are in use already, so none is pending; existing codes of the account stay next to them.
          let setUp = try CodeSetUp(link)
          let password = setUp.placement(among: summaries).obvious.flatMap { $0.summary.kind == .password ? $0 : nil }
          let separate = password.map { CodePlacement.Candidate(summary: $0.summary, replaces: []) }
          records.append(setUp.record(id: makeIdentifier(), for: separate, isConfirmed: true, at: now()).record)
        }
      }
    }
    result.added = records.map { VaultEntry(CredentialRecord.oneTimeCode($0).summary) }
    if query.preview == true { return result }
    let added = records.map(CredentialRecord.oneTimeCode)
    try await inVault { (vault) throws(CredentialVaultError) in try vault.add(contentsOf: added) }
    await session.recordsChanged()
    return result
  }

  /// Returns the codes outside the trash that are generated from one of these secrets.
  private func stored(
    withSecretsOf wanted: [OneTimeCodeParameters]
  ) async throws(VaultFailure) -> [(summary: CredentialSummary, secret: SharedSecret)] {
    try await inVault { (vault) throws(CredentialVaultError) in
      try vault.summaries(kind: .oneTimeCode).compactMap { summary in
        guard case .oneTimeCode(let record) = try? vault.record(summary.id) else { return nil }
        let secret = record.parameters.secret
        return wanted.contains { constantTimeEquals($0.secret, secret) } ? (summary, secret) : nil
      }
    }
  }
}
