// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
import VaultProtocol
import VaultSync

/// Moving the account of an open vault to another place.
extension SyncService {
  /// Whether the vault is synchronised, open or not.
  var isInUse: Bool { get async { await session.isReplica } }

  /// Requires the vault to be synchronised, before the user types anything.
  /// - Throws: `notSynchronised`; `noVault` and the like.
  func requireInUse() async throws(VaultFailure) {
    if await isInUse { return }
    switch await session.state {
    case .noVault: throw VaultFailure(.noVault)
    case .unreadable(let code): throw VaultFailure(code)
    case .locked, .unlocked: throw VaultFailure(.notSynchronised)
    }
  }

  /// Moves to another place, or takes the account there, and exchanges everything once.
  /// - Throws: `alreadySynchronised` if it is the current place and nothing is wrong with it; the reason that the place was not accepted,
  ///   in which case the vault stays synchronised at the old place; `movedByAnother` after the move.
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
      // While it was stopped, another device may have advanced the place.
      let isStopped = try await former.present()?.state.alarm != nil
      if isSame, !isStopped, try await client.isAsFar() { throw VaultSyncError(.alreadyThere) }
      _ = try await client.goOver(
        from: isSame ? nil : former, formerIsGone: place.formerIsGone == true, isSeparate: place.isSeparate == true,
        invitation: place.invitation, progress)
    } catch {
      await former.forget()
      throw VaultFailure(error)
    }
    do throws(VaultSyncError) { try await begin(vault, with: client, progress) } catch {
      // The account is there by now; missing data follows automatically.
      note(error)
      throw VaultFailure(error)
    }
    if await client.wasMovedByAnother { throw VaultFailure(.movedByAnother) }
  }
}
