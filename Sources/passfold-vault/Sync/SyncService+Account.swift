// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
package import VaultProtocol
import VaultSync

/// The user's requests concerning an account that the vault is synchronised with.
extension SyncService {
  /// Continues after an alarm, at the user's request; the findings are checked again.
  package func resume() async throws(VaultFailure) {
    let client = try await requireClient()
    await pause()
    do throws(VaultSyncError) { try await client.endAlarm() } catch { throw VaultFailure(error) }
    try await exchange()
  }

  /// Merges the versions that were quarantined because of their dates.
  package func acceptQuarantined() async throws(VaultFailure) {
    let client = try await requireClient()
    do throws(VaultSyncError) { try await client.mergeQuarantined() } catch { throw VaultFailure(error) }
    await session.recordsChangedElsewhere()
    poke()
  }

  /// Replaces the account's recovery key.
  func replaceRecoveryKey() async throws(VaultFailure) -> IssuedRecoveryKey {
    let client = try await requireClient()
    let vault = try await session.vaultUnattended()
    do throws(VaultSyncError) {
      return IssuedRecoveryKey(try await client.replaceRecoveryKey(), of: vault, made: now())
    } catch {
      throw VaultFailure(error)
    }
  }

  /// Returns the account's devices, and the words to compare.
  package func devices() async throws(VaultFailure) -> VaultAnswer.DeviceList {
    let client = try await requireClient()
    do throws(VaultSyncError) {
      return VaultAnswer.DeviceList(
        devices: try await client.devices().map(VaultAnswer.Device.init), words: try await client.comparisonWords(),
        place: try await client.present()?.state.place)
    } catch {
      throw VaultFailure(error)
    }
  }
}
