// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import FoundationEssentials
import SecretMemory
import Translations
import VaultProtocol

/// Changes of existing credentials.
extension ManagementDesk {
  /// A change that was checked as far as possible before the user agrees to it.
  private struct CheckedEdit {
    let edit: VaultCall.EntryEdit
    /// The new password, link or Base32 secret.
    let secret: SharedSecret?
    let services: ServiceEdit
    let annotations: AnnotationEdit?
    /// Only for codes.
    let codes: CodeEdit?
  }

  func edit(_ edit: VaultCall.EntryEdit, secret: SharedSecret?, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer {
    let annotations = try AnnotationEdit(edit, secret: secret)
    let services = try ServiceEdit(edit)
    let own = AnnotationEdit.takesSecret(edit) ? nil : secret
    let decision = try await admit(caller, to: .change)
    let match = try await find(changing: edit, hasSecret: own != nil, decision, caller)
    if CredentialKinds.plain.contains(match.kind) { return try await self.edit(match, edit, secret: secret, decision, caller) }
    guard edit.values == nil, edit.document == nil else { throw VaultFailure(.wrongKind) }
    let codes = match.kind == .oneTimeCode ? try CodeEdit(edit, secret: own) : nil
    let checked = CheckedEdit(edit: edit, secret: own, services: services, annotations: annotations, codes: codes)
    // An impossible change is refused before the user is asked.
    try await check(checked, of: match)
    if decision == .confirm {
      try await confirm(.edit(Self.name(of: match), parts: Self.parts(of: edit, hasSecret: own != nil)), caller)
    }
    let date = now()
    let failure = try await inVault { (vault) throws(CredentialVaultError) in
      // Another client may have changed the record while the question was open.
      switch match.kind {
      case .password: try Self.editPassword(match.id, checked, in: vault)
      case .oneTimeCode: try Self.editCodes(match.id, checked, in: vault, at: date)
      case .passkey: try Self.editPasskey(match.id, checked, in: vault)
      case .note, .card, .identity: VaultFailure(.wrongKind)
      }
    }
    if let failure { throw failure }
    await session.recordsChanged()
    return .entry(try await entry(match.id))
  }

  /// Returns the record that an edit means. What is kept beside the credentials of an account belongs to its main record, which lists show.
  private func find(
    changing edit: VaultCall.EntryEdit, hasSecret: Bool, _ decision: ReleasePolicy.Decision, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> CredentialSummary {
    if edit.isOfAccount, !hasSecret {
      let main = try await find(edit.query, kind: edit.kind, among: caller.changeableKinds, joins: true, decision, caller)
      // A tag that the main record does not have may be on another record of the account.
      if Set(edit.removeTags ?? []).isSubset(of: main.tags) { return main }
    }
    // If a password and codes have the same name, the changes may determine which is meant.
    return try await find(
      edit.query, kind: edit.kind, among: caller.changeableKinds, preferring: edit.kinds(hasSecret: hasSecret), decision, caller)
  }

  private func check(_ checked: CheckedEdit, of match: CredentialSummary) async throws(VaultFailure) {
    let edit = checked.edit
    let record = try await inVault { (vault) throws(CredentialVaultError) in try vault.record(match.id) }
    switch record {
    case .oneTimeCode(var codes): try checked.codes?.apply(to: &codes, at: now())
    case .password(var login):
      guard edit.digits == nil, edit.period == nil, edit.algorithm == nil, edit.counter == nil else { throw VaultFailure(.wrongKind) }
      guard checked.secret?.byteCount != 0, checked.secret == nil || edit.restoreHistory == nil else { throw VaultFailure(.badRequest) }
      try StorableText.checkPassword(checked.secret)
      try Self.apply(checked, to: &login)
    case .note, .card, .identity: throw VaultFailure(.wrongKind)
    case .passkey:
      let isOfOther = edit.title != nil || edit.user != nil || edit.services != nil || edit.matching != nil || checked.secret != nil
      guard !isOfOther, checked.annotations != nil else { throw VaultFailure(.wrongKind) }
    }
  }

  private static func apply(_ checked: CheckedEdit, to login: inout PasswordRecord) throws(VaultFailure) {
    if let index = checked.edit.restoreHistory {
      guard login.history.indices.contains(index) else { throw VaultFailure(.noSuchHistory) }
      login.password = login.history[index].password
    }
    if let title = checked.edit.title { login.title = title }
    if let user = checked.edit.user { login.user = user }
    try checked.services.apply(to: &login.services)
    if let secret = checked.secret { login.password = secret }
  }

  private static func editPassword(
    _ id: RecordIdentifier, _ checked: CheckedEdit, in vault: CredentialVault
  ) throws(CredentialVaultError) -> VaultFailure? {
    var failure: VaultFailure?
    try vault.updatePassword(id, annotating: { if failure == nil { checked.annotations?.apply(to: &$0) } }) { record in
      var changed = record
      do throws(VaultFailure) {
        try apply(checked, to: &changed)
        record = changed
      } catch {
        failure = error
      }
    }
    return failure
  }

  private static func editCodes(
    _ id: RecordIdentifier, _ checked: CheckedEdit, in vault: CredentialVault, at date: Date
  ) throws(CredentialVaultError) -> VaultFailure? {
    var failure: VaultFailure?
    try vault.updateCodes(id, annotating: { if failure == nil { checked.annotations?.apply(to: &$0) } }) { record in
      var changed = record
      do throws(VaultFailure) {
        try checked.codes?.apply(to: &changed, at: date)
        record = changed
      } catch {
        failure = error
      }
    }
    return failure
  }

  private static func editPasskey(
    _ id: RecordIdentifier, _ checked: CheckedEdit, in vault: CredentialVault
  ) throws(CredentialVaultError) -> VaultFailure? {
    try vault.annotate(id) { checked.annotations?.apply(to: &$0) }
    return nil
  }

  /// Returns the names of the changed parts, for the user who is asked.
  static func parts(of edit: VaultCall.EntryEdit, hasSecret: Bool) -> String {
    let parts: [(String, Bool)] = [
      (translated("title"), edit.title != nil), (translated("user"), edit.user != nil), (translated("services"), edit.services != nil),
      (translated("where it matches"), edit.matching != nil), (translated("secret"), hasSecret),
      (translated("digits"), edit.digits != nil), (translated("period"), edit.period != nil),
      (translated("algorithm"), edit.algorithm != nil),
      (translated("counter"), edit.counter != nil), (translated("restore an earlier secret"), edit.restoreHistory != nil),
      ((edit.values ?? []).map(\.name.name).joined(separator: ", "), edit.values?.isEmpty == false),
      (edit.document.map { translated("the document “\($0)”") } ?? "", edit.document != nil),
      (translated("favourite"), edit.favourite != nil), (translated("tags"), edit.addTags != nil || edit.removeTags != nil),
      (translated("note"), edit.note == true),
      (edit.field.map { translated("the field “\($0)”") } ?? "", edit.field != nil),
    ]
    return parts.filter(\.1).map(\.0).joined(separator: ", ")
  }
}
