// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialExchange
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import SecretMemory
import Translations
import VaultProtocol

/// Exports everything in the vault to another provider, once the system's question was answered and the passphrase typed.
@MainActor
struct CredentialHandover {
  /// The maximum number of entries that are named with their losses; the rest is counted.
  private static let namedLosses = 5

  let environment: ProviderEnvironment
  let context: ASCredentialProviderExtensionContext

  func run() async throws {
    if await environment.session.state == .noVault { throw VaultFailure(.noVault) }
    let grant = try await CredentialTransfer.request(for: nil)
    let provider = grant.provider ?? translated("another provider")
    try await requirePassphrase(for: .handOver(provider: provider))
    let (content, findings) = try await write()
    let losses = VaultAnswer.HandoverLoss.gathered(from: findings)
    if !losses.isEmpty {
      guard try await context.present(Self.question(losses, to: provider)) == .confirmed else { throw ASExtensionError(.userCanceled) }
    }
    try await environment.session.remember(
      ReleaseNote(
        date: environment.now(), door: .autoFill, kind: .export, record: nil,
        // In English like the whole log, which the command-line tool shows.
        title: "Everything (to \(ImportedText.line(provider, atMost: 64)))", user: "", recipient: provider))
    try await context.present(ProviderTexts.handingOver(to: provider)) { try await CredentialTransfer.send(content, under: grant.transfer) }
    context.completeCredentialExportRequest()
  }

  /// Requires the passphrase, however the vault was opened, because the export contains everything.
  private func requirePassphrase(for purpose: PromptPurpose) async throws {
    let session = environment.session
    try await context.present(ProviderTexts.verify) {
      if try await session.unlock(for: purpose) { return }
      try await session.verifyUser(for: purpose)
    }
  }

  private func write() async throws -> (content: SharedSecret, findings: [VaultAnswer.ExchangeFinding]) {
    let (exchange, session, now) = (environment.exchange, environment.session, environment.now())
    return try await context.present(ProviderTexts.gatheringCredentials) {
      let vault = try await session.vault()
      let exported: ExportedItems
      do throws(CredentialVaultError) {
        exported = try ExportedItems(vault)
      } catch {
        throw VaultFailure(error, now: now)
      }
      let (file, findings) = try await exchange.write(
        WritingOrder(format: "cxf", passphrase: nil, date: now, items: exported.items))
      return (file, (exported.findings + findings).map { VaultAnswer.ExchangeFinding($0, of: exported.items) })
    }
  }

  private static func question(_ losses: [VaultAnswer.HandoverLoss], to provider: String) -> PresentableConfirmation {
    var details = losses.prefix(namedLosses).map { loss in
      PresentableDetail(label: ImportedText.line(loss.title, atMost: 60), value: loss.words)
    }
    let rest = losses.count - details.count
    if rest > 0 {
      let count = translated(rest, one: "\(rest) more entry", other: "\(rest) more entries")
      details.append(PresentableDetail(label: translated("And"), value: count))
    }
    return PresentableConfirmation(
      title: translated("Some things cannot be transferred"), message: ProviderTexts.losses(provider), details: details,
      confirmLabel: translated("Hand over"))
  }
}
