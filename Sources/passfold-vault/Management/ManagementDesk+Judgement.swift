// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialProviderHost
import CredentialVault
import SecretMemory
import VaultProtocol

/// Decides which callers are served immediately and which only with the user's consent, and which credential is meant.
extension ManagementDesk {
  func openGrant(for caller: ManagementCaller) {
    guard let terminal = caller.session else { return }
    policy.open(for: terminal, at: time.now())
    reportGrants()
  }

  /// Opens the vault if necessary. A passphrase that was just typed for this caller also counts as consent to its request.
  ///
  /// - Returns: Whether the caller must still be confirmed.
  func admit(
    _ caller: ManagementCaller, to weight: ReleasePolicy.Weight = .look
  ) async throws(VaultFailure) -> ReleasePolicy.Decision {
    if try await openForCaller(caller) { return .atOnce }
    guard caller.role == .browser else {
      switch weight {
      case .names: return policy.decideNames(for: caller.session, at: time.now())
      case .change: return policy.decideChange(for: caller.session, at: time.now())
      case .look, .release: return policy.decide(for: caller.session, at: time.now())
      }
    }
    switch weight {
    case .names, .look: return .atOnce
    case .change: return policy.decideBrowserChange(at: time.now())
    case .release: return await session.mayRelease() ? .atOnce : .confirm
    }
  }

  /// Opens the vault for a caller.
  ///
  /// - Returns: Whether a passphrase was typed for it just now.
  func openForCaller(_ caller: ManagementCaller) async throws(VaultFailure) -> Bool {
    if caller.isUnattended {
      _ = try await session.vaultUnattended()
      return false
    }
    if await session.state == .unlocked { return false }
    // Another request's prompt may have opened it meanwhile, which is no consent to this one.
    guard try await session.unlock(for: .manage(program: caller.program), at: caller.terminal, since: caller.lockings) else { return false }
    openGrant(for: caller)
    return true
  }

  /// Asks the user to allow an act: by consent on the session's display or, without one, by the passphrase, typed on the caller's terminal.
  ///
  /// The caller may have created its terminal itself and send key presses to it, so simple consent there could be the caller's own.
  func confirm(_ act: ReleaseAct, _ caller: ManagementCaller) async throws(VaultFailure) {
    if caller.isUnattended { throw VaultFailure(.wouldAsk) }
    if caller.role == .browser, let refusedUntil, time.now() < refusedUntil { throw VaultFailure(.refused) }
    switch try await sayOnDisplay(act, caller) {
    case true?:
      if act.isChange { policy.allowChanges(of: caller.session, at: time.now()) }
      return
    case false?:
      if caller.role == .browser { refusedUntil = time.now().advanced(by: ReleasePolicy.refusalSpan) }
      throw VaultFailure(.refused)
    case nil: break
    }
    let purpose = PromptPurpose.allow(act, program: await caller.program)
    if try await session.unlock(for: purpose, at: caller.terminal, since: caller.lockings) { return }
    try await session.verifyUser(for: purpose, at: caller.terminal, since: caller.lockings)
    if act.isChange { policy.allowChanges(of: caller.session, at: time.now()) }
  }

  /// Returns the user's decision on the session's display; nil if the user cannot be asked on one and the caller has a terminal.
  private func sayOnDisplay(_ act: ReleaseAct, _ caller: ManagementCaller) async throws(VaultFailure) -> Bool? {
    guard session.prompts.hasDisplay else { return nil }
    do throws(VaultFailure) {
      return try await session.prompts.confirm(PromptTexts.confirm(act, program: caller.program), since: caller.lockings)
    } catch {
      // The user may have chosen a pinentry program that only draws on terminals.
      if error.code == .nowhereToAsk, caller.terminal.name != nil { return nil }
      throw error
    }
  }

  func ask(_ question: PassphraseQuestion, _ caller: ManagementCaller) async throws(VaultFailure) -> SharedSecret {
    if caller.isUnattended { throw VaultFailure(.wouldAsk) }
    return SharedSecret(try await session.prompts.passphrase(question, at: caller.terminal, since: caller.lockings))
  }

  /// Returns the entries of the vault, or with `inTrash` those in its trash.
  func summaries(inTrash: Bool = false, isUse: Bool = true) async throws(VaultFailure) -> [CredentialSummary] {
    try await inVault(isUse: isUse) { (vault) throws(CredentialVaultError) in
      try inTrash ? vault.trashedSummaries() : vault.summaries()
    }
  }

  /// Works on the open vault; its errors become the door's failures.
  ///
  /// - Parameter isUse: Whether the work counts as use, which keeps the vault open.
  func inVault<Value: Sendable>(
    isUse: Bool = true, _ work: (CredentialVault) throws(CredentialVaultError) -> Value
  ) async throws(VaultFailure) -> Value {
    let vault = try await isUse ? session.vault() : session.vaultUnattended()
    do throws(CredentialVaultError) {
      return try work(vault)
    } catch {
      throw VaultFailure(error, now: now())
    }
  }

  /// The maximum number of credentials that are listed for an ambiguous name.
  private static let mostMatches = 200

  /// Returns the one credential that is meant. A caller that must still be confirmed does not learn the matches.
  ///
  /// - Parameter joins: Whether an account with several credentials is represented by its main credential.
  func find(
    _ query: String, kind: VaultEntry.Kind? = nil, among kinds: CredentialKinds = .all, inTrash: Bool = false,
    preferring preferred: CredentialKinds = .all, joins: Bool = false, _ decision: ReleasePolicy.Decision, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> CredentialSummary {
    var search = CredentialSearch(
      meant: query, kind: kind.map(CredentialKind.init), among: kinds.intersection(caller.kinds), inTrash: inTrash)
    search.joins = joins && RecordIdentifier(query) == nil
    let found = try await inVault { (vault) throws(CredentialVaultError) in try vault.search(search).closest }
    // Too many matches would not fit into an answer.
    var matches = found.summaries(atMost: Self.mostMatches)
    // Codes that wait for their first use come after those in use.
    let inUse = matches.filter { $0.pending == nil }
    if matches.allSatisfy({ $0.kind == .oneTimeCode }), inUse.count == 1 { matches = inUse }
    let fitting = matches.filter { preferred.contains($0.kind) }
    if matches.count < Self.mostMatches, fitting.count == 1 { matches = fitting }
    if let match = matches.first, matches.count == 1 { return match }
    // The fact that no or several entries match is information about the vault, so the user is asked first.
    if decision == .confirm, caller.role != .browser { try await confirm(.search(query), caller) }
    guard matches.isEmpty else { throw VaultFailure(.ambiguous, matches: matches.map(VaultEntry.init)) }
    throw VaultFailure(inTrash ? .nothingToRestore : .notFound)
  }

  static func name(of summary: CredentialSummary) -> String {
    summary.user.isEmpty ? summary.title : "\(summary.title) (\(summary.user))"
  }
}
