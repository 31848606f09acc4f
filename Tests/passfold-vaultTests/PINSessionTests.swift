// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import CredentialVault
import Foundation
import SecretMemory
import Testing
import VaultProtocol
import passfold_vault

@Suite("PIN unlock with a software TPM", .timeLimit(.minutes(2)))
struct PINSessionTests {
  private let software: SoftwareChip
  private let household: Household
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

  /// Creates an open vault with a PIN.
  private func choose() async throws {
    try await household.settle()
    person.will(.types(Household.passphrase), .types(SoftwareChip.pin))
    try await session.choosePIN(for: "the program passfold")
  }

  /// Unlocks the vault with these answers, and returns the last prompt.
  private func open(typing answers: String...) async throws -> PassphraseQuestion? {
    for answer in answers { person.will(.types(answer)) }
    try await session.unlock(for: .showList)
    return person.passphraseQuestions.last
  }

  private func untilReady() async { while await session.pinState != .ready { await Task.yield() } }

  @Test("a PIN is chosen after the passphrase, and unlocks after ten idle minutes and a short absence")
  func opens() async throws {
    defer { remove() }
    try await choose()
    let asked = person.passphraseQuestions.suffix(2)
    #expect(asked.map(\.label) == ["Passphrase:", "New PIN:"] && asked.map { $0.repetition != nil } == [false, true])
    #expect(asked.first?.description.contains("the program passfold") == true)
    household.manual.advance(by: .seconds(600))
    while await session.state != .locked { await Task.yield() }
    #expect(try await open(typing: SoftwareChip.pin)?.label == "PIN:")
    await session.leave(keepsPIN: true)
    #expect(await session.state == .locked)
    #expect(try await open(typing: SoftwareChip.pin)?.label == "PIN:")
    #expect(try await session.vault().summaries().isEmpty)
  }

  @Test("PIN unlock ends with sleep, an explicit lock and 12 hours after the passphrase, which enables it again")
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
      #expect(await session.pinState == .afterPassphrase)
      #expect(try await open(typing: Household.passphrase)?.label == "Passphrase:")
      await untilReady()
    }
    // Using the PIN does not extend the 12 hours.
    household.manual.advance(by: .seconds(11 * 3600))
    await session.leave(keepsPIN: true)
    #expect(try await open(typing: SoftwareChip.pin)?.label == "PIN:")
    household.manual.advance(by: .seconds(3600))
    #expect(await session.pinState == .afterPassphrase)
  }

  @Test("a process that never got the passphrase cannot use the PIN, even with a copy of the files")
  func anotherProcess() async throws {
    defer { remove() }
    try await choose()
    await session.leave(keepsPIN: true)
    let copy = household.folder.appending(path: "copy")
    try FileManager.default.copyItem(at: session.folder, to: copy)
    let thief = VaultSession(folder: copy, environment: household.environment, prompt: person.prompt, time: household.manual.time)
    #expect(await thief.pinState == .afterPassphrase)
    person.will(.types(SoftwareChip.pin), .types(SoftwareChip.pin), .types(SoftwareChip.pin))
    #expect(await failure { () async throws(VaultFailure) in try await thief.unlock(for: .showList) }?.code == .wrongPassphrase)
    #expect(person.passphraseQuestions.suffix(3).allSatisfy { $0.label == "Passphrase:" })
  }

  @Test("after three wrong PINs the passphrase is needed, and a locked-out TPM refuses even the right PIN")
  func wrong() async throws {
    defer { remove() }
    try await choose()
    await session.leave(keepsPIN: true)
    #expect(try await open(typing: "314159", "314159", "314159", Household.passphrase)?.label == "Passphrase:")
    let errors = person.passphraseQuestions.suffix(4).map { $0.error ?? "" }
    #expect(errors.first == "" && errors[1].contains("2 more tries") && errors[2].contains("One more try") && errors[3].contains("third"))
    // This TPM's own limit is three.
    await untilReady()
    await session.leave(keepsPIN: true)
    #expect(
      try await open(typing: SoftwareChip.pin, Household.passphrase)?.error
        == "Your PIN cannot be used at the moment. Type your passphrase.")
  }

  @Test("the passphrase can be typed at the PIN's prompt")
  func passphraseInstead() async throws {
    defer { remove() }
    try await choose()
    await session.leave(keepsPIN: true)
    #expect(try await open(typing: "wrong words", Household.passphrase)?.label == "PIN:")
    #expect(person.passphraseQuestions.last?.error == PromptTexts.wrongPassphrase(triesLeft: 2))
    // An export takes the passphrase.
    person.will(.types(Household.passphrase))
    try await session.verifyUser(for: .export(name: "Shop", program: "it"))
    #expect(person.passphraseQuestions.last?.label == "Passphrase:")
  }

  @Test("an easily guessed PIN is refused, and a disabled PIN is forgotten")
  func choice() async throws {
    defer { remove() }
    try await choose()
    person.will(.types(Household.passphrase), .types("123456"), .types("999999"), .types("12345"))
    #expect(await failure { () async throws(VaultFailure) in try await session.choosePIN(for: "it") }?.code == .pinUnsuitable)
    #expect(await session.pinState == .ready)
    try await session.forgetPIN()
    #expect(await session.pinState == .off)
    await session.leave(keepsPIN: true)
    #expect(try await open(typing: Household.passphrase)?.label == "Passphrase:")
    #expect(await session.pinState == .off)
  }

  @Test("a PIN needs a TPM, and the passphrase still works if the TPM disappears")
  func noChip() async throws {
    defer { remove() }
    try await choose()
    await session.leave(keepsPIN: true)
    software.stop()
    #expect(try await open(typing: SoftwareChip.pin, Household.passphrase)?.label == "Passphrase:")
    person.will(.types(Household.passphrase), .types("314159"))
    let refusal = await failure { () async throws(VaultFailure) in try await session.choosePIN(for: "it") }
    #expect(refusal == VaultFailure(.pinUnavailable, detail: "chipMissing"))
  }
}
