// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialVault
import Foundation
import SecretMemory
import Synchronization
import Testing
import VaultSync

@Suite("Recovery of an account with the recovery key")
struct AccountRecoveryTests {
  /// An account whose devices are lost, and a connection on which a request can be lost.
  private struct Lost {
    let world: SyncWorld
    let account: AccountIdentifier
    let key: SharedSecret
    let entryCount: Int
    let first: SyncWorld.Device

    init() async throws {
      world = try await SyncWorld()
      first = try await world.found()
      key = try await first.client.replaceRecoveryKey()
      let log = try #require(try first.vault.replica()).log
      (account, entryCount) = (log.account, log.entries.count)
    }

    /// Recovers the account to a computer; the request with this number, or its answer, is lost.
    func recover(
      to computer: String = "back", losing number: Int = .max, isAnswer: Bool = false
    ) async throws(VaultSyncError) -> AccountJoining.Recovered {
      let server = world.server
      let count = Mutex(0)
      let exchange = SyncExchange(place: SyncWorld.origin) { request throws(VaultSyncError) in
        let isLost = count.withLock { count in
          count += 1
          return count == number
        }
        guard isLost else { return await Routes.answer(request, by: server) }
        if isAnswer { _ = await Routes.answer(request, by: server) }
        throw VaultSyncError(.unreachable, detail: "no-connection")
      }
      return try await AccountJoining(exchange: exchange).recover(
        account, with: key.copy(), named: "back", beside: world.folder.appending(path: computer))
    }

    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: world.folder.path).filter { $0.contains(".recovery-") }
    }
  }

  @Test("continues with the same device after any lost request or answer", arguments: [false, true])
  func goesOn(isAnswer: Bool) async throws {
    for number in 1... {
      let lost = try await Lost()
      var failure: VaultSyncError?
      do throws(VaultSyncError) { _ = try await lost.recover(losing: number, isAnswer: isAnswer) } catch { failure = error }
      let recovered = try await lost.recover()
      #expect(recovered.joined.log.entries.count == lost.entryCount + 1, "the recovery added exactly one device (request \(number))")
      #expect(recovered.joined.log.isActive(recovered.joined.device.member, with: recovered.joined.device.keys))
      #expect(try lost.files().count == 1)
      recovered.file.remove()
      #expect(try lost.files().isEmpty)
      // Each request has been lost once.
      guard let failure else { return #expect(number > 5) }
      #expect([.unreachable, .recoveryUnfinished].contains(failure.code))
    }
  }

  @Test("is in doubt if no answer confirms the new device, and continues only on that computer")
  func elsewhere() async throws {
    let lost = try await Lost()
    // Challenge, login, log, head, entry.
    #expect(await refusal { _ = try await lost.recover(losing: 5, isAnswer: true) }?.code == .recoveryUnfinished)
    #expect(await refusal { _ = try await lost.recover(to: "elsewhere") }?.vault?.code == .wrongRecoveryKey)
    let recovered = try await lost.recover()
    let vault = try await CredentialVault.join(
      recovered.joined.log, as: recovered.joined.device, at: SyncWorld.origin, in: lost.world.folder.appending(path: "back"),
      passphrase: SecretBytes(copying: "a".utf8), environment: lost.world.environment(name: "back"))
    _ = try await lost.world.client(of: vault).synchronise()
    #expect(try lost.files().count == 1)
    vault.endJoining()
    #expect(try lost.files().isEmpty)
  }

  @Test("does not begin if its state cannot be stored, and the recovery key stays valid")
  func nowhereToKeep() async throws {
    let lost = try await Lost()
    #expect(FileManager.default.createFile(atPath: lost.world.folder.appending(path: "file").path, contents: Data()))
    #expect(await refusal { _ = try await lost.recover(to: "file/vault") }?.code == .vault)
    #expect(try await lost.recover().joined.log.entries.count == lost.entryCount + 1)
  }

  @Test("continues with the same device even if the account has changed since the first attempt", arguments: [false, true])
  func changedSince(isAnswer: Bool) async throws {
    let lost = try await Lost()
    #expect(await refusal { _ = try await lost.recover(losing: 5, isAnswer: isAnswer) }?.code == .recoveryUnfinished)
    try lost.first.vault.add(Sample.password())
    _ = try? await lost.first.client.synchronise()
    let recovered = try await lost.recover()
    #expect(recovered.joined.log.entries.count == lost.entryCount + 1)
    #expect(recovered.joined.log.isActive(recovered.joined.device.member, with: recovered.joined.device.keys))
    #expect(try lost.files().count == 1)
  }

  @Test("continues even if the account changes between reading the log and adding the entry")
  func changedMeanwhile() async throws {
    let lost = try await Lost()
    let (world, first) = (lost.world, lost.first)
    let hasChanged = Mutex(false)
    let exchange = SyncExchange(place: SyncWorld.origin) { request throws(VaultSyncError) in
      let isFirst = hasChanged.withLock { changed in
        guard request.method == "POST", request.path == "/v1/log", !changed else { return false }
        changed = true
        return true
      }
      if isFirst {
        do { try first.vault.add(Sample.password()) } catch { throw VaultSyncError(.canceled) }
        _ = try await first.client.synchronise()
      }
      return await Routes.answer(request, by: world.server)
    }
    let recovered = try await AccountJoining(exchange: exchange).recover(
      lost.account, with: lost.key.copy(), named: "back", beside: world.folder.appending(path: "back"))
    #expect(recovered.joined.log.isActive(recovered.joined.device.member, with: recovered.joined.device.keys))
  }

  @Test("is refused with distinct errors for an unknown account and for a replaced recovery key")
  func unknown() async throws {
    let lost = try await Lost()
    var generator = SystemRandomNumberGenerator()
    let joining = AccountJoining(exchange: SyncExchange(place: SyncWorld.origin) { await Routes.answer($0, by: lost.world.server) })
    let folder = lost.world.folder.appending(path: "back")
    let other = AccountIdentifier.random(using: &generator)
    #expect(
      await refusal { _ = try await joining.recover(other, with: lost.key.copy(), named: "back", beside: folder) }?.code == .recoveryRefused
    )
    _ = try await lost.first.client.replaceRecoveryKey()
    #expect(await refusal { _ = try await lost.recover() }?.code == .recoveryRefused)
  }

  @Test("stores a state that no other recovery key opens and that detects any alteration")
  func sealed() throws {
    var generator = SystemRandomNumberGenerator()
    let (key, other) = (try RecoveryKey.generate(using: &generator), try RecoveryKey.generate(using: &generator))
    let first = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let epochKey = EpochKey.generate(epoch: 1, using: &generator)
    let log = try MembershipLog.found(
      device: first.member, keys: first.keys, recovery: key.memberKeys.publicKeys, epochKey: epochKey,
      createdMilliseconds: 1_790_000_000_000, using: &generator)
    let entry = try #require(log.entries.last)
    let sealed = try RecoveryUnderWay(device: first, entry: entry).sealed(under: key, using: &generator)
    let opened = try RecoveryUnderWay(opening: sealed, with: key)
    #expect(opened.entry == entry)
    #expect(opened.device.member == first.member)
    #expect(log.isActive(opened.device.member, with: opened.device.keys))
    #expect(throws: CredentialCryptographyError.self) { try RecoveryUnderWay(opening: sealed, with: other) }
    for place in sealed.indices {
      var altered = sealed
      altered[place] ^= 1
      #expect(throws: CredentialCryptographyError.self) { try RecoveryUnderWay(opening: altered, with: key) }
    }
    for count in [0, 1, 13, sealed.count - 1] {
      #expect(throws: CredentialCryptographyError.self) { try RecoveryUnderWay(opening: Array(sealed.prefix(count)), with: key) }
    }
  }
}
