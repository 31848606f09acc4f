// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import SecretMemory
import VaultProtocol
import WebDomains

/// What is kept for a site, compared with what a person typed there.
extension ManagementDesk {
  /// Tells whether a password is kept; it is no use of the vault, and whoever asks learns nothing of another account's password.
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
      // All of them, so that the time tells nothing.
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
