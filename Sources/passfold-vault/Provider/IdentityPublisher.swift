// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
package import CredentialModel
package import CredentialProviderHost
import CredentialVault
import Foundation
import WebAuthnModel
import WebDomains

/// Keeps the system's identity store and its knowledge of the lock in step with the vault.
@MainActor
package final class IdentityPublisher {
  private let session: VaultSession
  private let store: ASCredentialIdentityStore
  private let report: (CredentialProviderLockState) -> Void
  private let reportUnfit: (RecordIdentifier) -> Void
  /// The records of which was told that they do not fit.
  private var unfit: Set<RecordIdentifier> = []
  /// The last transaction that the store reflects; nil while it may hold anything.
  private var published: UInt64?
  /// The records whose identities are made and sent at a time.
  private static let recordsAtOnce = 4096

  /// Publishes what `session` holds to `store`.
  ///
  /// - Parameters:
  ///   - reportUnfit: Told once of each record that is offered with a shortened name, or not at all of the addresses that are too long.
  ///   - report: Tells the system how the lock stands.
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

  /// Publishes one passkey, ahead of the next change of the whole: a page may ask for it as soon as it has heard of it.
  ///
  /// - Parameter credentialID: The passkey's id; nothing happens where the open vault has none of this id.
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
    let made = last.values.sorted { $0.id < $1.id }.flatMap(told)
    if !made.isEmpty { try await store.saveCredentialIdentities(made) }
  }

  /// Sends everything, by parts: the identities of a large vault take more memory than the vault.
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

  /// The identities of a record; of one that does not fit is told, once.
  private func told(of summary: CredentialSummary) -> [any ASCredentialIdentity] {
    if !PublishedBounds.hold(summary), unfit.insert(summary.id).inserted { reportUnfit(summary.id) }
    return Self.identities(of: summary)
  }

  /// One identity for each service of a record, within ``PublishedBounds``: an imported or synchronised record may have longer names and
  /// addresses than the store takes, which takes all identities or none.
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
        // A code that belongs to a login is likelier wanted than one that stands alone.
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

/// How much of a record the system is told, so that one record cannot keep it from hearing of the others.
private enum PublishedBounds {
  /// The most bytes of a name, as many as a new passkey's has.
  private static let nameLimit = 1024
  /// The most bytes of an address: what the store takes of one field.
  private static let addressLimit = 8 * 1024
  /// The most bytes of a credential ID, and of a user handle (WebAuthn L3 §4 and §5.4.3).
  private static let credentialIDLimit = 1023
  private static let userHandleLimit = 64

  static func name(_ text: String) -> String { text.truncated(toUTF8Bytes: nameLimit) }

  static func hold(_ address: String) -> Bool { address.utf8.count <= addressLimit }

  static func hold(relyingParty: String, credentialID: [UInt8], userHandle: [UInt8]) -> Bool {
    hold(relyingParty) && credentialID.count <= credentialIDLimit && userHandle.count <= userHandleLimit
  }

  /// Whether the system is told of a record as it is.
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
