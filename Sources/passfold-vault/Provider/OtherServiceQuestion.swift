// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost

/// Asks before a credential that was picked from a list goes to a service that it was not saved for.
///
/// The list itself shows which rows match, but the user may overlook this, and the program that draws the list cannot be relied on: the
/// question is asked here, where both the record and the request are known.
@MainActor
struct OtherServiceQuestion {
  let context: ASCredentialProviderExtensionContext
  /// The requesting services, most specific first.
  let services: [ASCredentialServiceIdentifier]

  /// Returns if the record matches the requesting services, or if the user agrees to release it to them anyway.
  ///
  /// - Throws: `ASExtensionError` `userCanceled`.
  func ask(about summary: CredentialSummary) async throws {
    guard !CredentialRanking.order([summary], for: services.map(\.identifier)).allSatisfy(\.matches) else { return }
    let question = Self.question(about: summary, asker: services.first.map { $0.displayName ?? $0.identifier })
    guard try await context.present(question) == .confirmed else { throw ASExtensionError(.userCanceled) }
  }

  /// Returns the question, which names the service that the record was saved for and the requesting one.
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
