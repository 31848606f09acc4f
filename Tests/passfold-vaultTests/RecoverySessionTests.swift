// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import SecretMemory
import Testing
import VaultProtocol
import passfold_vault

@Suite("Recovery with the recovery key")
struct RecoverySessionTests {
  private let household = Household()
  private static let another = "tulip anchor quarry"

  private func made() async throws -> String {
    household.person.will(.types(Household.passphrase))
    let text = try await household.session.create().text.withBytes { String(decoding: $0, as: UTF8.self) }
    await household.session.lock()
    return text
  }

  @Test("asks for the key until it is free of typing errors, then for a new passphrase, and leaves the vault open")
  func recovering() async throws {
    defer { household.remove() }
    let key = try await made()
    let (session, person) = (household.session, household.person)
    person.will(.types(String(key.dropLast())), .types(key), .types(Self.another))
    let next = try await session.recover(for: "the program passfold")
    #expect(next.text.byteCount == 69)
    #expect(await session.state == .unlocked)
    let asked = person.passphraseQuestions.suffix(3)
    #expect(asked.map(\.error) == [nil, PromptTexts.recoveryKeyMistyped, nil])
    #expect(asked.first?.description.contains("the program passfold") == true)
    await session.lock()
    person.will(.types(Self.another))
    try await session.unlock(for: .showList)
  }

  @Test("ends after three typing errors or one foreign key, and changes nothing if it is cancelled")
  func refusals() async throws {
    defer { household.remove() }
    let key = try await made()
    let other = Household()
    defer { other.remove() }
    other.person.will(.types(Household.passphrase))
    let foreign = try await other.session.create().text.withBytes { String(decoding: $0, as: UTF8.self) }
    let (session, person) = (household.session, household.person)
    person.will(.types("a"), .types("b"), .types("c"))
    #expect(await failure { () async throws(VaultFailure) in _ = try await session.recover(for: "it") }?.code == .recoveryKeyMistyped)
    person.will(.types(foreign))
    #expect(await failure { () async throws(VaultFailure) in _ = try await session.recover(for: "it") }?.code == .wrongRecoveryKey)
    person.will(.types(key), .cancels)
    #expect(await failure { () async throws(VaultFailure) in _ = try await session.recover(for: "it") }?.code == .canceled)
    person.will(.types(Household.passphrase))
    try await session.unlock(for: .showList)
  }

  @Test("works only with the new key after the passphrase replaced the recovery key")
  func replacing() async throws {
    defer { household.remove() }
    let key = try await made()
    let (session, person) = (household.session, household.person)
    person.will(.types("wrong"), .types(Household.passphrase))
    let next = try await session.replaceRecoveryKey(for: "it")
    #expect(await session.state == .locked)
    person.will(.types(key))
    #expect(await failure { () async throws(VaultFailure) in _ = try await session.recover(for: "it") }?.code == .wrongRecoveryKey)
    person.will(.types(next.text.withBytes { String(decoding: $0, as: UTF8.self) }), .types(Self.another))
    _ = try await session.recover(for: "it")
  }
}
