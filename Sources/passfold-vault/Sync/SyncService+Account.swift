// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
package import VaultProtocol
import VaultSync

/// What a person asks of an account that the vault is synchronised with.
extension SyncService {
  /// Goes on after an alarm, because the person said so; what was found is looked at again.
  package func resume() async throws(VaultFailure) {
    let client = try await requireClient()
    await pause()
    do throws(VaultSyncError) { try await client.endAlarm() } catch { throw VaultFailure(error) }
    try await exchange()
  }

  /// Merges what was kept aside because of its date.
  package func acceptQuarantined() async throws(VaultFailure) {
    let client = try await requireClient()
    do throws(VaultSyncError) { try await client.mergeQuarantined() } catch { throw VaultFailure(error) }
    await session.recordsChangedElsewhere()
    poke()
  }

  /// Gives the account another recovery key.
  func replaceRecoveryKey() async throws(VaultFailure) -> IssuedRecoveryKey {
    let client = try await requireClient()
    let vault = try await session.vaultUnattended()
    do throws(VaultSyncError) {
      return IssuedRecoveryKey(try await client.replaceRecoveryKey(), of: vault, made: now())
    } catch {
      throw VaultFailure(error)
    }
  }

  /// The account's devices, and the words to compare.
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
