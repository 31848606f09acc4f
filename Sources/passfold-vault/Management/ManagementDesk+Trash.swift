// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import VaultProtocol

/// Moving entries into the trash, restoring them, and erasing them permanently.
extension ManagementDesk {
  func remove(_ query: VaultCall.EntryQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultEntry {
    let decision = try await admit(caller, to: .change)
    let match = try await find(query.query, kind: query.kind, among: caller.changeableKinds, decision, caller)
    if decision == .confirm { try await confirm(.remove(Self.name(of: match)), caller) }
    let trashed = try await inVault { (vault) throws(CredentialVaultError) in
      try vault.moveToTrash(match.id)
      return try vault.trashedSummary(of: match.id)
    }
    await session.recordsChanged()
    return VaultEntry(trashed ?? match)
  }

  func restore(_ query: VaultCall.EntryQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultEntry {
    let decision = try await admit(caller, to: .change)
    let match = try await find(query.query, kind: query.kind, among: caller.changeableKinds, inTrash: true, decision, caller)
    if decision == .confirm { try await confirm(.restore(Self.name(of: match)), caller) }
    try await inVault { (vault) throws(CredentialVaultError) in try vault.restore(match.id) }
    await session.recordsChanged()
    return try await entry(match.id)
  }

  func trash(_ query: VaultCall.ListQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.EntryList {
    guard query.offset ?? 0 >= 0, query.limit ?? 1 > 0 else { throw VaultFailure(.badRequest) }
    if try await admit(caller, to: .names) == .confirm { try await confirm(.trash, caller) }
    return try await page(query, inTrash: true, caller)
  }

  /// Erases entries in the trash. Neither a grant nor a passphrase that was typed to open the vault counts as consent, because this cannot
  /// be undone.
  func erase(_ query: VaultCall.ErasureQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.Erasure {
    let decision = try await admit(caller, to: .change)
    let meant: [CredentialSummary]
    if let words = query.query {
      meant = [try await find(words, kind: query.kind, inTrash: true, decision, caller)]
      try await confirm(.erase(meant.map(Self.name(of:)).joined()), caller)
    } else {
      let kind = query.kind.map(CredentialKind.init)
      meant = try await summaries(inTrash: true).filter { kind == nil || $0.kind == kind }
      guard !meant.isEmpty else { return VaultAnswer.Erasure(count: 0, snapshots: 0) }
      try await confirm(.emptyTrash(count: meant.count), caller)
    }
    try await inVault { (vault) throws(CredentialVaultError) in try vault.erase(meant.map(\.id)) }
    await session.recordsChanged()
    return VaultAnswer.Erasure(count: meant.count, snapshots: CredentialVault.snapshots(of: session.folder).count)
  }
}
