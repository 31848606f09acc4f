// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Foundation
import Glibc
import KeePassXCProvider
import Testing

/// The whole provider at the real KeePassXC.
@Suite("The provider for KeePassXC", .serialized, .timeLimit(.minutes(3)))
@MainActor
struct KeePassXCProviderTests {
  private let shop = ASCredentialServiceIdentifier(identifier: "shop.example", type: .domain)
  private let page = ASCredentialServiceIdentifier(identifier: "https://shop.example/sign-in?next=1", type: .URL)

  private func withHost(_ real: RealKeePassXC, _ body: @MainActor (ProviderTestHost) async throws -> Void) async throws {
    Desk.current = Desk(places: [real.folder + "/none", real.socket], own: real.own)
    try await ProviderTestHost.run(CredentialProviderViewController.self) { host in try await body(host) }
  }

  /// Goes on with the person's keys in KeePassXC, off the main actor.
  private nonisolated func answering(_ real: RealKeePassXC, _ window: String, typing text: String) async throws {
    try await Task.detached { try real.answer(window, typing: text) }.value
  }

  /// Has the person name the provider in KeePassXC, and picks the only entry.
  private func connect(_ host: ProviderTestHost, _ real: RealKeePassXC) async throws {
    let asked = host.prepareCredentialList(for: [shop])
    #expect(try await asked.nextView(within: .seconds(20)).title == "Connect KeePassXC")
    try await answering(real, "New key association request", typing: "passfold")
    let list = try await asked.nextView(within: .seconds(20))
    #expect(list.rows.map(\.title) == ["Shop"] && list.rows.map(\.subtitle) == ["anne"])
    try list.choose(titled: "Shop")
    #expect(try await asked.outcome() == .password(user: "anne", password: "hunter2"))
  }

  @Test("the person names it once in KeePassXC, and it fills a password and the code of the moment from then on")
  func fills() async throws {
    let real = try RealKeePassXC()
    try await withHost(real) { host in
      try await connect(host, real)
      let second = host.prepareCredentialList(for: [page, shop])
      let list = try await second.nextView(within: .seconds(20))
      try list.choose(titled: "Shop")
      #expect(try await second.outcome() == .password(user: "anne", password: "hunter2"))

      let third = host.prepareOneTimeCodeCredentialList(for: [shop])
      let codes = try await third.nextView(within: .seconds(20))
      #expect(codes.rows.count == 1)
      try codes.choose(titled: "Shop")
      guard case .oneTimeCode(let code) = try await third.outcome() else {
        Issue.record("no code")
        return
      }
      #expect(code.count == 6 && code.allSatisfy(\.isNumber))
      #expect(host.identityStore.passwords.isEmpty && host.identityStore.oneTimeCodes.isEmpty)
    }
    let file = real.own.appending(path: "associations.json").path
    let kept = try FileManager.default.attributesOfItem(atPath: file)
    #expect(kept[.posixPermissions] as? Int == 0o600)
    #expect(Associations(file: file).all.map(\.id) == ["passfold"])
  }

  @Test("another site gets its own entries and no others, and one without an entry learns so")
  func sites() async throws {
    let real = try RealKeePassXC()
    try await withHost(real) { host in
      try await connect(host, real)
      let bank = ASCredentialServiceIdentifier(identifier: "bank.example", type: .domain)
      let asked = host.prepareCredentialList(for: [bank])
      #expect(try await asked.nextView(within: .seconds(20)).rows.map(\.title) == ["Bank"])
      asked.giveUp()
      for service in ["nobody.example", "shop.example.evil.example"] {
        let other = host.prepareCredentialList(for: [ASCredentialServiceIdentifier(identifier: service, type: .domain)])
        let view = try await other.nextView(within: .seconds(20))
        #expect(view.title == "Nothing in KeePassXC")
        view.cancel()
        #expect(try await other.outcome() == .canceled(.userCanceled, reason: nil))
      }
      let codes = host.prepareOneTimeCodeCredentialList(for: [bank])
      #expect(try await codes.nextView(within: .seconds(20)).title == "Nothing in KeePassXC")
      codes.giveUp()
    }
  }

  @Test("a locked KeePassXC asks for its password itself, and the request goes on once it is unlocked")
  func locked() async throws {
    let real = try RealKeePassXC(isOpen: false)
    try await withHost(real) { host in
      let asked = host.prepareCredentialList(for: [shop])
      let view = try await asked.nextView(within: .seconds(20))
      #expect(view.title == "Unlock KeePassXC" && view.isBusy)
      try await answering(real, "Unlock Database - KeePassXC", typing: RealKeePassXC.password)
      #expect(try await asked.nextView(within: .seconds(20)).title == "Connect KeePassXC")
      try await answering(real, "New key association request", typing: "passfold")
      try await asked.nextView(within: .seconds(20)).choose(titled: "Shop")
      #expect(try await asked.outcome() == .password(user: "anne", password: "hunter2"))
    }
  }

  @Test("whoever says no in KeePassXC, or cancels while it asks, gets nothing and is asked again next time")
  func refusals() async throws {
    let real = try RealKeePassXC()
    try await withHost(real) { host in
      let asked = host.prepareCredentialList(for: [shop])
      try await asked.nextView(within: .seconds(20)).cancel()
      #expect(try await asked.outcome() == .canceled(.userCanceled, reason: nil))
      try await Task.detached { try real.dismiss("New key association request") }.value
      let second = host.prepareCredentialList(for: [shop])
      #expect(try await second.nextView(within: .seconds(20)).title == "Connect KeePassXC")
      try await Task.detached { try real.dismiss("New key association request") }.value
      #expect(try await second.outcome(within: .seconds(20)) == .canceled(.userCanceled, reason: nil))
      try await connect(host, real)
    }
  }

  @Test("an association that the database does not know any more is made anew")
  func stale() async throws {
    let real = try RealKeePassXC()
    let client = try await KeePassXCClient(places: [real.socket])
    var kept = Associations()
    kept.keep(
      Associations.Association(
        database: try await client.databaseHash(), id: "gone", key: Data((0..<32).map { UInt8($0) }).base64EncodedString()))
    try kept.save(to: real.own.appending(path: "associations.json").path)
    try await withHost(real) { host in try await connect(host, real) }
    #expect(Associations(file: real.own.appending(path: "associations.json").path).all.map(\.id) == ["passfold"])
  }

  @Test("the place of older versions leads there as well")
  func versions() async throws {
    let real = try RealKeePassXC()
    let client = try await KeePassXCClient(places: [real.olderSocket])
    #expect(await client.version == "2.7.4")
  }

  @Test("what another user listens at is left alone, and the person's own KeePassXC beside it is found")
  func otherUser() async throws {
    let real = try RealKeePassXC()
    await #expect(throws: KeePassXCError(.otherUser)) {
      try await KeePassXCClient(places: [real.folder + "/none", real.socket], of: geteuid() + 1)
    }
    await #expect(throws: KeePassXCError(.notRunning)) { try await KeePassXCClient(places: [real.folder + "/none"], of: geteuid() + 1) }
    _ = try await KeePassXCClient(places: [real.folder + "/none", real.socket])
  }

  @Test("without KeePassXC the person learns what to turn on")
  func missing() async throws {
    Desk.current = Desk(places: ["/nowhere/socket"], own: FileManager.default.temporaryDirectory)
    try await ProviderTestHost.run(CredentialProviderViewController.self) { host async throws in
      let asked = host.prepareCredentialList(for: [shop])
      let view = try await asked.nextView()
      #expect(view.title == "KeePassXC does not answer" && view.message?.contains("Browser Integration") == true)
      view.cancel()
      #expect(try await asked.outcome() == .canceled(.failed, reason: nil))
    }
  }

  @Test("the bundle declares what the class does")
  func doctor() async throws {
    try await ProviderTestHost.run(CredentialProviderViewController.self) { host async throws in
      #expect(try host.doctor(informationPropertyList: "Providers/KeePassXCProvider/Info.plist") == [])
    }
  }

  @Test("connections that cannot be stored are reported, and the previous ones stay in their file")
  func storing() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "associations-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "associations.json").path
    var associations = Associations()
    associations.keep(.init(database: "a", id: "passfold", key: "b"))
    try associations.save(to: file)
    // A folder where the draft is written.
    try FileManager.default.createDirectory(atPath: "\(file).\(getpid()).draft", withIntermediateDirectories: false)
    var more = associations
    more.keep(.init(database: "c", id: "passfold", key: "d"))
    #expect(throws: CredentialProviderHostError(.fileNotReplaced)) { try more.save(to: file) }
    #expect(Associations(file: file).all == associations.all)
  }
}
