// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import OneTimeCodes

/// The list of one-time codes, updated while it is on screen.
@MainActor
struct OneTimeCodePicker {
  let environment: ProviderEnvironment
  let context: ASCredentialProviderExtensionContext

  func run(services: [ASCredentialServiceIdentifier]) async throws {
    let gate = VaultGate(session: environment.session, context: context)
    let vault = try await gate.openVault(for: .showList)
    let summaries = try vault.summaries(kind: .oneTimeCode)
    let ranked = CredentialRanking.order(summaries, for: services.map(\.identifier))
    let shown = Array(ranked.prefix(CredentialRanking.limit))
    let message =
      shown.isEmpty ? ProviderTexts.noCodes : shown.count < ranked.count ? ProviderTexts.truncated(to: shown.count) : nil
    let board = CodeBoard(entries: shown, vault: vault, clock: environment.clock, message: message)
    let outcome = try await context.present(board.list(at: environment.now()), updatedBy: updates(of: board))
    guard case .chosen(let row) = outcome, let id = RecordIdentifier(row) else { throw ASExtensionError(.userCanceled) }
    // The vault may have locked itself while the list was open.
    let release = CredentialRelease(environment: environment, context: context)
    let openVault = try await gate.openVault(for: .showList)
    guard case .oneTimeCode(let record) = try await release.record(id, in: openVault) else {
      throw ASExtensionError(.credentialIdentityNotFound)
    }
    try await OtherServiceQuestion(context: context, services: services).ask(about: CredentialRecord.oneTimeCode(record).summary)
    // The vault may have locked itself while the question was open, so it is opened again.
    _ = try await gate.openVault(for: .showList)
    try await CodeHandover(environment: environment, context: context).complete(with: record, mayAsk: true)
  }

  /// Returns a stream with a new list whenever a code expires; it is only consumed while the view is on screen.
  private func updates(of board: CodeBoard) -> AsyncStream<PresentableList> {
    let (now, sleep) = (environment.now, environment.sleep)
    return AsyncStream {
      guard let end = board.nextEnd(after: now()) else { return nil }
      guard (try? await sleep(end)) != nil else { return nil }
      return board.list(at: max(now(), end))
    }
  }
}

/// The rows of the list, with codes as long as the vault is open.
struct CodeBoard: Sendable {
  let entries: [CredentialRanking.Ranked]
  let vault: CredentialVault
  let clock: CodeClock
  let message: String?

  func list(at instant: Date) -> PresentableList {
    PresentableList(title: ProviderTexts.codesTitle, message: message, rows: entries.map { row($0, at: instant) })
  }

  /// Returns the time at which the first of the codes that are valid at `instant` expires; nil if none does.
  func nextEnd(after instant: Date) -> Date? {
    guard vault.isUnlocked else { return nil }
    return entries.compactMap { code(of: $0.summary.id, at: instant)?.validUntil }.min()
  }

  private func row(_ entry: CredentialRanking.Ranked, at instant: Date) -> PresentableRow {
    let summary = entry.summary
    return PresentableRow(
      id: summary.id.description, title: summary.serviceName, subtitle: summary.markedUser.isEmpty ? nil : summary.markedUser,
      code: code(of: summary.id, at: instant), matches: entry.matches)
  }

  /// Returns nil for a counter-based code: showing one would not count it, and picking it generates the next.
  private func code(of id: RecordIdentifier, at instant: Date) -> PresentableRow.LiveCode? {
    guard case .oneTimeCode(let record) = try? vault.record(id) else { return nil }
    return PresentableRow.LiveCode(record.parameters, at: instant, clock: clock)
  }
}

extension CredentialSummary {
  /// The name by which the user knows the service.
  var serviceName: String {
    if !title.isEmpty { return title }
    return relyingPartyID ?? services.first?.text ?? user
  }

  /// The account, with a mark if no service is known to have accepted the codes yet.
  var markedUser: String {
    guard pending != nil else { return user }
    return user.isEmpty ? ProviderTexts.notConfirmed : "\(user) · \(ProviderTexts.notConfirmed)"
  }
}
