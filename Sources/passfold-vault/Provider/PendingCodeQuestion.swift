// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import OneTimeCodes
import Translations

/// Asks about codes that were set up and that no service is known to have accepted yet.
@MainActor
struct PendingCodeQuestion {
  private enum Row { static let fill = "fill", accepted = "accepted", later = "later", discard = "discard" }

  let environment: ProviderEnvironment
  let context: ASCredentialProviderExtensionContext
  let record: OneTimeCodeRecord

  /// Shows the code to be typed into the site that has just set it up, and asks whether it was accepted.
  ///
  /// If the popup is closed, as by a click into the page, the codes stay pending.
  ///
  /// - Returns: Whether the codes are still in the vault.
  func askAfterSetUp() async throws -> Bool {
    // A counter advances whenever it is read, so its code is shown once, as a detail.
    let shown = try await environment.session.vault().useCodes(record.id)
    let details =
      shown.parameters.period == nil
      ? [PresentableDetail(label: translated("Code"), value: shown.parameters.code(at: environment.now()).text)] : []
    let outcome = try await present(
      title: ProviderTexts.acceptedTitle(record.title),
      message: ProviderTexts.accepted(keepsOld: record.pending?.replaces.isEmpty == false),
      details: details,
      rows: [
        // The first row is at the place of an accidental click, so it changes nothing.
        PresentableRow(id: Row.later, title: ProviderTexts.acceptedLater, subtitle: ProviderTexts.acceptedLaterNote),
        PresentableRow(id: Row.accepted, title: ProviderTexts.acceptedYes),
        PresentableRow(id: Row.discard, title: ProviderTexts.discard, subtitle: ProviderTexts.discardNote),
      ])
    switch outcome {
    case .chosen(Row.accepted): try await confirm()
    case .chosen(Row.discard):
      try await discard()
      return false
    default: break
    }
    return true
  }

  /// Asks before a pending code is filled; returns if it is to be filled.
  ///
  /// - Throws: `ASExtensionError` `userCanceled`, also after the codes were discarded.
  func askBeforeFilling() async throws {
    let outcome = try await present(
      title: ProviderTexts.pendingTitle, message: ProviderTexts.pending(record.title, keepsOld: record.pending?.replaces.isEmpty == false),
      details: [],
      rows: [
        PresentableRow(id: Row.fill, title: ProviderTexts.fillPending, subtitle: ProviderTexts.fillPendingNote),
        PresentableRow(id: Row.accepted, title: ProviderTexts.fillAccepted, subtitle: ProviderTexts.fillAcceptedNote),
        PresentableRow(id: Row.discard, title: ProviderTexts.discard, subtitle: ProviderTexts.discardNote),
      ])
    switch outcome {
    case .chosen(Row.fill): return
    case .chosen(Row.accepted): try await confirm()
    case .chosen(Row.discard):
      try await discard()
      throw ASExtensionError(.userCanceled)
    default: throw ASExtensionError(.userCanceled)
    }
  }

  private func present(
    title: String, message: String, details: [PresentableDetail], rows: [PresentableRow]
  ) async throws -> PresentableChoice.Outcome {
    let (parameters, clock, now, sleep) = (record.parameters, environment.clock, environment.now, environment.sleep)
    let choice = PresentableChoice(title: title, message: message, details: details, rows: rows, confirmLabel: ProviderTexts.fill)
    @Sendable func withCode(at instant: Date) -> PresentableChoice {
      var choice = choice
      choice.rows[0].code = PresentableRow.LiveCode(parameters, at: instant, clock: clock)
      return choice
    }
    let updates = AsyncStream<PresentableChoice> {
      guard let end = PresentableRow.LiveCode(parameters, at: now(), clock: clock)?.validUntil, (try? await sleep(end)) != nil else {
        return nil
      }
      return withCode(at: max(now(), end))
    }
    return try await context.present(withCode(at: now()), updatedBy: updates)
  }

  private func confirm() async throws {
    let vault = try await environment.session.vault()
    do throws(CredentialVaultError) {
      try vault.confirmCodes(record.id)
    } catch {
      // Another window may have confirmed it already.
      guard error.code == .notPending else { throw error }
    }
    await environment.session.recordsChanged()
  }

  private func discard() async throws {
    try await environment.session.vault().moveToTrash(record.id)
    await environment.session.recordsChanged()
  }
}
