// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Transferring one provider's credentials to another (Apple: `ASCredentialExportManager`, `ASCredentialImportManager`).
enum ExchangeFlow {
  /// Starts a provider's export, in the course of which it asks for the user's grant itself.
  ///
  /// - Throws: `providerUnknown`, `notAllowedHere` for providers that do not take part, `badRequest` if both are the same, and for a
  ///   preview by a provider other than the system's own: it decides what to show, and might keep the data.
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

  /// Shows the user the exporter and the possible importers: the broker's own view, outside the requesting program.
  ///
  /// - Parameter only: The single importer named by the user; nil if none was named.
  /// - Throws: `nothingToOffer` if there is no importer.
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
