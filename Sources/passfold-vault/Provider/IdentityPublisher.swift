// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
package import CredentialModel
package import CredentialProviderHost
import CredentialVault
import Foundation
import WebDomains

/// Keeps the system's identity store and its knowledge of the lock in step with the vault.
@MainActor
package final class IdentityPublisher {
  private let session: VaultSession
  private let store: ASCredentialIdentityStore
  private let report: (CredentialProviderLockState) -> Void
  /// The last transaction that the store reflects; nil while it may hold anything.
  private var published: UInt64?
  /// The records whose identities are made and sent at a time.
  private static let recordsAtOnce = 4096

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
    let passkeys = try? await session.vaultUnattended().summaries(kind: .passkey)
    guard let summary = passkeys?.first(where: { $0.credentialID == credentialID }) else { return }
    try? await store.saveCredentialIdentities(Self.identities(of: summary))
  }

  private func refresh() async {
    guard let vault = try? await session.vaultUnattended() else { return }
    let state = await store.state()
    guard state.isEnabled else { return }
    let known = state.supportsIncrementalUpdates ? published : nil
    // A store that is busy or gone is filled at the next change; suggestions are late then, and nothing is lost.
    published = nil
    do {
      if let known, case (let changes?, let transaction) = try vault.changes(since: known) {
        try await publish(changes)
        published = transaction
      } else {
        let transaction = try vault.lastTransaction()
        try await publishAll(of: vault)
        published = transaction
      }
    } catch {
      return
    }
  }

  /// Sends what changed: removals first, since what is saved replaces what is equal to it.
  private func publish(_ changes: [RecordChange]) async throws {
    let gone = changes.flatMap { $0.former.map(Self.identities) ?? [] }
    if !gone.isEmpty { try await store.removeCredentialIdentities(gone) }
    // A record that changed twice is saved as it is last.
    var last: [RecordIdentifier: CredentialSummary] = [:]
    for change in changes {
      if let id = change.former?.id { last[id] = nil }
      if let current = change.current { last[current.id] = current }
    }
    let made = last.values.sorted { $0.id < $1.id }.flatMap(Self.identities)
    if !made.isEmpty { try await store.saveCredentialIdentities(made) }
  }

  /// Sends everything, by parts: the identities of a large vault take more memory than the vault.
  private func publishAll(of vault: CredentialVault) async throws {
    let all = try vault.search(CredentialSearch("", among: .fillable))
    var isFirst = true
    for start in stride(from: 0, to: max(1, all.count), by: Self.recordsAtOnce) {
      let part = (start..<min(start + Self.recordsAtOnce, max(start, all.count))).compactMap { all[$0] }.flatMap(Self.identities)
      if isFirst { try await store.replaceCredentialIdentities(part) } else { try await store.saveCredentialIdentities(part) }
      isFirst = false
    }
    if all.count > Self.recordsAtOnce { CredentialVault.giveMemoryBack() }
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
    case .note, .card, .identity: return []
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
