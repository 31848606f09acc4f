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
  @Suite("What services tell about their accounts")
  @MainActor
  struct Signals {
    private static let user: [UInt8] = [7]

    /// Adds a passkey and returns its record.
    private static func addPasskey(_ served: ServedVault, _ credentialID: UInt8) async throws -> RecordIdentifier {
      var generator = SystemRandomNumberGenerator()
      let record = PasskeyRecord(
        id: .random(using: &generator), relyingPartyID: "shop.example", userHandle: user, userName: "anne", displayName: "Anne A.",
        credentialID: [credentialID], algorithm: -7, privateKey: SharedSecret(copying: [UInt8](repeating: 1, count: 32)),
        backupEligible: true, backupState: false, created: ServedVault.start)
      try await served.vault.add(.passkey(record))
      return record.id
    }

    /// Sends a signal and waits until the session says that something changed.
    private static func tell(_ served: ServedVault, _ signal: CredentialSignal) async throws {
      var changes = await served.household.session.changes().makeAsyncIterator()
      try served.send(.report(signal))
      _ = await changes.next(isolation: MainActor.shared)
    }

    @Test("an open vault hides an unknown passkey, which stays recoverable in the trash and says who hid it")
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

    @Test("signals are followed in the order in which they came: hidden by the first list, back by the second, renamed by the third")
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

    @Test("a password of no use goes to the trash; one that has a subdomain or another site of its own stays")
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

    @Test("a locked vault asks nobody, loses nothing, and follows as soon as it is opened")
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
      // Once: what the person takes back afterwards stays.
      try await served.vault.restore(record)
      await session.lock()
      served.household.person.will(.types(Household.passphrase))
      try await session.unlock(for: .showList)
      #expect(try await served.vault.summaries().map(\.id) == [record])
      await served.leave()
    }

    @Test("what a service tells is no use: it does not keep the vault open")
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
