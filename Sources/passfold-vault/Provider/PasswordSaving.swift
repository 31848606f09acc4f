// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import SecretMemory
import Translations

/// Stores passwords from pages and apps, once the user has agreed at the system's surface (Apple:
/// `performWithoutUserInteractionIfPossible(savePasswordRequest:)`, `prepareInterface(for:)`).
@MainActor
struct PasswordSaving {
  private static let newEntryRow = "new"

  let environment: ProviderEnvironment
  let context: ASCredentialProviderExtensionContext

  /// Ends the request if there is nothing to ask: the password is stored already, or it is a generated one whose form is still being filled
  /// in.
  ///
  /// - Throws: `ASExtensionError` `userInteractionRequired`; for a generated password that cannot be stored without a question, `failed`.
  func runWithoutInterface(_ request: ASSavePasswordRequest) async throws {
    let wanted = try PasswordToSave(request)
    let isPending = request.event == .generatedPasswordFilled
    guard case .unlocked = await environment.session.state else {
      guard isPending else { throw ASExtensionError(.userInteractionRequired) }
      throw ASExtensionError(.failed, userInfo: [CredentialProviderCancellation.reasonKey: "locked"])
    }
    let vault = try await environment.session.vault()
    if try wanted.isKept(by: wanted.candidates(among: try wanted.logins(in: vault)), in: vault) { return await complete() }
    guard isPending else { throw ASExtensionError(.userInteractionRequired) }
    try keepPending(wanted, session: request.sessionID, in: vault)
    await complete()
  }

  /// Asks where the password belongs, and stores it there.
  func runWithInterface(_ request: ASSavePasswordRequest) async throws {
    let wanted = try PasswordToSave(request)
    let gate = VaultGate(session: environment.session, context: context)
    let purpose = PromptPurpose.savePassword(service: wanted.title)
    var hasAgreed = false
    if case .locked = await environment.session.state {
      // The user must not have to type a passphrase only to be asked whether to store a password.
      try await agree(to: Self.question(wanted, isLocked: true))
      hasAgreed = true
    }
    let vault = try await gate.openVault(for: purpose)
    let candidates = wanted.candidates(among: try wanted.logins(in: vault))
    if try wanted.isKept(by: candidates, in: vault) { return await complete() }
    var target: RecordIdentifier?
    if candidates.isEmpty {
      if !hasAgreed { try await agree(to: Self.question(wanted, isLocked: false)) }
    } else {
      guard case .chosen(let row) = try await context.present(Self.choice(wanted, candidates)) else {
        throw ASExtensionError(.userCanceled)
      }
      target = candidates.first { $0.id.description == row }?.id
    }
    // The vault may have locked itself while the question was open.
    try keep(wanted, in: target, session: request.sessionID, vault: try await gate.openVault(for: purpose))
    await environment.session.recordsChanged()
    await complete()
  }

  private func complete() async { await context.completeSavePasswordRequest() }

  private func agree(to question: PresentableConfirmation) async throws {
    guard try await context.present(question) == .confirmed else { throw ASExtensionError(.userCanceled) }
  }

  /// Puts a generated password into the trash. The end of its form restores it, and the user can if the form never ends.
  private func keepPending(_ wanted: PasswordToSave, session: String, in vault: CredentialVault) throws {
    if let known = environment.pendingPasswords[session], case .password(let record)? = try? vault.record(known),
      constantTimeEquals(record.password, wanted.password)
    {
      return
    }
    var generator = environment.makeGenerator()
    let record = wanted.record(id: .random(using: &generator))
    try vault.addToTrash(.password(record))
    environment.pendingPasswords[session] = record.id
  }

  private func keep(_ wanted: PasswordToSave, in target: RecordIdentifier?, session: String, vault: CredentialVault) throws {
    var generator = environment.makeGenerator()
    let pending = environment.pendingPasswords.remove(session)
    if let target {
      try vault.updatePassword(target) { $0.password = wanted.password }
    } else if let pending, case .password(let record)? = try? vault.record(pending), constantTimeEquals(record.password, wanted.password) {
      try vault.restore(pending)
      try vault.replace(.password(wanted.record(id: pending)))
    } else {
      try vault.add(.password(wanted.record(id: .random(using: &generator))))
    }
  }

  private static func question(_ wanted: PasswordToSave, isLocked: Bool) -> PresentableConfirmation {
    PresentableConfirmation(
      title: translated("Save this password?"), message: isLocked ? ProviderTexts.saveLocked : ProviderTexts.save, details: details(wanted),
      confirmLabel: ProviderTexts.saveLabel)
  }

  private static func choice(_ wanted: PasswordToSave, _ candidates: [CredentialSummary]) -> PresentableChoice {
    PresentableChoice(
      title: translated("Update a saved password?"), message: ProviderTexts.update, details: details(wanted),
      rows: candidates.prefix(CredentialRanking.limit - 1).map {
        PresentableRow(
          id: $0.id.description, title: translated("Update \($0.serviceName)"), subtitle: $0.user.isEmpty ? nil : $0.user, matches: true)
      } + [PresentableRow(id: newEntryRow, title: ProviderTexts.newEntry, subtitle: ProviderTexts.newEntryNote)],
      confirmLabel: ProviderTexts.saveLabel)
  }

  private static func details(_ wanted: PasswordToSave) -> [PresentableDetail] {
    var details = [
      PresentableDetail(label: wanted.service.kind == .app ? translated("App") : translated("Website"), value: wanted.service.text)
    ]
    if wanted.title != wanted.service.text { details.insert(PresentableDetail(label: translated("Name"), value: wanted.title), at: 0) }
    if !wanted.user.isEmpty { details.append(PresentableDetail(label: translated("Account"), value: wanted.user)) }
    return details
  }
}
