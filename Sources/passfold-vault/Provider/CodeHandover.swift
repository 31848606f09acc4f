// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import OneTimeCodes

/// Completes the request with a code, after the necessary questions: whether pending codes were accepted, and whether a code that is about
/// to expire is wanted.
@MainActor
struct CodeHandover {
  /// The remaining time below which the user is asked before a code is released, in seconds.
  static let shortRest: TimeInterval = 5

  let environment: ProviderEnvironment
  let context: ASCredentialProviderExtensionContext

  /// Completes the request with the code of this instant.
  ///
  /// - Parameter mayAsk: Whether the request has an interface.
  /// - Throws: As ``code(of:mayAsk:)``.
  func complete(with record: OneTimeCodeRecord, mayAsk: Bool) async throws {
    await context.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: try await code(of: record, mayAsk: mayAsk)))
  }

  /// Returns the code of this instant; a counter is stored on disk before its code is released.
  ///
  /// - Parameter mayAsk: Whether the request has an interface.
  /// - Throws: `ASExtensionError` `userInteractionRequired` if the user has to be asked and there is no interface, `userCanceled`.
  func code(of record: OneTimeCodeRecord, mayAsk: Bool) async throws -> String {
    if record.pending != nil {
      guard mayAsk else { throw ASExtensionError(.userInteractionRequired) }
      try await PendingCodeQuestion(environment: environment, context: context, record: record).askBeforeFilling()
    } else if let end = PresentableRow.LiveCode(record.parameters, at: environment.now(), clock: environment.clock)?.validUntil,
      end.timeIntervalSince(environment.now()) < Self.shortRest
    {
      guard mayAsk else { throw ASExtensionError(.userInteractionRequired) }
      try await askAboutTheRest(of: record, until: end)
    }
    try await environment.releases.admit(for: environment.recipient, mayAsk: mayAsk, in: context)
    // The vault may have locked itself, and a counter may have advanced, while a question was open.
    let used = try await environment.session.vaultUnattended().useCodes(record.id)
    try await environment.releases.remember(.code, of: CredentialRecord.oneTimeCode(used).summary, for: environment.recipient)
    return used.parameters.code(at: environment.now() + environment.clock.compensation).text
  }

  private func askAboutTheRest(of record: OneTimeCodeRecord, until end: Date) async throws {
    let seconds = max(1, Int(end.timeIntervalSince(environment.now()).rounded(.up)))
    let (now, clock) = (environment.now(), environment.clock)
    let choice = PresentableChoice(
      title: ProviderTexts.shortRestTitle(seconds: seconds), message: ProviderTexts.shortRest, details: [],
      rows: [
        PresentableRow(
          id: "current", title: ProviderTexts.fillCurrent,
          code: PresentableRow.LiveCode(record.parameters, at: now, clock: clock)),
        PresentableRow(
          id: "next", title: ProviderTexts.fillNext, code: PresentableRow.LiveCode(record.parameters, at: now, clock: clock, next: true)),
      ], confirmLabel: ProviderTexts.fill)
    switch try await context.present(choice) {
    case .chosen("current"): return
    case .chosen:
      guard environment.now() < end else { return }
      try await context.present(ProviderTexts.waitingForNext) { try await environment.sleep(end) }
    case .canceled: throw ASExtensionError(.userCanceled)
    }
  }
}
