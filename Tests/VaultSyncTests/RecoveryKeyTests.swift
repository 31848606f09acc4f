// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialVault
import FoundationEssentials
import SecretMemory
import Synchronization
import Testing
import VaultSync

@Suite("A replaced recovery key")
struct RecoveryKeyTests {
  private static func log(of device: SyncWorld.Device) throws -> MembershipLog { try #require(try device.vault.replica()).log }

  /// Whether a key recovers the account.
  private static func opens(_ key: SharedSecret, _ world: SyncWorld, _ account: AccountIdentifier) async -> Bool {
    await refusal {
      _ = try await AccountJoining(exchange: world.exchange).recover(
        account, with: key.copy(), named: "back", beside: world.folder.appending(path: "back"))
    } == nil
  }

  private static func isEntry(_ request: SyncRequest) -> Bool { request.method == "POST" && request.path == "/v1/log" }

  @Test("is returned once the account has it, and the next exchange begins the epoch that a failure delayed")
  func keptBack() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let second = try await world.join("second", by: first)
    let asked = Mutex(0)
    world.wire.before { request in
      // The new key is placed, and the server is unreachable afterwards.
      guard Self.isEntry(request) else { return nil }
      let count = asked.withLock { count in
        count += 1
        return count
      }
      guard count == 1 else { throw VaultSyncError(.unreachable) }
      return nil
    }
    let key = try await first.client.replaceRecoveryKey()
    #expect(try Self.log(of: first).epoch == 1)
    world.wire.before(nil)
    // That is left to the device that created the key.
    _ = try await second.client.synchronise()
    #expect(try Self.log(of: second).epoch == 1)
    for _ in 0..<2 {
      _ = try await first.client.synchronise()
      #expect(try Self.log(of: first).epoch == 2)
    }
    #expect(await Self.opens(key, world, try Self.log(of: first).account))
  }

  @Test("is returned once the account has it, even if the vault cannot store that")
  func unstored() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let account = try Self.log(of: first).account
    world.wire.meddle { request, answer in
      if Self.isEntry(request) { first.vault.lock() }
      return answer
    }
    let key = try await first.client.replaceRecoveryKey()
    world.wire.meddle(nil)
    try await first.vault.unlock(passphrase: SecretBytes(copying: "a".utf8))
    _ = try await first.client.synchronise()
    #expect(try Self.log(of: first).epoch == 2)
    #expect(await Self.opens(key, world, account))
  }

  @Test("is noted as missing from the beginning in a vault whose creation used up the previous one")
  func owed() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    var generator = SystemRandomNumberGenerator()
    let newcomer = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let log = try await first.client.admit(newcomer, named: "second")
    let vault = try await CredentialVault.join(
      log, as: newcomer, at: SyncWorld.origin, in: world.folder.appending(path: "second"), passphrase: SecretBytes(copying: "a".utf8),
      owesRecoveryKey: true, environment: world.environment(name: "second"))
    #expect(vault.isRecoveryKeyMissed)
    let third = try await world.join("third", by: first)
    #expect(!third.vault.isRecoveryKeyMissed)
  }

  @Test("is in doubt if its answer is lost, and replacing it again works")
  func inDoubt() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    world.wire.meddle { request, answer in
      guard !Self.isEntry(request) else { throw VaultSyncError(.unreachable, detail: "no-connection") }
      return answer
    }
    let error = await refusal { _ = try await first.client.replaceRecoveryKey() }
    #expect(error?.code == .recoveryKeyInDoubt)
    #expect(error?.detail == "no-connection")
    world.wire.meddle(nil)
    let key = try await first.client.replaceRecoveryKey()
    #expect(try Self.log(of: first).epoch == 2)
    #expect(await Self.opens(key, world, try Self.log(of: first).account))
  }

  @Test("is not created if the server refuses the entry or is unreachable", arguments: [true, false])
  func refused(answers: Bool) async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let former = try await first.client.replaceRecoveryKey()
    let before = try Self.log(of: first).head
    world.wire.before { request in
      guard answers else { throw VaultSyncError(.unreachable) }
      return Self.isEntry(request) ? LyingServer.refusal(403, "account_closed") : nil
    }
    let error = await refusal { _ = try await first.client.replaceRecoveryKey() }
    #expect(error?.code == (answers ? .accountClosed : .unreachable))
    world.wire.before(nil)
    _ = try await first.client.synchronise()
    #expect(try Self.log(of: first).head == before)
    #expect(await Self.opens(former, world, try Self.log(of: first).account))
  }

  @Test("counts once if its entry is sent twice")
  func repeated() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let second = try await world.join("second", by: first)
    let server = world.server
    world.wire.meddle { request, answer in
      Self.isEntry(request) && answer.status == 200 ? await Routes.answer(request, by: server) : answer
    }
    let key = try await first.client.replaceRecoveryKey()
    #expect(try Self.log(of: first).epoch == 2)
    try await first.client.remove(try #require(try second.vault.replica()).device)
    #expect(try Self.log(of: first).epoch == 3)
    world.wire.meddle(nil)
    #expect(await Self.opens(key, world, try Self.log(of: first).account))
  }
}
