// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
package import CredentialModel
package import CredentialProviderHost
import CredentialVault
import Foundation
import WebAuthnModel
import WebDomains

/// Keeps the system's identity store and its knowledge of the lock up to date with the vault.
@MainActor
package final class IdentityPublisher {
  private let session: VaultSession
  private let store: ASCredentialIdentityStore
  private let report: (CredentialProviderLockState) -> Void
  private let reportUnfit: (RecordIdentifier) -> Void
  /// The records that were reported as too large.
  private var unfit: Set<RecordIdentifier> = []
  /// The last transaction that the store reflects; nil while its contents are unknown.
  private var published: UInt64?
  /// The number of records whose identities are created and sent together.
  private static let recordsAtOnce = 4096

  /// Creates a publisher of the records of `session` to `store`.
  ///
  /// - Parameters:
  ///   - reportUnfit: Called once for each record that is offered with a shortened name, or without the addresses that are too long.
  ///   - report: Reports the state of the lock to the system.
  package init(
    session: VaultSession, store: ASCredentialIdentityStore, reportUnfit: @escaping (RecordIdentifier) -> Void = { _ in },
    report: @escaping (CredentialProviderLockState) -> Void
  ) {
    self.session = session
    self.store = store
    self.reportUnfit = reportUnfit
    self.report = report
  }

  /// Publishes now and at every change of the lock or of the records, until the task is cancelled.
  package func run() async {
    let changes = await session.changes()
    await publish(session.state)
    for await state in changes { await publish(state) }
  }

  /// Publishes one passkey, ahead of the next complete update, because a page may request it as soon as it knows it.
  ///
  /// - Parameter credentialID: The passkey's credential ID; nothing happens if the open vault has no passkey with this ID.
  package func publishPasskey(_ credentialID: [UInt8]) async {
    let passkeys = try? await session.vaultUnattended().summaries(kind: .passkey)
    guard let summary = passkeys?.first(where: { $0.credentialID == credentialID }) else { return }
    try? await store.saveCredentialIdentities(told(of: summary))
  }

  private func refresh() async {
    guard let vault = try? await session.vaultUnattended() else { return }
    let state = await store.state()
    guard state.isEnabled else { return }
    let known = state.supportsIncrementalUpdates ? published : nil
    // If the store is busy or gone, the next change fills it; suggestions are then late, and nothing is lost.
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

  /// Sends the changes: removals first, because saving replaces equal identities.
  private func publish(_ changes: [RecordChange]) async throws {
    let gone = changes.flatMap { $0.former.map(Self.identities) ?? [] }
    if !gone.isEmpty { try await store.removeCredentialIdentities(gone) }
    // A record that changed twice is saved in its last state.
    var last: [RecordIdentifier: CredentialSummary] = [:]
    for change in changes {
      if let id = change.former?.id { last[id] = nil }
      if let current = change.current { last[current.id] = current }
    }
    let made = last.values.sorted { $0.id < $1.id }.flatMap(told)
    if !made.isEmpty { try await store.saveCredentialIdentities(made) }
  }

  /// Sends everything, in parts, because the identities of a large vault need more memory than the vault.
  private func publishAll(of vault: CredentialVault) async throws {
    let all = try vault.search(CredentialSearch("", among: .fillable))
    var isFirst = true
    for start in stride(from: 0, to: max(1, all.count), by: Self.recordsAtOnce) {
      let part = (start..<min(start + Self.recordsAtOnce, max(start, all.count))).compactMap { all[$0] }.flatMap(told)
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

  /// Returns the identities of a record; reports, once, a record that does not fit.
  private func told(of summary: CredentialSummary) -> [any ASCredentialIdentity] {
    if !PublishedBounds.hold(summary), unfit.insert(summary.id).inserted { reportUnfit(summary.id) }
    return Self.identities(of: summary)
  }

  /// Returns one identity for each service of a record, within ``PublishedBounds``. An imported or synchronised record may have longer
  /// names and addresses than the store accepts, which accepts all identities or none.
  package static func identities(of summary: CredentialSummary) -> [any ASCredentialIdentity] {
    let record = summary.id.description
    let user = PublishedBounds.name(summary.user)
    let services = summary.services.filter { PublishedBounds.hold($0.text) }
    switch summary.kind {
    case .password:
      return services.map { ASPasswordCredentialIdentity(serviceIdentifier: $0.identifier, user: user, recordIdentifier: record) }
    case .oneTimeCode:
      let name = user.isEmpty ? PublishedBounds.name(summary.title) : user
      let label = summary.pending == nil ? name : "\(name) · \(ProviderTexts.notConfirmed)"
      return services.map { service in
        let identity = ASOneTimeCodeCredentialIdentity(
          serviceIdentifier: service.identifier, label: label, recordIdentifier: record)
        // A code that belongs to a login is more likely to be wanted than a separate one.
        identity.rank = summary.login == nil || summary.pending != nil ? 0 : 1
        return identity
      }
    case .passkey:
      guard let relyingParty = summary.relyingPartyID, let credentialID = summary.credentialID, let userHandle = summary.userHandle,
        PublishedBounds.hold(relyingParty: relyingParty, credentialID: credentialID, userHandle: userHandle)
      else { return [] }
      return [
        ASPasskeyCredentialIdentity(
          relyingPartyIdentifier: relyingParty, userName: user, credentialID: Data(credentialID), userHandle: Data(userHandle),
          recordIdentifier: record)
      ]
    case .note, .card, .identity: return []
    }
  }
}

/// The limits for the parts of a record that the system receives, so that one record cannot prevent the publication of the others.
private enum PublishedBounds {
  /// The maximum number of bytes of a name, the same as for a new passkey.
  private static let nameLimit = 1024
  /// The maximum number of bytes of an address: the store's limit for one field.
  private static let addressLimit = 8 * 1024
  /// The maximum number of bytes of a credential ID, and of a user handle (WebAuthn L3 §4 and §5.4.3).
  private static let credentialIDLimit = 1023
  private static let userHandleLimit = 64

  static func name(_ text: String) -> String { text.truncated(toUTF8Bytes: nameLimit) }

  static func hold(_ address: String) -> Bool { address.utf8.count <= addressLimit }

  static func hold(relyingParty: String, credentialID: [UInt8], userHandle: [UInt8]) -> Bool {
    hold(relyingParty) && credentialID.count <= credentialIDLimit && userHandle.count <= userHandleLimit
  }

  /// Returns whether a record is published unchanged.
  static func hold(_ summary: CredentialSummary) -> Bool {
    guard summary.user.utf8.count <= nameLimit, !summary.user.isEmpty || summary.title.utf8.count <= nameLimit else { return false }
    guard summary.kind == .passkey else { return summary.services.allSatisfy { hold($0.text) } }
    return hold(
      relyingParty: summary.relyingPartyID ?? "", credentialID: summary.credentialID ?? [], userHandle: summary.userHandle ?? [])
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
