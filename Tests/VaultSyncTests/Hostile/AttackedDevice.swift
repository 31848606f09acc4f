// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import Testing
import VaultSync

/// A device facing a lying server or folder; it behaves alike in front of both.
struct AttackedDevice {
  let vault: CredentialVault
  let client: SyncClient
  let victim: HostileScenario.Victim
  let base: HostileBase

  /// Changes a record and adds one that no other device has yet, and returns the added one.
  @discardableResult
  func type(_ typed: String) throws -> RecordIdentifier {
    let added = Sample.id()
    if victim != .newcomer { try vault.replace(Sample.password(base.own, title: "Shop 11", password: typed)) }
    try vault.add(Sample.password(added, title: "Mine", password: typed))
    return added
  }

  /// Exchanges up to this many times, and returns the error that stopped it.
  func look(attempts: Int) async -> VaultSyncError? {
    var found: VaultSyncError?
    for _ in 0..<attempts where found == nil { found = await refusal { _ = try await client.synchronise() } }
    return found
  }

  /// Checks that nothing is sent any more, even by a restarted client.
  func expectStopped(_ exchange: SyncExchange, _ clock: SyncWorld.Clock) async {
    let again = SyncClient(vault: vault, exchange: exchange, now: { clock.now }, pause: { _ in })
    for client in [client, again] {
      #expect(await refusal { _ = try await client.synchronise() }?.code == .stopped)
      #expect(await refusal { _ = try await client.send() }?.code == .stopped)
      #expect(await refusal { try await client.rotate() }?.code == .stopped)
      #expect(await refusal { _ = try await client.carryFiles(looksAnew: true) }?.code == .stopped)
    }
  }
}
