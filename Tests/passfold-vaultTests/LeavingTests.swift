// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialProviderHost
import CredentialVault
import Foundation
import SecretMemory
import Synchronization
import Testing
import VaultProtocol
import passfold_vault

@Suite("A lock")
struct LeavingTests {
  @Test("closes an open prompt, whose request is cancelled")
  func prompts() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "passfold-session-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let isOpen = Mutex(false)
    let prompt = SessionPrompt(
      passphrase: { (_, _, _) throws(PassphrasePromptError) in
        isOpen.withLock { $0 = true }
        // Waits until its task is cancelled, as a pinentry does.
        while !Task.isCancelled { await Task.yield() }
        throw PassphrasePromptError(.canceled)
      }, confirm: { (_) throws(PassphrasePromptError) in false })
    let session = VaultSession(folder: folder, environment: VaultEnvironment(cost: .floor), prompt: prompt)
    async let creation = failure { () async throws(VaultFailure) in _ = try await session.create() }
    while !isOpen.withLock({ $0 }) { await Task.yield() }
    await session.leave()
    #expect(await creation?.code == .canceled)
    #expect(await session.state == .noVault)
  }

  @Test("during the derivation of a key unlocks nothing, and waits until the derivation has ended")
  func derivation() async throws {
    let household = Household()
    defer { household.remove() }
    try await household.settle()
    let session = household.session
    await session.lock()
    household.person.will(.types(Household.passphrase))
    async let unlocking = failure { () async throws(VaultFailure) in try await session.unlock(for: .showList) }
    while household.person.passphraseQuestions.count < 2 { await Task.yield() }
    await session.leave()
    #expect(await session.state == .locked)
    // Whether or not the derivation had begun, nothing unlocks after the lock.
    _ = await unlocking
    #expect(await session.state == .locked)
  }

  /// The outcome of an unlock whose user locks the session at the prompt, before the derivation, and then types the given passphrases.
  private static func unlockingWhileLocked(
    typed: [String]
  ) async throws -> (asked: Int, failure: VaultFailure.Code?, isLocked: Bool) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "passfold-session-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let locked = Mutex<VaultSession?>(nil)
    let asked = Mutex(0)
    let prompt = SessionPrompt(
      passphrase: { (_, _, _) throws(PassphrasePromptError) in
        guard let session = locked.withLock({ $0 }) else { return SecretBytes(copying: Household.passphrase.utf8) }
        let number = asked.withLock { count in
          count += 1
          return count
        }
        if number == 1 { await session.lock() }
        guard number <= typed.count else { throw PassphrasePromptError(.canceled) }
        return SecretBytes(copying: typed[number - 1].utf8)
      }, confirm: { (_) throws(PassphrasePromptError) in false })
    let session = VaultSession(folder: folder, environment: VaultEnvironment(cost: .floor), prompt: prompt)
    _ = try await session.create()
    await session.lock()
    locked.withLock { $0 = session }
    let failed = await failure { () async throws(VaultFailure) in try await session.unlock(for: .showList) }
    locked.withLock { $0 = nil }
    return (asked.withLock { $0 }, failed?.code, await session.state == .locked)
  }

  @Test("during an attempt with a wrong passphrase ends it without another prompt")
  func wrongPassphrase() async throws {
    let (asked, failure, isLocked) = try await Self.unlockingWhileLocked(typed: ["wrong", Household.passphrase])
    #expect(asked == 1)
    #expect(failure == .canceled)
    #expect(isLocked)
  }

  @Test("between the typed passphrase and its derivation unlocks nothing")
  func typedBefore() async throws {
    let (asked, failure, isLocked) = try await Self.unlockingWhileLocked(typed: [Household.passphrase])
    #expect(asked == 1)
    #expect(failure == .locked)
    #expect(isLocked)
  }

  @Test("cancels the requests that wait for an open prompt")
  func queue() async throws {
    let household = Household()
    defer { household.remove() }
    try await household.settle()
    let (session, person) = (household.session, household.person)
    await session.lock()
    person.will(.waits(Household.passphrase), .types(Household.passphrase))
    async let first = failure { () async throws(VaultFailure) in try await session.unlock(for: .showList) }
    while person.passphraseQuestions.count < 2 { await Task.yield() }
    async let second = failure { () async throws(VaultFailure) in try await session.unlock(for: .showList) }
    while session.turns.waitingCount == 0 { await Task.yield() }
    await session.lock()
    #expect(await first?.code == .canceled)
    #expect(await second?.code == .canceled)
    #expect(person.passphraseQuestions.count == 2)
    #expect(await session.state == .locked)
  }

  @Test("cancels an earlier request that has not yet prompted", arguments: [true, false])
  func door(hasDisplay: Bool) async throws {
    let household = Household(hasDisplay: hasDisplay)
    defer { household.remove() }
    try await household.settle()
    let pair = try ConnectedPair()
    defer { pair.close() }
    // A prompt waits for the caller's name first.
    let (names, name) = AsyncStream.makeStream(of: String.self)
    let caller = try #require(
      ManagementCaller(hello: VaultHello(role: .cli), connection: pair.served) { _ in await names.first { _ in true } })
    let isJudged = Mutex(false)
    let now = { @Sendable () -> ContinuousClock.Instant in
      isJudged.withLock { $0 = true }
      return .now
    }
    let desk = ManagementDesk(session: household.session, clock: CodeClock(file: nil), time: SessionTime(now: now, sleep: { _ in }))
    isJudged.withLock { $0 = false }
    async let asked = desk.answer(.list(), secret: nil, from: caller)
    while !isJudged.withLock({ $0 }) { await Task.yield() }
    await household.session.lock()
    name.yield("/usr/bin/thing")
    guard case .failure(let failure) = await asked.answer else { throw AskedDesk.Unexpected(answer: await asked.answer) }
    #expect(failure.code == .canceled)
    #expect(household.person.confirmations.isEmpty)
    #expect(household.person.passphraseQuestions.count == 1)
  }
}
