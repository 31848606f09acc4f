// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialExchange
import CredentialProviderHost
import CredentialVault
import Foundation
import SecretMemory
import VaultProtocol

/// Takes what another provider hands over, as an import of a file does: read by a program of its own, told in a report, stored as one act.
@MainActor
struct CredentialTakeover {
  let environment: ProviderEnvironment
  let context: ASCredentialProviderExtensionContext

  func run(_ activity: CredentialExchangeActivity) async throws {
    guard let token = activity.userInfo?[ASCredentialImportToken] else { throw ASExtensionError(.failed) }
    // Before anybody is asked for anything: there may be nothing to take.
    let content = try await CredentialTransfer.receive(token)
    // Whoever asks after this one gets nothing of another.
    environment.previews.end()
    let gate = VaultGate(session: environment.session, context: context)
    let purpose = PromptPurpose.takeOver(provider: activity.exporter)
    _ = try await gate.openVault(for: purpose)
    let collection = try await read(content)
    var comparison = environment.comparison
    let preview = try await comparison.plan(collection) { _ in .mine }
    let report = TakeoverReport(preview, collection, from: activity.exporter)
    if activity.isPreview {
      // Read is read, by whichever button or key.
      _ = try await context.present(report.told)
      // A vault that locked itself meanwhile keeps no names.
      if await environment.session.state == .unlocked {
        environment.previews.keep(
          VaultAnswer.ImportReport(preview, of: collection, "cxf"), from: activity.exporter, at: environment.session.time.now())
      }
      context.completeCredentialImportRequest()
      return
    }
    let resolution = try await ask(report)
    // The vault may have locked itself while the question stood.
    _ = try await gate.openVault(for: purpose)
    comparison = environment.comparison
    let plan = try await comparison.plan(collection) { _ in resolution }
    // Nothing new is no import: the one before it can still be taken back.
    if !plan.batch.additions.isEmpty || !plan.batch.mergings.isEmpty { try await comparison.store(plan) }
    context.completeCredentialImportRequest()
  }

  private func read(_ content: SharedSecret) async throws -> ImportedCollection {
    let exchange = environment.exchange
    let outcome = try await context.present(ProviderTexts.readingCredentials) { try await exchange.read(ReadingOrder(file: content)) }
    switch outcome {
    // The providers speak one format; a file of another one is none that was handed over.
    case .collection(let collection, "cxf"): return collection
    case .collection: throw VaultFailure(.fileUnreadable, detail: CredentialExchangeError.Code.unknownFormat.description)
    case .failure(let error, _): throw VaultFailure(.fileUnreadable, detail: error.code.description)
    }
  }

  /// Tells the person what would come in, and hears what to do where the vault has it otherwise.
  private func ask(_ report: TakeoverReport) async throws -> ImportPlan.Resolution {
    guard report.isAnyDifferent else {
      guard try await context.present(report.question) == .confirmed else { throw ASExtensionError(.userCanceled) }
      return .mine
    }
    guard case .chosen(let row) = try await context.present(report.choice), let resolution = ImportPlan.Resolution(rawValue: row) else {
      throw ASExtensionError(.userCanceled)
    }
    return resolution
  }
}

extension ProviderEnvironment {
  /// What compares a collection with the open vault now.
  fileprivate var comparison: ImportComparison {
    ImportComparison(session: session, now: now(), makeGenerator: makeGenerator)
  }
}
