// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import CredentialVault
import Foundation
import SecretMemory
import Synchronization
import Testing
import VaultProtocol
import passfold_vault

/// A reader that returns results from a list; when the list is empty, it waits until it is cancelled.
final class PlayedReader: Sendable {
  private let state = Mutex((fingers: [Bool?](), asked: 0, isEnrolled: true))

  var asked: Int { state.withLock { $0.asked } }
  func will(_ fingers: Bool?...) { state.withLock { $0.fingers += fingers } }
  func forget() { state.withLock { $0.isEnrolled = false } }

  var reader: FingerReader {
    FingerReader(
      isEnrolled: { [self] in state.withLock { $0.isEnrolled } },
      verify: { [self] in
        state.withLock { $0.asked += 1 }
        while !Task.isCancelled {
          let finger = state.withLock { $0.fingers.isEmpty ? nil : Optional($0.fingers.removeFirst()) }
          if let finger { return finger }
          await Task.yield()
        }
        return nil
      })
  }
}

@Suite("Fingerprint unlock with a software TPM", .timeLimit(.minutes(2)))
struct FingerSessionTests {
  private let software: SoftwareChip
  private let household: Household
  private let reader = PlayedReader()
  private var session: VaultSession { household.session }
  private var person: Person { household.person }

  init() throws {
    software = try SoftwareChip()
    household = Household(chip: software.chip)
  }

  private func remove() {
    software.stop()
    household.remove()
  }

  /// Creates an open vault with fingerprint unlock.
  private func choose() async throws {
    await session.use(reader.reader)
    try await household.settle()
    person.will(.types(Household.passphrase))
    try await session.chooseFinger(for: "the program passfold")
  }

  private func untilReady() async { while await session.fingerState != .ready { await Task.yield() } }

  @Test("a finger unlocks the vault and closes the prompt, after the passphrase enabled it once")
  func opens() async throws {
    defer { remove() }
    try await choose()
    #expect(person.passphraseQuestions.last?.description.contains("the program passfold") == true)
    #expect(await session.fingerState == .ready)
    household.manual.advance(by: .seconds(600))
    while await session.state != .locked { await Task.yield() }
    person.will(.waits("never typed"))
    reader.will(true)
    #expect(try await session.unlock(for: .showList))
    #expect(await session.state == .unlocked)
    #expect(person.passphraseQuestions.last?.description.contains("Put your finger on the reader, or type") == true)
    #expect(try await session.vault().summaries().isEmpty)
  }

  @Test("the passphrase can be typed at the same prompt, and the reader is then released")
  func passphraseInstead() async throws {
    defer { remove() }
    try await choose()
    await session.leave(keepsPIN: true)
    person.will(.types("wrong words"), .types(Household.passphrase))
    #expect(try await session.unlock(for: .showList))
    #expect(person.passphraseQuestions.last?.error == PromptTexts.wrongPassphrase(triesLeft: 2))
    // An export takes the passphrase.
    let asked = reader.asked
    person.will(.types(Household.passphrase))
    try await session.verifyUser(for: .export(name: "Shop", program: "it"))
    #expect(reader.asked == asked)
  }

  @Test("a third wrong finger ends fingerprint unlock, while the prompt still accepts the passphrase")
  func wrong() async throws {
    defer { remove() }
    try await choose()
    await session.leave(keepsPIN: true)
    person.will(.waits(Household.passphrase))
    reader.will(false, false, false, true)
    let unlocking = Task { [session] in try await session.unlock(for: .showList) }
    while await session.fingerState != .afterPassphrase { await Task.yield() }
    #expect(await session.state == .locked)
    person.stopWaiting()
    #expect(try await unlocking.value)
    #expect(reader.asked == 3)
    await untilReady()
  }

  @Test("fingerprint unlock ends with sleep, an explicit lock and 12 hours after the passphrase, which enables it again")
  func ends() async throws {
    defer { remove() }
    try await choose()
    for turn in 0..<3 {
      switch turn {
      case 0: await session.leave()
      case 1: await session.lockEntirely()
      default:
        await session.leave(keepsPIN: true)
        household.manual.advance(by: .seconds(12 * 3600))
      }
      #expect(await session.fingerState == .afterPassphrase)
      let asked = reader.asked
      person.will(.types(Household.passphrase))
      try await session.unlock(for: .showList)
      #expect(reader.asked == asked && person.passphraseQuestions.last?.description.contains("finger") == false)
      await untilReady()
    }
  }

  @Test("a finger after the user has left unlocks nothing")
  func late() async throws {
    defer { remove() }
    try await choose()
    await session.leave(keepsPIN: true)
    person.will(.waits("never typed"))
    let before = reader.asked
    let unlocking = Task { [session] in await failure { () async throws(VaultFailure) in try await session.unlock(for: .showList) } }
    while reader.asked == before { await Task.yield() }
    await session.leave()
    reader.will(true)
    #expect(await unlocking.value?.code == .canceled)
    #expect(await session.state == .locked)
  }

  @Test("a fingerprint and a PIN can both be enabled, with separate attempts")
  func besidePIN() async throws {
    defer { remove() }
    try await choose()
    person.will(.types(Household.passphrase), .types(SoftwareChip.pin))
    try await session.choosePIN(for: "it")
    await session.leave(keepsPIN: true)
    person.will(.types(SoftwareChip.pin))
    try await session.unlock(for: .showList)
    #expect(person.passphraseQuestions.last?.label == "PIN:")
    #expect(person.passphraseQuestions.last?.description.contains("finger on the reader") == true)
    await session.leave(keepsPIN: true)
    person.will(.types("314159"), .types("314159"), .types("314159"), .waits("never typed"))
    let unlocking = Task { [session] in try await session.unlock(for: .showList) }
    while await session.pinState != .afterPassphrase { await Task.yield() }
    // The TPM's own lockout, here after three attempts, is meant for guessing.
    reader.will(true)
    #expect(try await unlocking.value)
    try await session.forgetPIN()
    #expect(await session.pinState == .off)
    #expect(await session.fingerState == .off)
  }

  @Test("a process that never got the passphrase cannot use a finger, and a written file does not enable it")
  func anotherProcess() async throws {
    defer { remove() }
    try await choose()
    await session.leave(keepsPIN: true)
    let copy = household.folder.appending(path: "copy")
    try FileManager.default.copyItem(at: session.folder, to: copy)
    try Data(count: 32).write(to: copy.appending(path: "finger.chosen"))
    let thief = VaultSession(folder: copy, environment: household.environment, prompt: person.prompt, time: household.manual.time)
    await thief.use(reader.reader)
    #expect(await thief.fingerState == .afterPassphrase)
    person.will(.types(Household.passphrase))
    try await thief.unlock(for: .showList)
    while await thief.fingerState != .off { await Task.yield() }
  }

  @Test("fingerprint unlock needs an enrolled finger and a TPM, and the passphrase still works if the TPM disappears")
  func refusals() async throws {
    defer { remove() }
    try await choose()
    await session.leave(keepsPIN: true)
    software.stop()
    person.will(.waits("never typed"), .types(Household.passphrase))
    reader.will(true)
    try await session.unlock(for: .showList)
    #expect(person.passphraseQuestions.last?.error == "Your fingerprint cannot be used at the moment. Type your passphrase.")
    person.will(.types(Household.passphrase))
    let noChip = await failure { () async throws(VaultFailure) in try await session.chooseFinger(for: "it") }
    #expect(noChip == VaultFailure(.fingerUnavailable, detail: "chipMissing"))
    reader.forget()
    let noFinger = await failure { () async throws(VaultFailure) in try await session.chooseFinger(for: "it") }
    #expect(noFinger == VaultFailure(.fingerUnavailable, detail: "noFinger"))
  }
}
