// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// One provider's credentials on their way to another (Apple: `ASCredentialExportManager`, `ASCredentialImportManager`).
enum ExchangeFlow {
  /// Has a provider hand over what it keeps; it asks for leave itself then.
  ///
  /// - Throws: `providerUnknown`, `notAllowedHere` for providers that take no part, `badRequest` for one and the same, and for a preview by
  ///   another than the provider that comes with the system: what that one shows is its own, and it might keep what it was shown.
  static func start(_ request: StartExchangeRequest, among providers: Providers) throws(ClientFailure) -> RequestStep {
    let exporter = try ExchangeJudge.participant(request.from, among: providers)
    if let to = request.to {
      guard to != request.from else { throw ClientFailure(.badRequest) }
      _ = try ExchangeJudge.participant(to, among: providers)
    }
    let isPreview = request.preview == true
    if isPreview {
      guard let to = request.to, providers[to]?.bundle.needs.servesSession == true else { throw ClientFailure(.badRequest) }
    }
    return .ask(
      ProviderQuestion(
        provider: exporter.bundle.identifier, subject: .credentialExport(to: request.to, isPreview: isPreview), stage: .interface))
  }

  /// Shows the person who hands over, and to whom it could go: the broker's own view, outside of the program that asks.
  ///
  /// - Parameter only: The one provider that is meant; nil where the person has named none.
  /// - Throws: `nothingToOffer` where nobody takes it.
  static func choose(for exporter: HostedProvider, only: String?, among providers: Providers) throws(ClientFailure) -> RequestStep {
    let takers = providers.inOrder.filter { provider in
      provider.bundle.capabilities.exchangesCredentials && provider.bundle.identifier != exporter.bundle.identifier
        && (only == nil || provider.bundle.identifier == only)
    }
    guard !takers.isEmpty else { throw ClientFailure(.nothingToOffer) }
    return BrokerPicker.ofDestinations(takers, for: exporter)
  }

  /// Calls the importer with its token.
  static func offer(_ token: String, to importer: String, from exporter: String, isPreview: Bool) -> RequestStep {
    .ask(
      ProviderQuestion(
        provider: importer, subject: .credentialImport(token: token, exporter: exporter, isPreview: isPreview), stage: .interface))
  }
}
