// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
import VaultProtocol
import VaultSync

/// The account of an open vault at another place than before.
extension SyncService {
  /// Whether the vault is synchronised, open or not.
  var isInUse: Bool { get async { await session.isReplica } }

  /// Goes over to another place, or brings the account there, and exchanges everything once.
  /// - Throws: `alreadySynchronised` where it is the present place and nothing is wrong with it; why the place was not taken, and then the vault is
  ///   kept in step where it was.
  func move(_ vault: CredentialVault, to place: VaultCall.SyncPlace, _ progress: SyncClient.Progress?) async throws(VaultFailure) {
    let former = try await requireClient()
    try await alone { () throws(VaultFailure) in try await move(vault, from: former, to: place, progress) }
  }

  private func move(
    _ vault: CredentialVault, from former: SyncClient, to place: VaultCall.SyncPlace, _ progress: SyncClient.Progress?
  ) async throws(VaultFailure) {
    let isSame = former.place == place.place
    let client = makeClient(of: vault, at: place.place)
    do throws(VaultSyncError) {
      // Where it had stopped, another device may have brought the place forward since.
      let isStopped = try await former.present()?.state.alarm != nil
      if isSame, !isStopped, try await client.isAsFar() { throw VaultSyncError(.alreadyThere) }
      _ = try await client.goOver(
        from: isSame ? nil : former, formerIsGone: place.formerIsGone == true, invitation: place.invitation, progress)
    } catch {
      await former.forget()
      throw VaultFailure(error)
    }
    do throws(VaultSyncError) { try await begin(vault, with: client, progress) } catch {
      // The account is there by now; what it lacks follows by itself.
      note(error)
      throw VaultFailure(error)
    }
  }
}
