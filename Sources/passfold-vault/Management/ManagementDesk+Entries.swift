// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import FoundationEssentials
import OneTimeCodes
import SecretMemory
import Translations
import VaultProtocol

/// Credentials in the vault: viewing, changing, releasing.
extension ManagementDesk {
  func list(_ query: VaultCall.ListQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.EntryList {
    guard query.offset ?? 0 >= 0, query.limit ?? 1 > 0 else { throw VaultFailure(.badRequest) }
    if try await admit(caller, to: .names) == .confirm { try await confirm(.list, caller) }
    return try await page(query, caller)
  }

  /// Returns a page of the vault's entries or, with `inTrash`, of those in its trash.
  func page(
    _ query: VaultCall.ListQuery, inTrash: Bool = false, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> VaultAnswer.EntryList {
    try await inVault(isUse: !caller.isUnattended) { (vault) throws(CredentialVaultError) in
      var search = CredentialSearch(
        typed: query.query ?? "", kind: query.kind.map(CredentialKind.init), among: inTrash ? caller.changeableKinds : caller.kinds,
        inTrash: inTrash)
      search.joins = query.joined == true
      return VaultAnswer.EntryList(try vault.search(search), query)
    }
  }

  /// Returns the password of one credential, the text of a note or the number of a card, or a previous one; recorded before it is released.
  func reveal(
    _ query: VaultCall.RevealQuery, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    if query.note == true || query.field != nil { return try await revealAddition(query, caller) }
    let revealable = CredentialKinds.plain.union(CredentialKinds(.password))
    if let kind = query.kind, !revealable.intersection(caller.kinds).contains(CredentialKind(kind)) { throw VaultFailure(.wrongKind) }
    let decision = try await admit(caller, to: .release)
    let match = try await find(query.query, kind: query.kind, among: revealable, decision, caller)
    let isPlain = CredentialKinds.plain.contains(match.kind)
    if decision == .confirm {
      let name = Self.name(of: match)
      let present: ReleaseAct =
        isPlain ? .revealAddition(name, part: PromptTexts.mainSecret(of: VaultEntry.Kind(match.kind))) : .reveal(name)
      try await confirm(query.history == nil ? present : .revealFormer(name), caller)
    }
    let record = try await inVault { (vault) throws(CredentialVaultError) in try vault.record(match.id) }
    if let plain = record.plain { return try await reveal(plain, of: match, query, caller) }
    guard case .password(let login) = record else { throw VaultFailure(.wrongKind) }
    var password = login.password
    if let index = query.history {
      guard login.history.indices.contains(index) else { throw VaultFailure(.noSuchHistory) }
      password = login.history[index].password
    }
    try await remember(.password, of: match, caller)
    return (.revealed(VaultEntry(match)), password)
  }

  /// Returns the note, one of the user's own fields or a secret by its name; recorded before it is released.
  private func revealAddition(
    _ query: VaultCall.RevealQuery, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    guard query.history == nil, query.note != true || query.field == nil else { throw VaultFailure(.badRequest) }
    let decision = try await admit(caller, to: .release)
    let match = try await find(query.query, kind: query.kind, joins: true, decision, caller)
    if decision == .confirm {
      try await confirm(
        .revealAddition(Self.name(of: match), part: query.field.map { translated("the field “\($0)”") } ?? translated("the note")), caller)
    }
    let (record, annotations) = try await inVault { (vault) throws(CredentialVaultError) in
      (try vault.record(match.id), try vault.annotations(of: match.id))
    }
    guard let value = Self.addition(query.field, of: record, annotations) else { throw VaultFailure(.noSuchPart) }
    try await remember(.addition, of: match, caller)
    return (.revealed(VaultEntry(match)), value)
  }

  /// Returns a secret or one of the user's own fields by its name or, without a name, the note, which for a note record is its text.
  private static func addition(_ field: String?, of record: CredentialRecord, _ annotations: RecordAnnotations) -> SharedSecret? {
    guard let field else {
      if case .note(let note) = record { return note.text }
      return annotations.note
    }
    return record.plain?.secret(named: field) ?? annotations.fields.first { $0.name == field }?.value
  }

  func details(_ query: VaultCall.EntryQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> EntryDetails {
    let decision = try await admit(caller)
    // Entries with the same name are shown as one account.
    let match = try await find(query.query, kind: query.kind, joins: true, decision, caller)
    if decision == .confirm { try await confirm(.details(Self.name(of: match)), caller) }
    func entry(_ id: RecordIdentifier) async throws(VaultFailure) -> VaultEntry? {
      try await inVault(isUse: !caller.isUnattended) { (vault) throws(CredentialVaultError) in try vault.summary(of: id) }
        .map(VaultEntry.init)
    }
    let refused = await sync.refusedFiles()
    let (record, annotations, revision, others, files) = try await inVault(isUse: !caller.isUnattended) {
      (vault) throws(CredentialVaultError) in
      (
        try vault.record(match.id), try vault.annotations(of: match.id), try vault.revision(of: match.id),
        try vault.othersOfAccount(match.id),
        try vault.attachments(of: match.id).map { AttachedFile($0, isHere: !vault.isAwaited($0), isRefused: refused.contains($0.blob)) }
      )
    }
    var details = EntryDetails(entry: VaultEntry(match))
    details.revision = revision
    details.others = others.isEmpty ? nil : others.map(VaultEntry.init)
    details.note = annotations.note == nil ? nil : true
    let fields = annotations.fields.map { EntryDetails.Field(name: $0.name, hidden: $0.isHidden ? true : nil) }
    details.fields = fields.isEmpty ? nil : fields
    if let plain = record.plain {
      details.values = plain.values.isEmpty ? nil : plain.values
      details.secrets = plain.secretNames.isEmpty ? nil : plain.secretNames
    }
    details.attachments = files.isEmpty ? nil : files
    switch record {
    case .note(let note):
      details.empty = note.text.byteCount == 0 ? true : nil
      details.history = note.history.map { EntryDetails.Retired(retired: $0.retired.timeIntervalSince1970) }
    case .card, .identity: break
    case .password(let login):
      details.empty = login.password.byteCount == 0 ? true : nil
      details.history = login.history.map { EntryDetails.Retired(retired: $0.retired.timeIntervalSince1970) }
    case .passkey(let passkey): details.added = passkey.created.timeIntervalSince1970
    case .oneTimeCode(let codes):
      details.issuer = codes.issuer
      details.scheme = CodeScheme(codes.parameters)
      details.added = codes.added?.timeIntervalSince1970
      details.pendingSince = codes.pending?.since.timeIntervalSince1970
      if let pending = codes.pending {
        var replaced: [VaultEntry] = []
        for id in pending.replaces { if let entry = try await entry(id) { replaced.append(entry) } }
        details.replaces = replaced
      }
      details.history = codes.history.map {
        EntryDetails.Retired(retired: $0.retired.timeIntervalSince1970, scheme: CodeScheme($0.parameters))
      }
      if let login = codes.login { details.login = try await entry(login) }
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

  /// Returns whether a code that the user saw accepted is the one before, at or after this instant.
  private static func isCode(_ typed: SharedSecret, of parameters: OneTimeCodeParameters, around instant: Date) -> Bool {
    let window = parameters.codes(around: instant)
    // A typed code may be grouped in the way it was shown.
    let code = SharedSecret(copying: typed.withBytes { $0.filter { $0 != UInt8(ascii: " ") } })
    return [window.previous, window.current, window.next].reduce(false) { found, one in
      let isSame = one.map { constantTimeEquals(code, SharedSecret(copying: $0.text.utf8)) } ?? false
      return isSame || found
    }
  }

  func exportSetUp(
    _ query: VaultCall.EntryQuery, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    let isFresh = try await openForCaller(caller)
    // Matches are only shown to a caller with a grant; the secret itself requires the passphrase, or consent right after it was typed.
    let decision: ReleasePolicy.Decision = isFresh ? .atOnce : policy.decide(for: caller.session, at: time.now())
    let match = try await find(query.query, kind: query.kind ?? .oneTimeCode, decision, caller)
    guard match.kind == .oneTimeCode else { throw VaultFailure(.wrongKind) }
    if caller.isUnattended { throw VaultFailure(.wouldAsk) }
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
      return (.setUpURL(VaultEntry(match)), SharedSecret(try link.formattedForApps()))
    } catch {
      throw VaultFailure(error)
    }
  }

  /// Returns a record outside the trash, in its current state.
  func entry(_ id: RecordIdentifier) async throws(VaultFailure) -> VaultEntry {
    let summary = try await inVault { (vault) throws(CredentialVaultError) in try vault.summary(of: id) }
    guard let summary else { throw VaultFailure(.notFound) }
    return VaultEntry(summary)
  }
}
