// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialExchange
import CredentialProviderHost
import CredentialVault
import Foundation
import SecretMemory
import VaultProtocol

/// Imports another provider's credentials in the way of a file: read by a separate program, described in a report, stored as one
/// transaction.
@MainActor
struct CredentialTakeover {
  let environment: ProviderEnvironment
  let context: ASCredentialProviderExtensionContext

  func run(_ activity: CredentialExchangeActivity) async throws {
    guard let token = activity.userInfo?[ASCredentialImportToken] else { throw ASExtensionError(.failed) }
    // Before the user is asked for anything, because there may be nothing to import.
    let content = try await CredentialTransfer.receive(token)
    // A later request must not get the report of another import.
    environment.previews.end()
    let gate = VaultGate(session: environment.session, context: context)
    let purpose = PromptPurpose.takeOver(provider: activity.exporter)
    _ = try await gate.openVault(for: purpose)
    let collection = try await read(content)
    var comparison = environment.comparison
    let preview = try await comparison.plan(collection) { _ in .mine }
    let report = TakeoverReport(preview, collection, from: activity.exporter)
    if activity.isPreview {
      // The preview counts as read, whichever button or key closes it.
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
    // The vault may have locked itself while the question was open.
    _ = try await gate.openVault(for: purpose)
    comparison = environment.comparison
    let plan = try await comparison.plan(collection) { _ in resolution }
    // An import without anything new does not count as one: the previous one can still be undone.
    if !plan.batch.additions.isEmpty || !plan.batch.mergings.isEmpty { try await comparison.store(plan) }
    context.completeCredentialImportRequest()
  }

  private func read(_ content: SharedSecret) async throws -> ImportedCollection {
    let exchange = environment.exchange
    let outcome = try await context.present(ProviderTexts.readingCredentials) { try await exchange.read(ReadingOrder(file: content)) }
    switch outcome {
    // Providers only exchange this format; a file of another format does not come from an exchange.
    case .collection(let collection, "cxf"): return collection
    case .collection: throw VaultFailure(.fileUnreadable, detail: CredentialExchangeError.Code.unknownFormat.description)
    case .failure(let error, _): throw VaultFailure(.fileUnreadable, detail: error.code.description)
    }
  }

  /// Shows the user the import, and asks what to do with entries that differ from the vault's.
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
  /// The comparison of a collection with the open vault as of now.
  fileprivate var comparison: ImportComparison {
    ImportComparison(session: session, now: now(), makeGenerator: makeGenerator)
  }
}
