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
  @Test("takes an open prompt away, and whoever had asked hears that it was cancelled")
  func prompts() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "passfold-session-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let isOpen = Mutex(false)
    let prompt = SessionPrompt(
      passphrase: { (_, _, _) throws(PassphrasePromptError) in
        isOpen.withLock { $0 = true }
        // Stays until its task is cancelled, as a pinentry does.
        while !Task.isCancelled { await Task.yield() }
        throw PassphrasePromptError(.canceled)
      }, confirm: { (_) throws(PassphrasePromptError) in false })
    let session = VaultSession(folder: folder, environment: VaultEnvironment(cost: .floor), prompt: prompt)
    async let creation = Self.failure { () async throws(VaultFailure) in _ = try await session.create() }
    while !isOpen.withLock({ $0 }) { await Task.yield() }
    await session.leave()
    #expect(await creation == .canceled)
    #expect(await session.state == .noVault)
  }

  @Test("that comes while a passphrase is being derived opens nothing, and is waited for until the derivation has ended")
  func derivation() async throws {
    let household = Household()
    defer { household.remove() }
    try await household.settle()
    let session = household.session
    await session.lock()
    household.person.will(.types(Household.passphrase))
    async let unlocking = Self.failure { () async throws(VaultFailure) in try await session.unlock(for: .showList) }
    while household.person.passphraseQuestions.count < 2 { await Task.yield() }
    await session.leave()
    #expect(await session.state == .locked)
    // Whether the derivation had begun or not, nothing of it comes after the lock.
    _ = await unlocking
    #expect(await session.state == .locked)
  }

  private static func failure(_ body: () async throws(VaultFailure) -> Void) async -> VaultFailure.Code? {
    do {
      try await body()
      return nil
    } catch {
      return error.code
    }
  }
}
