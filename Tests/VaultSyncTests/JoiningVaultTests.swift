// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialVault
import Foundation
import SecretMemory
import SyncModel
import Synchronization
import Testing
import VaultSync

@Suite("The vault of a device that joins")
struct JoiningVaultTests {
  private let passphrase = "a"

  /// A device that an account has just admitted.
  private struct Newcomer {
    let world: SyncWorld
    let author: LogAuthor
    let log: MembershipLog
    let promised: CommitPosition
    var place: URL { world.folder.appending(path: "second") }

    init() async throws {
      world = try await SyncWorld()
      let first = try await world.found()
      try first.vault.add(Sample.password())
      _ = try await first.client.synchronise()
      var generator = SystemRandomNumberGenerator()
      author = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
      log = try await first.client.admit(author, named: "second")
      promised = try #require(try await first.client.present()).chain.head
    }
  }

  @Test("is synchronised, and expects the promised commit, from the moment at which it is there")
  func atOnce() async throws {
    let newcomer = try await Newcomer()
    let (world, place) = (newcomer.world, newcomer.place)
    let copies = Mutex<[URL]>([])
    // Each random number that is drawn is a moment at which the process could end.
    var environment = world.environment(name: "second")
    environment.makeGenerator = {
      copies.withLock { copies in
        let copy = world.folder.appending(path: "crash-\(copies.count)")
        if (try? FileManager.default.copyItem(at: place, to: copy)) != nil { copies.append(copy) }
      }
      return SystemRandomNumberGenerator()
    }
    let vault = try await CredentialVault.join(
      newcomer.log, as: newcomer.author, at: SyncWorld.origin, promised: newcomer.promised, in: place,
      passphrase: SecretBytes(copying: passphrase.utf8), environment: environment)
    vault.retire()
    let found = copies.withLock { $0 }
    #expect(!found.isEmpty)
    for copy in found {
      let left = try CredentialVault.open(at: copy, environment: world.environment(name: "second"))
      #expect(left.isReplica)
      try await left.unlock(passphrase: SecretBytes(copying: passphrase.utf8))
      let state = try #require(try left.replica()).state
      #expect(state.promised == newcomer.promised)
      #expect(state.place == SyncWorld.origin)
    }
  }

  @Test("is not waited for long in a folder that does not have the device yet: the other device may have stopped before")
  func notThere() async throws {
    let world = try await MovingWorld()
    let place = try await world.place(.folder, "here")
    let log = try #require(try await world.found("first", at: place).vault.replica()).log
    var generator = SystemRandomNumberGenerator()
    let device = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let signed = LogPosition(sequence: log.head.sequence + 1, hash: [UInt8](repeating: 1, count: 32))
    let pauses = Mutex(0)
    let joining = AccountJoining(exchange: place.exchange, pause: { _ in pauses.withLock { $0 += 1 } })
    let found = await refusal {
      _ = try await joining.resume(
        JoiningUnderWay(place: place.name, account: log.account, device: device, log: signed, head: .beginning))
    }
    #expect(found?.code == .enrolmentFailed && found?.detail == "notArrived")
    #expect(pauses.withLock { $0 } == 30)
  }

  @Test("is not made from another log, or from one that no longer has the device")
  func anotherLog() async throws {
    let base = try await HostileBase.shared
    let folder = HostileBase.newFolder("joining")
    defer { try? FileManager.default.removeItem(at: folder) }
    let clock = SyncWorld.Clock(base.end)
    let server = LyingServer(base.last)
    let sponsor = SyncClient(
      vault: try base.copy("after", to: folder, clock: clock), exchange: server.exchange, now: { clock.now },
      pause: { _ in try await server.mailboxMoves() })
    let joined = try #require(try await EnrolmentAttackTests.enrol(sponsor, at: server).joined)
    let head = try #require(joined.head)
    func resumed(after position: LogPosition) async -> VaultSyncError? {
      let joining = JoiningUnderWay(
        place: LyingServer.origin, account: joined.log.account, device: joined.device, log: position,
        head: CommitPosition(number: head.number, hash: head.hash))
      return await refusal { _ = try await AccountJoining(exchange: server.exchange, pause: { _ in }).resume(joining) }
    }
    #expect(await resumed(after: joined.log.head) == nil)
    let other = LogPosition(sequence: joined.log.head.sequence, hash: [UInt8](repeating: 1, count: 32))
    #expect(await resumed(after: other)?.detail == "logInvalid")
    // A server that lets a removed device log in does not make it a member.
    try await sponsor.remove(joined.device.member)
    #expect(await resumed(after: joined.log.head)?.detail == "logInvalid")
  }

  @Test("keeps what an interrupted joining continues from until the account's data is there, and then removes it")
  func files() async throws {
    let newcomer = try await Newcomer()
    let (world, place) = (newcomer.world, newcomer.place)
    let environment = world.environment(name: "second")
    let secret = SharedSecret(copying: Array(passphrase.utf8))
    let file = JoiningFile(beside: place)
    let lock = try await file.lock(for: newcomer.author.member, passphrase: secret, environment: environment)
    try file.keep(
      JoiningUnderWay(
        place: SyncWorld.origin, account: newcomer.log.account, device: newcomer.author, log: newcomer.log.head, head: newcomer.promised),
      under: lock, environment: environment)
    let vault = try await CredentialVault.join(
      newcomer.log, as: newcomer.author, at: SyncWorld.origin, in: place, passphrase: secret.copy(), environment: environment)
    #expect(vault.isJoiningUnfinished)
    #expect(file.isThere)
    vault.endJoining()
    #expect(!vault.isJoiningUnfinished)
    #expect(!file.isThere)

    // That of another device, which the user may still want, stays.
    var generator = SystemRandomNumberGenerator()
    let other = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    try file.keep(
      JoiningUnderWay(
        place: SyncWorld.origin, account: newcomer.log.account, device: other, log: newcomer.log.head, head: newcomer.promised),
      under: lock, environment: environment)
    #expect(!vault.isJoiningUnfinished)
    vault.endJoining()
    #expect(file.isThere)
  }
}
