// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import SecretMemory
import Synchronization
import Testing
import VaultProtocol
import passfold_vault

@Suite("Long work on the vault's files")
struct LockedWorkTests {
  /// Work that stops at a stage until the test lets it continue.
  private final class Halt: Sendable {
    private let state = Mutex((isReached: false, isOver: false))
    let stage: KeepingWork.Stage

    init(at stage: KeepingWork.Stage) { self.stage = stage }

    func work() -> KeepingWork {
      KeepingWork { [self] stage, _, _ in
        guard stage == self.stage else { return }
        state.withLock { $0.isReached = true }
        while !state.withLock({ $0.isOver }) { usleep(100) }
      }
    }

    func wait() async { while !state.withLock({ $0.isReached }) { await Task.yield() } }
    func end() { state.withLock { $0.isOver = true } }
  }

  private let household = Household()

  @Test("ends when the vault is locked: a check that has keys says so and returns nothing")
  func check() async throws {
    defer { household.remove() }
    try await household.settle()
    let session = household.session
    let halt = Halt(at: .records)
    try await household.add()
    let checking = Task { await failure { () async throws(VaultFailure) in _ = try await session.check(halt.work()) } }
    await halt.wait()
    await session.lockEntirely()
    halt.end()
    #expect(await checking.value?.code == .locked)
  }

  @Test("continues when a vault is locked whose check has no keys")
  func checkWithoutKeys() async throws {
    defer { household.remove() }
    try await household.settle()
    let session = household.session
    try await household.add()
    await session.lockEntirely()
    let halt = Halt(at: .records)
    let checking = Task { await failure { () async throws(VaultFailure) in _ = try await session.check(halt.work()) } }
    await halt.wait()
    await session.lockEntirely()
    halt.end()
    #expect(await checking.value == nil)
  }

  @Test(
    "ends when the vault is locked: a restore that has the copy's keys says so and replaces nothing",
    arguments: [KeepingWork.Stage.snapshots, .copying])
  func restore(stage: KeepingWork.Stage) async throws {
    defer { household.remove() }
    try await household.settle()
    let (session, person) = (household.session, household.person)
    let copy = try await session.vault().takeSnapshot(.backup)
    try await household.add()
    let halt = Halt(at: stage)
    let work = halt.work()
    person.will(.types(Household.passphrase))
    let restoring = Task {
      await failure { () async throws(VaultFailure) in
        _ = try await session.restoreVault(copyNamed: copy.name, for: "it", at: PromptTerminal(), work)
      }
    }
    await halt.wait()
    // The session itself may be busy with the work.
    let locking = Task { await session.lockEntirely() }
    while !work.isCanceled { await Task.yield() }
    halt.end()
    await locking.value
    #expect(await restoring.value?.code == .locked)
    person.will(.types(Household.passphrase))
    try await session.unlock(for: .showList)
    #expect(try await session.vault().summaries().count == 1)
  }

  @Test("ends when the vault is locked: a repair says so and replaces nothing")
  func repair() async throws {
    defer { household.remove() }
    try await household.settle()
    let (session, person) = (household.session, household.person)
    try await household.add()
    let halt = Halt(at: .records)
    person.will(.types(Household.passphrase))
    let repairing = Task {
      await failure { () async throws(VaultFailure) in _ = try await session.repairVault(for: "it", at: PromptTerminal(), halt.work()) }
    }
    await halt.wait()
    await session.lockEntirely()
    halt.end()
    #expect(await repairing.value?.code == .locked)
    person.will(.types(Household.passphrase))
    try await session.unlock(for: .showList)
    #expect(try await session.vault().summaries().count == 1)
  }
}

extension Household {
  /// Adds a login to the open vault.
  fileprivate func add() async throws {
    var generator = SystemRandomNumberGenerator()
    let record = PasswordRecord(
      id: .random(using: &generator), services: [ServiceIdentifier(kind: .domain, text: "shop.example")], title: "Shop", user: "ada",
      password: SharedSecret(copying: "open sesame".utf8))
    try await session.vault().add(.password(record))
  }
}
