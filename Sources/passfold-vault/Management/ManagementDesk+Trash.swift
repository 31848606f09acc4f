// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import VaultProtocol

/// Into the trash and out of it; nothing is erased.
extension ManagementDesk {
  func remove(_ query: VaultCall.EntryQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultEntry {
    let decision = try await admit(caller, to: .change)
    let match = try await find(query.query, kind: query.kind, decision, caller)
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
    let match = try await find(query.query, kind: query.kind, inTrash: true, decision, caller)
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
}
