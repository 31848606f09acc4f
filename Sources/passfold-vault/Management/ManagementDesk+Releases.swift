// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import FoundationEssentials
import VaultProtocol

/// The log of releases from the vault.
extension ManagementDesk {
  /// The time during which a live list of one terminal is recorded only once.
  private static let listSpan = Duration.seconds(600)

  /// Records a release before the secret is handed over.
  func remember(_ kind: ReleaseNote.Kind, of summary: CredentialSummary, _ caller: ManagementCaller) async throws(VaultFailure) {
    try await session.remember(
      ReleaseNote(
        date: now(), door: caller.door, kind: kind, record: summary.id, title: summary.title, user: summary.user,
        recipient: await caller.program))
  }

  /// Records that everything is exported into a file.
  func rememberExport(_ format: String, _ caller: ManagementCaller) async throws(VaultFailure) {
    try await session.remember(
      ReleaseNote(
        date: now(), door: caller.door, kind: .export, record: nil, title: "Everything (\(ImportedText.line(format, atMost: 32)))",
        user: "",
        recipient: await caller.program))
  }

  /// Records that a list of codes is released; the same list of one terminal once in ten minutes, however often it is drawn.
  func rememberList(_ query: String, _ caller: ManagementCaller) async throws(VaultFailure) {
    let list = RememberedList(query: query, asker: caller.asker)
    let instant = time.now()
    rememberedLists = rememberedLists.filter { instant - $0.value < Self.listSpan }
    if caller.asker != nil, rememberedLists[list] != nil { return }
    let title = query.isEmpty ? "The codes of all accounts" : "The codes of all that fits “\(query)”"
    let note = ReleaseNote(
      date: now(), door: caller.door, kind: .codes, record: nil, title: title, user: "", recipient: await caller.program)
    // A list that is drawn without a user does not keep the vault open longer.
    try await session.remember(note, isUse: false)
    rememberedLists[list] = instant
  }

  func releases(_ query: VaultCall.ReleasesQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.ReleaseList {
    guard query.limit ?? 1 > 0 else { throw VaultFailure(.badRequest) }
    if try await admit(caller) == .confirm { try await confirm(.releases, caller) }
    let longest = VaultAnswer.ReleaseList.longest
    let page = try await inVault { (vault) throws(CredentialVaultError) in
      try vault.releases(before: query.before, limit: min(query.limit ?? longest, longest))
    }
    return VaultAnswer.ReleaseList(rows: page.entries.map(VaultAnswer.Release.init), total: page.total, missing: page.missing)
  }
}

/// A live list that was recorded.
struct RememberedList: Hashable, Sendable {
  let query: String
  let asker: ListAsker?
}

extension VaultAnswer.Release {
  /// Creates the description of one release for a client.
  init(_ entry: ReleasePage.Entry) {
    let note = entry.note
    let kind: Kind =
      switch note.kind {
      case .code: .code
      case .codes: .codes
      case .password: .password
      case .passkey: .passkey
      case .setUpLink: .setUpLink
      case .addition: .addition
      case .attachment: .attachment
      case .export: .export
      }
    let door: Door =
      switch note.door {
      case .autoFill: .autoFill
      case .management: .management
      case .browser: .browser
      }
    self.init(
      number: entry.number, time: note.date.timeIntervalSince1970, kind: kind, door: door,
      record: note.record.map(String.init(describing:)), title: note.title, user: note.user, recipient: note.recipient)
  }
}
