// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import CredentialVault
import Foundation
import SecretMemory
import Testing
import VaultProtocol
import passfold_vault

@Suite("Choosing a passphrase")
struct PassphraseSessionTests {
  private let household = Household()
  private static let another = "tulip anchor quarry"
  private static let weak = "summer2024!"

  @Test("asks for the present one and for the new one twice, in prompts that name who wants it")
  func changing() async throws {
    defer { household.remove() }
    try await household.settle()
    let (session, person) = (household.session, household.person)
    person.will(.types("wrong"), .types(Household.passphrase), .types(Self.another))
    try await session.changePassphrase(for: "the program passfold")
    let asked = person.passphraseQuestions.suffix(3)
    #expect(asked.map(\.error) == [nil, PromptTexts.wrongPassphrase(triesLeft: 2), nil])
    #expect(asked.map { $0.repetition != nil } == [false, false, true])
    #expect(asked.first?.description.contains("the program passfold") == true)
    await session.lock()
    person.will(.types(Household.passphrase), .types(Self.another))
    try await session.unlock(for: .showList)
    #expect(person.passphraseQuestions.last?.error == PromptTexts.wrongPassphrase(triesLeft: 2))
  }

  @Test("changes nothing when the person cancels either prompt")
  func canceled() async throws {
    defer { household.remove() }
    try await household.settle()
    let (session, person) = (household.session, household.person)
    person.will(.cancels, .types(Household.passphrase), .cancels)
    for _ in 0..<2 {
      #expect(await failure { () async throws(VaultFailure) in try await session.changePassphrase(for: "it") }?.code == .canceled)
    }
    person.will(.types(Household.passphrase))
    try await session.verifyUser(for: .showList)
  }

  @Test("says that a new one is easy to guess, and takes it when the very same is typed again")
  func weakOnce() async throws {
    defer { household.remove() }
    household.person.will(.types(Self.weak), .types(Self.weak))
    _ = try await household.session.create()
    #expect(household.person.passphraseQuestions.map(\.error) == [nil, PromptTexts.easilyGuessed])
    #expect(await household.session.state == .unlocked)
  }

  @Test("makes no vault of three that are all easy to guess, and says why")
  func weakAlways() async {
    defer { household.remove() }
    household.person.will(.types(Self.weak), .types("password1"), .types("qwertyuiop"))
    let session = household.session
    #expect(await failure { () async throws(VaultFailure) in _ = try await session.create() }?.code == .passphraseWeak)
    #expect(await session.state == .noVault)
  }
}
