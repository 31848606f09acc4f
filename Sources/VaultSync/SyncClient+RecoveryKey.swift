// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialVault
package import SecretMemory

/// Replacing an account's recovery key. The log accepts one entry at a time, so revoking the old key takes two steps: the new key replaces
/// it, and an epoch starts whose key it does not get.
extension SyncClient {
  /// Replaces the recovery key, and starts a new epoch: the old key then opens nothing.
  ///
  /// Once the account has the new key, it is returned whatever happens next. If this exchange cannot start the epoch, the next one does.
  /// - Returns: The new recovery key as ASCII for paper.
  /// - Throws: `recoveryKeyInDoubt` if the account may have the new key, which is then shown to nobody; otherwise as ``synchronise(_:)``,
  ///   and the old key stays valid.
  package func replaceRecoveryKey() async throws(VaultSyncError) -> SharedSecret {
    let text = try await turn {
      var replica = try begin()
      var generator = makeGenerator()
      let next = try RecoveryKey.generate(using: &generator)
      let isFirst = try vault.expectRecoveryKey()
      var isPlaced = false
      do {
        try await append(to: &replica, placed: { isPlaced = true }) {
          try vault.replacingRecoveryKey(with: next.memberKeys.publicKeys, in: $0)
        }
      } catch  where isPlaced {
        // The account has the key. If this device could not store that, the next exchange reads it.
        self.replica = nil
      } catch let error as VaultSyncError where error.mayBeDone {
        throw VaultSyncError(.recoveryKeyInDoubt, detail: error.detail ?? error.code.description)
      } catch {
        if isFirst { vault.recoveryKeyArrived() }
        throw error
      }
      return SharedSecret(next.text())
    }
    // The caller gets the key before anything else can fail.
    _ = try? await synchronise()
    return text
  }

  /// Starts the epoch that revokes an old recovery key, unless that was done.
  func endFormerRecoveryKey(_ replica: inout VaultReplica) async throws {
    guard replica.log.hasRecoveryToEnd(by: replica.device) else { return }
    try await append(to: &replica) { try vault.rotating(removing: [], in: $0) }
  }
}
