// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import SecretMemory

/// The list of every text that the vault could insert into a field of any kind: user names, passwords and codes (Apple:
/// `prepareInterfaceForUserChoosingTextToInsert()`).
@MainActor
struct TextPicker {
  /// The text of a record that a row stands for; a row's identifier is this code and the record's identifier.
  enum Part: Character, CaseIterable {
    case user = "u"
    case password = "p"
    case code = "c"
  }

  let environment: ProviderEnvironment
  let context: ASCredentialProviderExtensionContext

  func run() async throws {
    let gate = VaultGate(session: environment.session, context: context)
    let vault = try await gate.openVault(for: .showList)
    guard case .chosen(let row) = try await context.present(Self.list(try vault.summaries())),
      let part = row.first.flatMap(Part.init(rawValue:)),
      let id = RecordIdentifier(String(row.dropFirst()))
    else { throw ASExtensionError(.userCanceled) }
    let release = CredentialRelease(environment: environment, context: context)
    // The vault may have locked itself while the list was open.
    let record = try await release.record(id, in: try await gate.openVault(for: .showList))
    switch (part, record) {
    case (.user, _): await context.completeRequest(withTextToInsert: record.summary.user)
    case (.password, .password(let password)):
      try await environment.releases.admit(for: environment.recipient, mayAsk: true, in: context)
      try await environment.releases.remember(.password, of: record.summary, for: environment.recipient)
      await context.completeRequest(withTextToInsert: password.password.withBytes { String(decoding: $0, as: UTF8.self) })
    case (.code, .oneTimeCode(let codes)):
      let code = try await CodeHandover(environment: environment, context: context).code(of: codes, mayAsk: true)
      await context.completeRequest(withTextToInsert: code)
    default: throw ASExtensionError(.credentialIdentityNotFound)
    }
  }

  /// Returns the list of each record's texts, by the names of the services.
  static func list(_ summaries: [CredentialSummary]) -> PresentableList {
    let rows = summaries.sorted { ($0.serviceName.lowercased(), $0.user, $0.id) < ($1.serviceName.lowercased(), $1.user, $1.id) }
      .flatMap { summary in
        parts(of: summary).map { part in
          PresentableRow(
            id: String(part.rawValue) + summary.id.description, title: summary.serviceName,
            subtitle: [ProviderTexts.name(of: part), summary.markedUser].filter { !$0.isEmpty }.joined(separator: " · "),
            // There is no requesting site: every text matches the user's request.
            matches: true)
        }
      }
    let shown = Array(rows.prefix(CredentialRanking.limit))
    let message =
      shown.isEmpty ? ProviderTexts.noCredentials : shown.count < rows.count ? ProviderTexts.truncatedTexts(to: shown.count) : nil
    return PresentableList(title: ProviderTexts.textsTitle, message: message, rows: shown)
  }

  private static func parts(of summary: CredentialSummary) -> [Part] {
    let user: [Part] = summary.user.isEmpty ? [] : [.user]
    return switch summary.kind {
    case .password: user + [.password]
    case .oneTimeCode: [.code]
    case .passkey: user
    // These kinds are never filled in.
    case .note, .card, .identity: []
    }
  }
}
