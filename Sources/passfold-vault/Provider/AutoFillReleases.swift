// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import VaultProtocol

/// All releases from the vault by AutoFill: limits their rate, and records each release before it is handed over.
@MainActor
package final class AutoFillReleases {
  private let session: VaultSession
  private let now: @Sendable () -> Date
  /// The time until which the user's refusal applies, so that repeated requests cannot wear the user out.
  private var refusedUntil: ContinuousClock.Instant?

  init(session: VaultSession, now: @escaping @Sendable () -> Date) {
    self.session = session
    self.now = now
  }

  /// Allows one release, or above 30 in a minute asks the user first.
  ///
  /// - Parameters:
  ///   - recipient: The website or app that receives it.
  ///   - mayAsk: Whether the request has an interface.
  /// - Throws: `ASExtensionError` `userInteractionRequired` if the user has to be asked and there is no interface, `userCanceled` after a
  ///   refusal, which applies for a minute.
  func admit(for recipient: String, mayAsk: Bool, in context: ASCredentialProviderExtensionContext) async throws {
    if await session.mayRelease() { return }
    if let refusedUntil, session.time.now() < refusedUntil { throw ASExtensionError(.userCanceled) }
    guard mayAsk else { throw ASExtensionError(.userInteractionRequired) }
    let (session, lockings) = (session, session.prompts.lockings)
    let isAllowed = try await context.present(ProviderTexts.fillMore) { try await Self.ask(for: recipient, session, since: lockings) }
    guard isAllowed else {
      refusedUntil = session.time.now().advanced(by: .seconds(60))
      throw ASExtensionError(.userCanceled)
    }
  }

  /// Records a release. It counts as use of the vault, and keeps it open.
  ///
  /// - Throws: `VaultFailure` if the vault was locked meanwhile; nothing must be released then.
  func remember(_ kind: ReleaseNote.Kind, of summary: CredentialSummary?, title: String? = nil, for recipient: String) async throws {
    try await session.remember(
      ReleaseNote(
        date: now(), door: .autoFill, kind: kind, record: summary?.id, title: title ?? summary?.serviceName ?? "",
        user: summary?.user ?? "", recipient: recipient))
  }

  private nonisolated static func ask(for recipient: String, _ session: VaultSession, since lockings: Int) async throws -> Bool {
    guard session.prompts.hasDisplay else {
      do throws(VaultFailure) {
        try await session.verifyUser(for: .fillMore(service: recipient), since: lockings)
        return true
      } catch {
        if error.code == .canceled || error.code == .wrongPassphrase { return false }
        throw error
      }
    }
    return try await session.prompts.confirm(PromptTexts.fillMore(service: recipient), since: lockings)
  }
}
