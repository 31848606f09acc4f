// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import OneTimeCodes
import SecretMemory
import Testing
import VaultProtocol
import passfold_vault

/// Each vault costs a key derivation, so they are created one after another.
@Suite("Setting up one-time codes at the management desk", .serialized)
struct SetUpDeskTests {
  private typealias Desk = AskedDesk

  @Test("a preview shows the code, its warnings and the candidate logins, and stores nothing")
  func preview() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let login = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne")), secret: "x")
    _ = try await desk.entry(.addPassword(.init(service: "shop.example", user: "ben")), secret: "x")
    _ = try await desk.entry(.addPassword(.init(service: "bank.example", user: "anne")), secret: "x")
    let short = "otpauth://totp/Shop:anne?secret=JBSWY3DPEHPK3PXP&issuer=shop.example&digits=8&period=60&algorithm=SHA256"
    guard case .setUp(let preview) = await desk.ask(.previewSetUp(.init(page: "https://evil.example/")), secret: short).answer else {
      Issue.record("no preview")
      return
    }
    #expect(preview.title == "Shop" && preview.account == "anne" && preview.issuer == "shop.example")
    #expect(preview.scheme == CodeScheme(form: .timeBased, algorithm: "SHA256", digits: 8, period: 60, secretBits: 80))
    #expect(preview.warnings == [.shortSecret, .issuerDiffersFromPage])
    #expect(preview.candidates.map(\.entry.user) == ["anne", "ben"])
    #expect(preview.candidates.first?.entry.record == login.record && preview.candidates.allSatisfy { !$0.hasCode })
    #expect(try await desk.entries(.list()).count == 3)

    _ = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    guard case .setUp(let second) = await desk.ask(.previewSetUp(.init()), secret: Desk.link).answer else {
      Issue.record("no preview")
      return
    }
    #expect(second.warnings == [.hasCodeAlready, .alreadyStored])
    #expect(second.candidates.first?.hasCode == true)
  }

  @Test("a new code is stored as pending next to the one that it will replace, which still works")
  func pending() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let old = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    let new = try await desk.entry(.addCode(.init()), secret: Desk.otherLink)
    #expect(old.pending == nil && new.pending == true)
    #expect(await desk.code("shop") == "287082")
    #expect(await desk.code(new.record) != "287082")
    #expect(try await desk.details(new.record).replaces?.map(\.record) == [old.record])
  }

  @Test("confirming a code moves the old one to the trash and its set-up into the history")
  func confirming() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let old = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    let new = try await desk.entry(.addCode(.init()), secret: Desk.otherLink)
    #expect(try await desk.entry(.confirmCode(.init(record: new.record))).pending == nil)
    #expect(await desk.failure(.confirmCode(.init(record: new.record))) == .notPending)
    #expect(try await desk.entries(.trash()).map(\.record) == [old.record])
    #expect(try await desk.entries(.trash()).first?.trashed == Household.today.timeIntervalSince1970)
    let details = try await desk.details("shop")
    #expect(details.pendingSince == nil && details.added == 59 && details.history?.count == 1)
    #expect(details.history?.first?.scheme?.secretBits == 160)
  }

  @Test("a pending code is confirmed only by its previous, current or next code, with or without grouping")
  func confirmingByCode() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let parameters = try SetupURL(parsing: Desk.link).parameters
    let window = parameters.codes(around: Date(timeIntervalSince1970: 59))
    let texts = try [#require(window.previous), window.current, #require(window.next)].map(\.text)
    for (index, text) in texts.enumerated() {
      let entry = try await desk.entry(.addCode(.init(user: "user\(index)")), secret: Desk.link)
      let confirmation = VaultCall.confirmCode(.init(record: entry.record))
      let later = parameters.code(at: Date(timeIntervalSince1970: 150)).text
      #expect(await desk.failure(confirmation, secret: later) == .codeDoesNotMatch)
      #expect(await desk.failure(confirmation, secret: "") == .codeDoesNotMatch)
      #expect(try await desk.entry(confirmation, secret: text.prefix(3) + " " + text.dropFirst(3)).pending == nil)
    }
  }

  @Test("a code is attached to the named login or code, or stored separately")
  func attaching() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let login = try await desk.entry(.addPassword(.init(service: "shop.example", user: "other")), secret: "x")
    let first = try await desk.entry(.addCode(.init(login: login.record, confirmed: true)), secret: Desk.link)
    #expect(try await desk.details(first.record).login?.record == login.record)
    let alone = try await desk.entry(.addCode(.init(separate: true)), secret: Desk.otherLink)
    let details = try await desk.details(alone.record)
    #expect(details.login == nil && details.replaces == [])
    // With a code in place of a login, the new one is attached to that code's login.
    let second = try await desk.entry(.addCode(.init(login: first.record)), secret: Desk.otherLink)
    #expect(try await desk.details(second.record).login?.record == login.record)
    #expect(try await desk.details(second.record).replaces?.map(\.record) == [first.record])
    #expect(await desk.failure(.addCode(.init(login: login.record, separate: true)), secret: Desk.link) == .badRequest)
    #expect(await desk.failure(.addCode(.init(login: "00ff")), secret: Desk.link) == .notFound)
  }

  @Test("a code stored as confirmed replaces the old one immediately, and keeps its set-up in the history")
  func confirmedAtOnce() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let old = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    let new = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.otherLink)
    #expect(try await desk.entries(.list()).map(\.record) == [new.record])
    #expect(try await desk.entries(.trash()).map(\.record) == [old.record])
    #expect(try await desk.details(new.record).history?.count == 1)
  }

  @Test("a faulty link is reported with the position, the character and a suggestion, and without the secret")
  func faults() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let link = "otpauth://totp/Shop:anne?secret=GEZD0NBV"
    guard case .failure(let failure) = await desk.ask(.previewSetUp(.init()), secret: link).answer else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == .badSetUpLink && failure.detail == "secretNotBase32")
    #expect(failure.position == 36 && failure.character == "0" && failure.suggestion == "O")
  }

  @Test("an export is imported once as codes in use, which are linked to their logins")
  func importing() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne")), secret: "x")
    let setUps = try [Desk.link, Desk.otherLink.replacing("Shop", with: "Bank").replacing("shop.example", with: "Bank")].map {
      try SetupURL(parsing: $0)
    }
    let urls = try MigrationPayload.urls(for: setUps, identifier: 7)
    let part = try #require(urls.first).withBytes { String(decoding: $0, as: UTF8.self) }
    guard case .imported(let preview) = await desk.ask(.importCodes(.init(preview: true)), secret: part).answer else {
      Issue.record("no preview")
      return
    }
    #expect(preview.added.map(\.title) == ["Shop", "Bank"])
    #expect(try await desk.entries(.list()).count == 1)
    guard case .imported(let first) = await desk.ask(.importCodes(.init()), secret: part).answer,
      case .imported(let second) = await desk.ask(.importCodes(.init()), secret: part).answer
    else {
      Issue.record("the code was not imported")
      return
    }
    #expect(first.added.count == 2 && first.present.isEmpty && first.batch == CodeImport.Batch(size: 1, index: 0, identifier: 7))
    #expect(first.added.allSatisfy { $0.pending == nil })
    #expect(second.added.isEmpty && second.present.map(\.record) == first.added.map(\.record))
    #expect(try await desk.details(try #require(first.added.first).record).login?.user == "anne")
    #expect(await desk.failure(.importCodes(.init()), secret: "otpauth-migration://offline?data=%21") == .badMigration)
  }

  @Test("a stranger needs a confirmation that names the request for a preview, addition, import or confirmation")
  func judgement() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let entry = try await desk.entry(.addCode(.init()), secret: Desk.link)
    let calls: [(VaultCall, String?, String)] = [
      (.previewSetUp(.init()), Desk.link, "set up one-time codes for Shop"), (.addCode(.init()), Desk.link, "Shop (anne)"),
      (.confirmCode(.init(record: entry.record)), nil, "accepted a code of Shop (anne)"),
    ]
    for (call, secret, words) in calls {
      desk.household.person.will(.says(false))
      #expect(await desk.failure(call, secret: secret, from: Desk.stranger) == .refused)
      #expect(desk.household.person.confirmations.last?.description.contains(words) == true)
    }
    #expect(try await desk.entries(.list()).map(\.pending) == [true])
  }
}
