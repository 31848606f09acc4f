// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import CredentialVault
import Foundation
import Testing
import VaultProtocol
import passfold_vault

@Suite("A vault whose files were moved or removed")
struct MovedVaultTests {
  private let household = Household()
  private var vault: URL { household.folder.appending(path: "vault") }

  @Test("is forgotten, so that another can be created, and opens unchanged once it is moved back", arguments: [false, true])
  func moved(isOpen: Bool) async throws {
    defer { household.remove() }
    try await household.settle()
    let (session, person) = (household.session, household.person)
    if !isOpen { await session.lock() }
    let away = household.folder.appending(path: "vault.old")
    try FileManager.default.moveItem(at: vault, to: away)
    let before = try FileManager.default.contentsOfDirectory(atPath: away.path).sorted()
    #expect(await session.state == .noVault)
    #expect(await failure { () async throws(VaultFailure) in _ = try await session.vault() }?.code == .noVault)
    person.will(.types("another lantern quarry"))
    _ = try await session.create()
    #expect(await session.state == .unlocked)
    #expect(try FileManager.default.contentsOfDirectory(atPath: away.path).sorted() == before)
    try FileManager.default.removeItem(at: vault)
    try FileManager.default.moveItem(at: away, to: vault)
    #expect(await session.state == .locked)
    person.will(.types(Household.passphrase))
    try await session.unlock(for: .showList)
    #expect(await session.state == .unlocked)
  }

  @Test("is reported with the number of its copies, and can be restored from one")
  func copiesAlone() async throws {
    defer { household.remove() }
    try await household.settle()
    let (session, person) = (household.session, household.person)
    let copy = try await session.vault().takeSnapshot(.backup)
    try FileManager.default.removeItem(at: vault)
    #expect(await failure { () async throws(VaultFailure) in _ = try await session.vault() } == VaultFailure(.noVault, detail: "1"))
    #expect(await session.copyCount == 1)
    person.will(.types(Household.passphrase))
    _ = try await session.restoreVault(copyNamed: copy.name, for: "it", at: PromptTerminal(), KeepingWork())
    #expect(await session.state == .locked)
  }

  @Test("is damaged if only its keys are missing, and no new vault replaces it")
  func half() async throws {
    defer { household.remove() }
    try await household.settle()
    let other = Household()
    defer { other.remove() }
    try FileManager.default.createDirectory(at: other.folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: vault, to: other.folder.appending(path: "vault"))
    try FileManager.default.removeItem(at: other.folder.appending(path: "vault/vault.keys"))
    let session = other.session
    #expect(await session.state == .unreadable(.vaultDamaged))
    #expect(await failure { () async throws(VaultFailure) in _ = try await session.create() }?.code == .vaultDamaged)
  }
}
