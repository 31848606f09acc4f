// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import VaultProtocol

/// The one way out of the vault by AutoFill: brakes what is asked for too quickly, and remembers each release before it is handed over.
@MainActor
package final class AutoFillReleases {
  private let session: VaultSession
  private let now: @Sendable () -> Date
  /// Until when a person's no holds, so that whoever asks on cannot wear them out.
  private var refusedUntil: ContinuousClock.Instant?

  init(session: VaultSession, now: @escaping @Sendable () -> Date) {
    self.session = session
    self.now = now
  }

  /// Lets one release pass, or above 30 in a minute asks the person first.
  ///
  /// - Parameters:
  ///   - recipient: The website or app that gets it.
  ///   - mayAsk: Whether the request has an interface.
  /// - Throws: `ASExtensionError` `userInteractionRequired` where there is something to ask and no interface, `userCanceled` after a no,
  ///   which holds for a minute.
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

  /// Writes a release down. It is use of the vault, and keeps it open.
  ///
  /// - Throws: `VaultFailure` when the vault was locked meanwhile; nothing is to be released then.
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
