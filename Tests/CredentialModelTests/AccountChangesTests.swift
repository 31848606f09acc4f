// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import Foundation
import Testing

@Suite("Changes from a service's account report")
struct AccountChangesTests {
  private static func id(_ number: UInt8) -> RecordIdentifier? { RecordIdentifier(bytes: [UInt8](repeating: number, count: 16)) }

  private static func passkey(
    _ number: UInt8, user: [UInt8] = [7], at relyingParty: String = "shop.example", hidden: Bool? = nil, successor: UInt8? = nil
  ) throws -> CredentialSummary {
    var summary = CredentialSummary(
      id: try #require(id(number)), kind: .passkey, title: relyingParty, services: [], user: "ada", relyingPartyID: relyingParty,
      credentialID: [number], userHandle: user, trashed: hidden == nil && successor == nil ? nil : Date(timeIntervalSince1970: 1))
    summary.isHiddenByService = hidden == true
    summary.successor = successor.flatMap(id)
    return summary
  }

  private static func password(_ number: UInt8, user: String = "ada", _ services: [String]) throws -> CredentialSummary {
    CredentialSummary(
      id: try #require(id(number)), kind: .password, title: "Shop",
      services: services.map { ServiceIdentifier(kind: .domain, text: $0) }, user: user)
  }

  private static func changes(
    _ report: AccountReport, _ present: [CredentialSummary], _ trashed: [CredentialSummary] = []
  ) -> AccountChanges {
    AccountChanges(report, present: present, trashed: trashed) { $0.text == $1 }
  }

  @Test("an unknown passkey is hidden, and other passkeys of the account or of other services are not")
  func unknown() throws {
    let report = AccountReport.unknownPasskey(relyingPartyID: "shop.example", credentialID: [1])
    let present = [try Self.passkey(1), try Self.passkey(2), try Self.passkey(1, at: "bank.example")]
    let changes = Self.changes(report, present)
    #expect(changes.hidden == [present[0].id])
    #expect(changes.restored.isEmpty && changes.renamed.isEmpty)
  }

  @Test("an account's passkeys that are not accepted are hidden, and hidden ones that are accepted come back")
  func accepted() throws {
    let report = AccountReport.acceptedPasskeys(relyingPartyID: "shop.example", userHandle: [7], credentialIDs: [[2], [3], [9]])
    let present = [try Self.passkey(1), try Self.passkey(2), try Self.passkey(5, user: [8])]
    let trashed = [try Self.passkey(3, hidden: true), try Self.passkey(4, hidden: true), try Self.passkey(6, user: [8], hidden: true)]
    let changes = Self.changes(report, present, trashed)
    #expect(changes.hidden == [present[0].id])
    #expect(changes.restored == [trashed[0].id])
  }

  @Test("a record that the user moved to the trash stays there, whatever the service accepts")
  func removed() throws {
    let report = AccountReport.acceptedPasskeys(relyingPartyID: "shop.example", userHandle: [7], credentialIDs: [[3]])
    #expect(Self.changes(report, [], [try Self.passkey(3, hidden: false)]).isEmpty)
  }

  @Test("a replaced passkey comes back only if the service did not keep its replacement", arguments: [true, false])
  func replaced(keptNew: Bool) throws {
    let report = AccountReport.acceptedPasskeys(
      relyingPartyID: "shop.example", userHandle: [7], credentialIDs: keptNew ? [[1], [2]] : [[1]])
    let (new, old) = (try Self.passkey(2), try Self.passkey(1, successor: 2))
    let changes = Self.changes(report, [new], [old])
    #expect(changes.restored == (keptNew ? [] : [old.id]))
    #expect(changes.hidden == (keptNew ? [] : [new.id]))
  }

  @Test("new names apply to every passkey of the account, including hidden ones, but not to those that the user removed")
  func names() throws {
    let report = AccountReport.userNames(relyingPartyID: "shop.example", userHandle: [7], name: "ada.l", displayName: "Ada L.")
    let present = [try Self.passkey(1), try Self.passkey(2, user: [8])]
    let trashed = [try Self.passkey(3, hidden: true), try Self.passkey(4, hidden: false)]
    let changes = Self.changes(report, present, trashed)
    #expect(changes.renamed.map(\.record) == [present[0].id, trashed[0].id])
    #expect(changes.renamed.allSatisfy { $0.name == "ada.l" && $0.displayName == "Ada L." })
  }

  @Test("an unused password is hidden only if it belongs to that user and to that domain alone")
  func password() throws {
    let report = AccountReport.unusedPassword(domain: "shop.example", user: "ada")
    let present = [
      try Self.password(1, ["shop.example"]), try Self.password(2, ["shop.example", "bank.example"]),
      try Self.password(3, user: "eve", ["shop.example"]), try Self.password(4, []), try Self.passkey(5),
    ]
    #expect(Self.changes(report, present).hidden == [present[0].id])
  }
}
