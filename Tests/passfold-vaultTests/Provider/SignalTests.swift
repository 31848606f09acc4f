// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import Testing
import VaultProtocol
import passfold_vault

extension VaultProviderTests {
  @Suite("Credential signals")
  @MainActor
  struct Signals {
    private static let user: [UInt8] = [7]

    /// Adds a passkey and returns its record's identifier.
    private static func addPasskey(_ served: ServedVault, _ credentialID: UInt8) async throws -> RecordIdentifier {
      var generator = SystemRandomNumberGenerator()
      let record = PasskeyRecord(
        id: .random(using: &generator), relyingPartyID: "shop.example", userHandle: user, userName: "anne", displayName: "Anne A.",
        credentialID: [credentialID], algorithm: -7, privateKey: SharedSecret(copying: [UInt8](repeating: 1, count: 32)),
        backupEligible: true, backupState: false, created: ServedVault.start)
      try await served.vault.add(.passkey(record))
      return record.id
    }

    /// Sends a signal and waits until the session reports a change.
    private static func tell(_ served: ServedVault, _ signal: CredentialSignal) async throws {
      var changes = await served.household.session.changes().makeAsyncIterator()
      try served.send(.report(signal))
      _ = await changes.next(isolation: MainActor.shared)
    }

    @Test("an unknown passkey moves to the trash, marked as hidden by the service")
    func unknown() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let record = try await Self.addPasskey(served, 1)
      try await Self.tell(served, .unknownCredential(relyingParty: "shop.example", credentialID: Data([1])))
      #expect(try await served.vault.summaries().isEmpty)
      let trashed = try await served.vault.trashedSummaries()
      #expect(trashed.map(\.id) == [record])
      #expect(trashed.map { VaultEntry($0).hiddenByService } == [true])
      await served.leave()
    }

    @Test("signals are applied in order: the first list hides a passkey, the second restores it, and an update renames it")
    func order() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let record = try await Self.addPasskey(served, 1)
      let handle = Data(Self.user)
      var changes = await served.household.session.changes().makeAsyncIterator()
      for accepted in [[], [Data([1])]] {
        try served.send(
          .report(.allAcceptedCredentials(relyingParty: "shop.example", userHandle: handle, credentialIDs: accepted)))
      }
      try served.send(
        .report(.currentUserDetails(relyingParty: "shop.example", userHandle: handle, name: "anne.a", displayName: "Anne")))
      for _ in 0..<3 { _ = await changes.next(isolation: MainActor.shared) }
      guard case .passkey(let passkey) = try await served.vault.record(record) else { throw ServedVault.Ended() }
      #expect(try await served.vault.summaries().map(\.id) == [record])
      #expect(passkey.userName == "anne.a" && passkey.displayName == "Anne")
      try await Self.tell(served, .currentUserDetails(relyingParty: "shop.example", userHandle: handle, name: "a", displayName: nil))
      guard case .passkey(let again) = try await served.vault.record(record) else { throw ServedVault.Ended() }
      #expect(again.userName == "a" && again.displayName == "Anne")
      await served.leave()
    }

    @Test("an unused password moves to the trash, and one for a subdomain is kept")
    func unusedPassword() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let password = try await served.addPassword("shop.example")
      let other = try await served.addPassword("mail.shop.example")
      try await Self.tell(served, .unusedPassword(domain: "shop.example", userName: "anne"))
      #expect(try await served.vault.trashedSummaries().map(\.id) == [password])
      #expect(try await served.vault.summaries().map(\.id) == [other])
      await served.leave()
    }

    @Test("a locked vault queues a signal without a prompt, and applies it once when unlocked")
    func locked() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let record = try await Self.addPasskey(served, 1)
      let session = served.household.session
      await session.lock()
      let asked = served.household.person.passphraseQuestions.count
      await session.take(.unknownPasskey(relyingPartyID: "shop.example", credentialID: [1]))
      #expect(await session.state == .locked)
      #expect(served.household.person.passphraseQuestions.count == asked)
      served.household.person.will(.types(Household.passphrase))
      try await session.unlock(for: .showList)
      #expect(try await served.vault.trashedSummaries().map(\.id) == [record])
      // Only once: an entry that the user restores afterwards is kept.
      try await served.vault.restore(record)
      await session.lock()
      served.household.person.will(.types(Household.passphrase))
      try await session.unlock(for: .showList)
      #expect(try await served.vault.summaries().map(\.id) == [record])
      await served.leave()
    }

    @Test("a signal does not extend the unlocked time")
    func noUse() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      _ = try await Self.addPasskey(served, 1)
      let session = served.household.session
      var changes = await session.changes().makeAsyncIterator()
      served.household.manual.advance(by: .seconds(500))
      await session.take(.unknownPasskey(relyingPartyID: "shop.example", credentialID: [1]))
      #expect(await changes.next(isolation: MainActor.shared) == .unlocked)
      served.household.manual.advance(by: .seconds(101))
      #expect(await changes.next(isolation: MainActor.shared) == .locked)
      await served.leave()
    }
  }
}
