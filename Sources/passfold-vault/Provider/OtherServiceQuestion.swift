// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost

/// Asks before a credential that was picked from a list goes to a service that it was not saved for.
///
/// The list itself says which rows fit, but a person may overlook it, and whatever draws the list cannot be relied on: the question is asked
/// here, where both the record and the request are known.
@MainActor
struct OtherServiceQuestion {
  let context: ASCredentialProviderExtensionContext
  /// The services that ask, most specific first.
  let services: [ASCredentialServiceIdentifier]

  /// Returns when the record fits the services that ask, or when the person says that it is to be given to them all the same.
  ///
  /// - Throws: `ASExtensionError` `userCanceled`.
  func ask(about summary: CredentialSummary) async throws {
    guard !CredentialRanking.order([summary], for: services.map(\.identifier)).allSatisfy(\.matches) else { return }
    let question = Self.question(about: summary, asker: services.first.map { $0.displayName ?? $0.identifier })
    guard try await context.present(question) == .confirmed else { throw ASExtensionError(.userCanceled) }
  }

  /// The question, which names the service that the record was saved for and the one that asks.
  private static func question(about summary: CredentialSummary, asker: String?) -> PresentableConfirmation {
    let services = summary.services.map(\.text).joined(separator: ", ")
    let owner = services.isEmpty ? summary.serviceName : services
    let asker = asker ?? ProviderTexts.unnamedAsker
    var details = [PresentableDetail(label: ProviderTexts.savedFor, value: owner)]
    if !summary.user.isEmpty { details.append(PresentableDetail(label: ProviderTexts.account, value: summary.user)) }
    details.append(PresentableDetail(label: ProviderTexts.askedForBy, value: asker))
    return PresentableConfirmation(
      title: ProviderTexts.otherServiceTitle(summary.kind, of: summary.services.first?.text ?? owner, for: asker),
      message: ProviderTexts.otherService(asker), details: details, confirmLabel: ProviderTexts.fillAnyway, isDestructive: true)
  }
}
