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

  @Test("asks for the current one and twice for the new one, in prompts that name the program")
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

  @Test("changes nothing if the user cancels either prompt")
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

  @Test("warns about an easily guessed passphrase, and accepts it if it is typed again")
  func weakOnce() async throws {
    defer { household.remove() }
    household.person.will(.types(Self.weak), .types(Self.weak))
    _ = try await household.session.create()
    #expect(household.person.passphraseQuestions.map(\.error) == [nil, PromptTexts.easilyGuessed])
    #expect(await household.session.state == .unlocked)
  }

  @Test("creates no vault after three easily guessed passphrases")
  func weakAlways() async {
    defer { household.remove() }
    household.person.will(.types(Self.weak), .types("password1"), .types("qwertyuiop"))
    let session = household.session
    #expect(await failure { () async throws(VaultFailure) in _ = try await session.create() }?.code == .passphraseWeak)
    #expect(await session.state == .noVault)
  }
}
