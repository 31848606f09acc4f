// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialVault
package import SecretMemory

/// Another recovery key for an account. The log has room for one entry at a time, so what the former key opened ends in two steps: another key
/// takes its place, and an epoch begins whose key it does not get.
extension SyncClient {
  /// Replaces the recovery key, and begins a new epoch: the former key opens nothing from then on.
  ///
  /// Once the new key is the account's, it is returned whatever comes then; the next exchange begins the epoch where this one could not.
  /// - Returns: The new recovery key as ASCII for paper.
  /// - Throws: `recoveryKeyInDoubt` where the account may have the new key, which is shown to nobody then; else as ``synchronise(_:)``, and the
  ///   former key holds.
  package func replaceRecoveryKey() async throws(VaultSyncError) -> SharedSecret {
    let text = try await turn {
      var replica = try begin()
      var generator = makeGenerator()
      let next = try RecoveryKey.generate(using: &generator)
      let isFirst = try vault.expectRecoveryKey()
      do {
        try await append(to: &replica) { try vault.replacingRecoveryKey(with: next.memberKeys.publicKeys, in: $0) }
      } catch let error as VaultSyncError where error.mayBeDone {
        throw VaultSyncError(.recoveryKeyInDoubt, detail: error.detail ?? error.code.description)
      } catch {
        if isFirst { vault.recoveryKeyArrived() }
        throw error
      }
      return SharedSecret(next.text())
    }
    // Whoever asked gets the key before anything else can fail.
    _ = try? await synchronise()
    return text
  }

  /// Begins the epoch that ends what a former recovery key opens, unless that was done.
  func endFormerRecoveryKey(_ replica: inout VaultReplica) async throws {
    guard replica.log.hasRecoveryToEnd(by: replica.device) else { return }
    try await append(to: &replica) { try vault.rotating(removing: [], in: $0) }
  }
}
