// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
package import CredentialModel
package import CredentialProviderHost
import Foundation
import WebDomains

/// Keeps the system's identity store and its knowledge of the lock in step with the vault.
@MainActor
package final class IdentityPublisher {
  private let session: VaultSession
  private let store: ASCredentialIdentityStore
  private let report: (CredentialProviderLockState) -> Void

  /// Publishes what `session` holds to `store`; `report` tells the system how the lock stands.
  package init(session: VaultSession, store: ASCredentialIdentityStore, report: @escaping (CredentialProviderLockState) -> Void) {
    self.session = session
    self.store = store
    self.report = report
  }

  /// Publishes now and at every change of the lock or of the records, until the task is cancelled.
  package func run() async {
    let changes = await session.changes()
    await publish(session.state)
    for await state in changes { await publish(state) }
  }

  /// Publishes one passkey, ahead of the next change of the whole: a page may ask for it as soon as it has heard of it.
  ///
  /// - Parameter credentialID: The passkey's id; nothing happens where the open vault has none of this id.
  package func publishPasskey(_ credentialID: [UInt8]) async {
    guard let summary = try? await session.peek().first(where: { $0.credentialID == credentialID }) else { return }
    try? await store.saveCredentialIdentities(Self.identities(of: summary))
  }

  private func refresh() async {
    guard let summaries = try? await session.peek() else { return }
    guard await store.state().isEnabled else { return }
    // A store that is busy or gone is filled at the next change; suggestions are late then, and nothing is lost.
    try? await store.replaceCredentialIdentities(summaries.flatMap(Self.identities))
  }

  private func publish(_ state: VaultSession.State) async {
    switch state {
    case .noVault: report(.noVault)
    case .locked, .unreadable: report(.locked)
    case .unlocked:
      report(.unlocked)
      await refresh()
    }
  }

  /// One identity for each service of a record.
  package static func identities(of summary: CredentialSummary) -> [any ASCredentialIdentity] {
    let record = summary.id.description
    switch summary.kind {
    case .password:
      return summary.services.map {
        ASPasswordCredentialIdentity(serviceIdentifier: $0.identifier, user: summary.user, recordIdentifier: record)
      }
    case .oneTimeCode:
      let name = summary.user.isEmpty ? summary.title : summary.user
      let label = summary.pending == nil ? name : "\(name) · \(ProviderTexts.notConfirmed)"
      return summary.services.map { service in
        let identity = ASOneTimeCodeCredentialIdentity(
          serviceIdentifier: service.identifier, label: label, recordIdentifier: record)
        // A code that belongs to a login is likelier wanted than one that stands alone.
        identity.rank = summary.login == nil || summary.pending != nil ? 0 : 1
        return identity
      }
    case .passkey:
      guard let relyingParty = summary.relyingPartyID, let credentialID = summary.credentialID, let userHandle = summary.userHandle else {
        return []
      }
      return [
        ASPasskeyCredentialIdentity(
          relyingPartyIdentifier: relyingParty, userName: summary.user, credentialID: Data(credentialID), userHandle: Data(userHandle),
          recordIdentifier: record)
      ]
    }
  }
}

extension ServiceIdentifier {
  fileprivate var identifier: ASCredentialServiceIdentifier {
    let type: ASCredentialServiceIdentifier.IdentifierType =
      switch kind {
      case .domain: .domain
      case .url: .URL
      case .app: .app
      }
    let identifier = ASCredentialServiceIdentifier(identifier: text, type: type)
    identifier.matching = rule == .domain ? nil : rule.rawValue
    return identifier
  }
}
