// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation

/// The list of passwords and, while a passkey request is pending, of the passkeys that can answer it.
@MainActor
struct CredentialPicker {
  let environment: ProviderEnvironment
  let context: ASCredentialProviderExtensionContext

  func run(services: [ASCredentialServiceIdentifier], passkeys: ASPasskeyCredentialRequestParameters?) async throws {
    let gate = VaultGate(session: environment.session, context: context)
    let vault = try await gate.openVault(for: .showList)
    let list = Self.list(try vault.summaries(), services: services.map(\.identifier), passkeys: passkeys)
    guard case .chosen(let row) = try await context.present(list), let id = RecordIdentifier(row) else {
      throw ASExtensionError(.userCanceled)
    }
    let release = CredentialRelease(environment: environment, context: context)
    // The vault may have locked itself while the list was open.
    var openVault = try await gate.openVault(for: .showList)
    let picked = try await release.record(id, in: openVault)
    if case .password = picked {
      try await OtherServiceQuestion(context: context, services: services).ask(about: picked.summary)
      // The vault may have locked itself while the question was open, so it is opened again.
      openVault = try await gate.openVault(for: .showList)
    }
    switch (try await release.record(id, in: openVault), passkeys) {
    case (.password(let record), _): try await release.complete(with: record)
    case (.passkey(let record), let parameters?):
      let assertion = CredentialRelease.Assertion(
        relyingPartyIdentifier: parameters.relyingPartyIdentifier, clientDataHash: parameters.clientDataHash,
        userVerification: parameters.userVerificationPreference, allowedCredentials: parameters.allowedCredentials,
        extensions: parameters.extensionInput)
      try await release.complete(
        assertion, with: record, from: openVault, verification: .gate(gate, .signIn(service: parameters.relyingPartyIdentifier)))
    default: throw ASExtensionError(.credentialIdentityNotFound)
    }
  }

  /// Returns the list of the passkeys that can answer, then the passwords, those of the page first.
  static func list(
    _ summaries: [CredentialSummary], services: [String], passkeys: ASPasskeyCredentialRequestParameters?
  ) -> PresentableList {
    var rows: [PresentableRow] = []
    if let passkeys {
      rows += summaries.filter { $0.answers(passkeys) }.map { row($0, prefix: ProviderTexts.passkeyPrefix, matches: true) }
    }
    let ranked = CredentialRanking.order(summaries.filter { $0.kind == .password }, for: services)
    rows += ranked.map { row($0.summary, prefix: passkeys == nil ? nil : ProviderTexts.passwordPrefix, matches: $0.matches) }
    let shown = Array(rows.prefix(CredentialRanking.limit))
    let message =
      shown.isEmpty ? ProviderTexts.noCredentials : shown.count < rows.count ? ProviderTexts.truncated(to: shown.count) : nil
    return PresentableList(
      title: passkeys == nil ? ProviderTexts.passwordsTitle : ProviderTexts.credentialsTitle, message: message, rows: shown)
  }

  private static func row(_ summary: CredentialSummary, prefix: String?, matches: Bool) -> PresentableRow {
    PresentableRow(
      id: summary.id.description, title: summary.serviceName,
      subtitle: [prefix, summary.user.isEmpty ? nil : summary.user].compactMap(\.self).joined(separator: " · "), matches: matches)
  }
}

extension CredentialSummary {
  /// Returns whether this is a passkey that the relying party would accept.
  fileprivate func answers(_ parameters: ASPasskeyCredentialRequestParameters) -> Bool {
    guard kind == .passkey, relyingPartyID == parameters.relyingPartyIdentifier, let credentialID else { return false }
    return parameters.allowedCredentials.isEmpty || parameters.allowedCredentials.contains(Data(credentialID))
  }
}
