// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import SecretMemory
import VaultProtocol
import WebDomains

/// The stored logins of a site, compared with a password that the user typed there.
extension ManagementDesk {
  /// Returns whether a password is stored. This does not count as use of the vault, and the caller learns nothing about another account's
  /// password.
  func passwordState(
    _ query: VaultCall.PasswordStateQuery, secret: SharedSecret?, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> VaultAnswer.PasswordState {
    let service = try CodeSetUp.identifier(of: query.service)
    guard let secret else { throw VaultFailure(.badRequest) }
    _ = try await admit(caller)
    let passwords = try await inVault(isUse: !caller.isUnattended) { (vault) throws(CredentialVaultError) in
      try vault.summaries(kind: .password)
    }
    let requested = [try? ServiceAddress(parsing: service.text)]
    let logins = passwords.filter { $0.rank(for: requested) != nil }
    let own = logins.filter { query.user.isEmpty || $0.user == query.user }
    let isKept = try await inVault(isUse: !caller.isUnattended) { (vault) throws(CredentialVaultError) in
      var isKept = false
      // Compares all of them, so that the time reveals nothing.
      for login in own {
        guard case .password(let record) = try vault.record(login.id) else { continue }
        let isSame = constantTimeEquals(record.password, secret)
        isKept = isSame || isKept
      }
      return isKept
    }
    let users = Array(Set(logins.map(\.user)).subtracting([""])).sorted().prefix(VaultAnswer.PasswordState.mostUsers)
    return VaultAnswer.PasswordState(isKept ? .known : own.isEmpty ? .new : .changed, users: Array(users))
  }
}
