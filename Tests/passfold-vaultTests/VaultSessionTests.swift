// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialProviderHost
import CredentialVault
import Foundation
import SecretMemory
import Testing
import VaultProtocol
import passfold_vault

@Suite("The vault's session")
struct VaultSessionTests {
  private let household = Household()

  @Test("creates a vault with a passphrase typed twice, returns the recovery key and stays open")
  func creation() async throws {
    defer { household.remove() }
    #expect(await household.session.state == .noVault)
    household.person.will(.types(Household.passphrase))
    let recoveryKey = try await household.session.create()
    #expect(recoveryKey.text.byteCount == 69)
    #expect(await household.session.state == .unlocked)
    #expect(household.person.passphraseQuestions.first?.repetition != nil)
    let (session, person) = (household.session, household.person)
    #expect(await failure { () async throws(VaultFailure) in _ = try await session.create() }?.code == .vaultExists)
    #expect(person.passphraseQuestions.count == 1)
  }

  @Test("asks again for a longer passphrase, and creates no vault after three short ones")
  func shortPassphrases() async {
    defer { household.remove() }
    let session = household.session
    household.person.will(.types("1234567"), .types("äöüäöüä"), .types(""))
    #expect(await failure { () async throws(VaultFailure) in _ = try await session.create() }?.code == .passphraseTooShort)
    #expect(household.person.passphraseQuestions.map(\.error) == [nil] + Array(repeating: PromptTexts.tooShort(least: 8), count: 2))
    #expect(await session.state == .noVault)
  }

  @Test("asks again after a wrong passphrase, at most three times")
  func wrongPassphrases() async throws {
    defer { household.remove() }
    try await household.settle()
    let (session, person) = (household.session, household.person)
    await session.lock()
    person.will(.types("wrong"), .types(Household.passphrase))
    try await session.unlock(for: .showList)
    #expect(person.passphraseQuestions.last?.error == PromptTexts.wrongPassphrase(triesLeft: 2))
    await session.lock()
    person.will(.types("wrong"), .types("wrong"), .types("wrong"))
    #expect(await failure { () async throws(VaultFailure) in try await session.unlock(for: .showList) }?.code == .wrongPassphrase)
    #expect(await session.state == .locked)
  }

  @Test("reports how long to wait when guesses are slowed down")
  func backoff() async throws {
    defer { household.remove() }
    try await household.settle()
    let session = household.session
    await session.lock()
    household.person.will(.types("wrong"), .types("wrong"), .types("wrong"), .types("wrong"))
    _ = await failure { () async throws(VaultFailure) in try await session.unlock(for: .showList) }
    do throws(VaultFailure) {
      try await session.unlock(for: .showList)
      Issue.record("a fourth guess was checked")
    } catch {
      #expect(error.code == .tooManyAttempts)
      #expect((error.retryAfter ?? 0) >= 1)
    }
  }

  @Test("stays locked when the user cancels")
  func cancellation() async throws {
    defer { household.remove() }
    try await household.settle()
    let session = household.session
    await session.lock()
    household.person.will(.cancels)
    #expect(await failure { () async throws(VaultFailure) in try await session.unlock(for: .showList) }?.code == .canceled)
    #expect(await failure { () async throws(VaultFailure) in _ = try await session.vault() }?.code == .locked)
  }

  @Test("shows one prompt when two requests need the vault unlocked")
  func oneQuestion() async throws {
    defer { household.remove() }
    try await household.settle()
    let session = household.session
    await session.lock()
    household.person.will(.types(Household.passphrase))
    async let first = session.unlock(for: .showList)
    async let second = session.unlock(for: .fillCode(service: "shop.example"))
    // The passphrase counts as user verification only for the request that it was typed for.
    #expect(try await [first, second].count { $0 } == 1)
    #expect(try await session.unlock(for: .showList) == false)
    #expect(household.person.passphraseQuestions.count == 2)
  }

  @Test("verifies the user without changing its state")
  func verification() async throws {
    defer { household.remove() }
    try await household.settle()
    let session = household.session
    household.person.will(.types(Household.passphrase))
    try await session.verifyUser(for: .signIn(service: "shop.example"))
    household.person.will(.cancels)
    #expect(
      await failure { () async throws(VaultFailure) in try await session.verifyUser(for: .signIn(service: "shop.example")) }?.code
        == .canceled)
    #expect(await session.state == .unlocked)
  }

  @Test("locks after ten minutes without use")
  func autoLock() async throws {
    defer { household.remove() }
    try await household.settle()
    let (session, manual) = (household.session, household.manual)
    var changes = await session.changes().makeAsyncIterator()
    manual.advance(by: .seconds(599))
    _ = try await session.vault()
    manual.advance(by: .seconds(599))
    #expect(await session.state == .unlocked)
    manual.advance(by: .seconds(1))
    // Even if the clock overtakes the idle timer, it fires one limit later at most.
    manual.advance(by: .seconds(600))
    #expect(await changes.next() == .locked)
    #expect(await session.state == .locked)
  }

  @Test("locks after the idle time that the user chose with the passphrase, also after it is reopened")
  func chosenIdleTime() async throws {
    defer { household.remove() }
    try await household.settle()
    let (session, manual) = (household.session, household.manual)
    household.person.will(.types("wrong"), .types(Household.passphrase))
    try await session.chooseIdleTime(seconds: 60, for: "it")
    #expect(household.person.passphraseQuestions.last?.title == "Change the locking time")
    #expect(await session.locksAfter == .seconds(60))
    var changes = await session.changes().makeAsyncIterator()
    for round in 0..<2 {
      if round == 1 {
        household.person.will(.types(Household.passphrase))
        try await session.unlock(for: .showList)
        #expect(await changes.next() == .unlocked)
      }
      manual.advance(by: .seconds(59))
      #expect(await session.state == .unlocked)
      manual.advance(by: .seconds(61))
      #expect(await changes.next() == .locked)
    }
  }

  @Test("keeps its idle time without the passphrase, and accepts only one minute to twelve hours")
  func refusedIdleTime() async throws {
    defer { household.remove() }
    try await household.settle()
    let session = household.session
    household.person.will(.types("wrong"), .types("wrong"), .types("wrong"))
    #expect(
      await failure { () async throws(VaultFailure) in try await session.chooseIdleTime(seconds: 3600, for: "it") }?.code
        == .wrongPassphrase)
    for seconds in [59, 43_201, -1] {
      #expect(
        await failure { () async throws(VaultFailure) in try await session.chooseIdleTime(seconds: seconds, for: "it") }?.code == .badValue)
    }
    #expect(await session.locksAfter == .seconds(600))
    #expect(try await session.vault().idleTime == nil)
  }

  @Test("opens even if the previous idle time expires while the prompt is open")
  func lateWatch() async throws {
    defer { household.remove() }
    try await household.settle()
    let session = household.session
    while !household.manual.isSomebodyAsleep { await Task.yield() }
    await session.lock()
    household.person.will(.waits(Household.passphrase))
    async let opening = session.unlock(for: .showList)
    while household.person.passphraseQuestions.count < 2 { await Task.yield() }
    household.manual.advance(by: .seconds(600))
    // Ample time for the previous idle timer, whose wake-up cannot be observed.
    for _ in 0..<1000 { await Task.yield() }
    household.person.stopWaiting()
    #expect(try await opening)
    #expect(await session.state == .unlocked)
  }

  @Test("locks 12 hours after the passphrase was last typed, despite constant use")
  func longestStay() async throws {
    defer { household.remove() }
    try await household.settle()
    let (session, manual) = (household.session, household.manual)
    for _ in 0..<72 {
      _ = try await session.vault()
      manual.advance(by: .seconds(599))
      #expect(await session.state == .unlocked)
    }
    household.person.will(.types(Household.passphrase))
    try await session.verifyUser(for: .showList)
    var changes = await session.changes().makeAsyncIterator()
    // Nearly twelve more hours from here.
    for _ in 0..<72 {
      _ = try await session.vault()
      manual.advance(by: .seconds(599))
    }
    #expect(await session.state == .unlocked)
    _ = try await session.vault()
    manual.advance(by: .seconds(80))
    // The timer may have to fire twice, because it sleeps until the end that was due when it last checked.
    manual.advance(by: .seconds(600))
    #expect(await changes.next() == .locked)
  }

  @Test("notifies listeners when the vault opens, changes and closes")
  func changes() async throws {
    defer { household.remove() }
    var changes = await household.session.changes().makeAsyncIterator()
    try await household.settle()
    await household.session.recordsChanged()
    await household.session.lock()
    await household.session.lock()
    // A change that is announced only after the lock opens nothing.
    await household.session.recordsChanged()
    household.person.will(.types(Household.passphrase))
    try await household.session.unlock(for: .showList)
    await household.session.lock()
    for state in [VaultSession.State.unlocked, .unlocked, .locked, .unlocked, .locked] { #expect(await changes.next() == state) }
  }

  @Test("reports a vault that another session has open")
  func inUse() async throws {
    defer { household.remove() }
    try await household.settle()
    let other = VaultSession(
      folder: household.session.folder, environment: .init(cost: .floor), prompt: household.person.prompt, time: household.manual.time)
    #expect(await other.state == .unreadable(.vaultInUse))
  }

  @Test("reports damaged vault files")
  func damage() async throws {
    defer { household.remove() }
    try FileManager.default.createDirectory(at: household.session.folder, withIntermediateDirectories: true)
    try Data("not a vault".utf8).write(to: household.session.folder.appending(path: "vault.keys"))
    let state = await household.session.state
    #expect(state == .unreadable(.vaultDamaged))
  }
}
