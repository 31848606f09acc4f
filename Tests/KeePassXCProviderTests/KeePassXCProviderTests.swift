// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Foundation
import Glibc
import KeePassXCProvider
import Testing

/// The complete provider with the real KeePassXC.
@Suite("The provider for KeePassXC", .serialized, .timeLimit(.minutes(3)))
@MainActor
struct KeePassXCProviderTests {
  private let shop = ASCredentialServiceIdentifier(identifier: "shop.example", type: .domain)
  private let page = ASCredentialServiceIdentifier(identifier: "https://shop.example/sign-in?next=1", type: .URL)

  private func withHost(_ real: RealKeePassXC, _ body: @MainActor (ProviderTestHost) async throws -> Void) async throws {
    Desk.current = Desk(places: [real.folder + "/none", real.socket], own: real.own)
    try await ProviderTestHost.run(CredentialProviderViewController.self) { host in try await body(host) }
  }

  /// Answers KeePassXC's dialog with key presses, off the main actor.
  private nonisolated func answering(_ real: RealKeePassXC, _ window: String, typing text: String) async throws {
    try await Task.detached { try real.answer(window, typing: text) }.value
  }

  /// Returns the next list. On a busy computer, the provider says first that it waits for KeePassXC.
  private func list(of request: PlayedRequest) async throws -> PlayedView {
    while true {
      let view = try await request.nextView(within: .seconds(20))
      if !view.isBusy { return view }
    }
  }

  /// Confirms the provider's association in KeePassXC and picks the only entry.
  private func connect(_ host: ProviderTestHost, _ real: RealKeePassXC) async throws {
    let asked = host.prepareCredentialList(for: [shop])
    #expect(try await asked.nextView(within: .seconds(20)).title == "Connect KeePassXC")
    try await answering(real, "New key association request", typing: "passfold")
    let list = try await self.list(of: asked)
    #expect(list.rows.map(\.title) == ["Shop"] && list.rows.map(\.subtitle) == ["anne"])
    try list.choose(titled: "Shop")
    #expect(try await asked.outcome() == .password(user: "anne", password: "hunter2"))
  }

  @Test("fills passwords and current codes after the user has named it once in KeePassXC")
  func fills() async throws {
    let real = try RealKeePassXC()
    try await withHost(real) { host in
      try await connect(host, real)
      let second = host.prepareCredentialList(for: [page, shop])
      let list = try await self.list(of: second)
      try list.choose(titled: "Shop")
      #expect(try await second.outcome() == .password(user: "anne", password: "hunter2"))

      let third = host.prepareOneTimeCodeCredentialList(for: [shop])
      let codes = try await self.list(of: third)
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

  @Test("lists only a site's own entries, and says so if a site has none")
  func sites() async throws {
    let real = try RealKeePassXC()
    try await withHost(real) { host in
      try await connect(host, real)
      let bank = ASCredentialServiceIdentifier(identifier: "bank.example", type: .domain)
      let asked = host.prepareCredentialList(for: [bank])
      #expect(try await list(of: asked).rows.map(\.title) == ["Bank"])
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

  @Test("waits while a locked KeePassXC asks for its password, and continues once it is unlocked")
  func locked() async throws {
    let real = try RealKeePassXC(isOpen: false)
    try await withHost(real) { host in
      let asked = host.prepareCredentialList(for: [shop])
      let view = try await asked.nextView(within: .seconds(20))
      #expect(view.title == "Unlock KeePassXC" && view.isBusy)
      try await answering(real, "Unlock Database - KeePassXC", typing: RealKeePassXC.password)
      #expect(try await asked.nextView(within: .seconds(20)).title == "Connect KeePassXC")
      try await answering(real, "New key association request", typing: "passfold")
      try await list(of: asked).choose(titled: "Shop")
      #expect(try await asked.outcome() == .password(user: "anne", password: "hunter2"))
    }
  }

  @Test("releases nothing if the user refuses or cancels in KeePassXC, and asks again next time")
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

  @Test("associates again if the database no longer knows the association")
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

  @Test("also connects at the socket of older versions")
  func versions() async throws {
    let real = try RealKeePassXC()
    let client = try await KeePassXCClient(places: [real.olderSocket])
    #expect(await client.version == "2.7.4")
  }

  @Test("ignores a socket of another user and finds the user's own KeePassXC at the next place")
  func otherUser() async throws {
    let real = try RealKeePassXC()
    await #expect(throws: KeePassXCError(.otherUser)) {
      try await KeePassXCClient(places: [real.folder + "/none", real.socket], of: geteuid() + 1)
    }
    await #expect(throws: KeePassXCError(.notRunning)) { try await KeePassXCClient(places: [real.folder + "/none"], of: geteuid() + 1) }
    _ = try await KeePassXCClient(places: [real.folder + "/none", real.socket])
  }

  @Test("explains what to turn on if KeePassXC does not answer")
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

  @Test("shows that it waits for a KeePassXC that does not answer, and the user can end that")
  func silent() async throws {
    let place = "/tmp/pf-" + UUID().uuidString.prefix(8)
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer {
      close(listener)
      unlink(place)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: place.utf8) }
    // The kernel accepts a connection for a program that only listens.
    let isListening = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    #expect(isListening == 0 && listen(listener, 1) == 0)
    Desk.current = Desk(places: [place], own: FileManager.default.temporaryDirectory)
    try await ProviderTestHost.run(CredentialProviderViewController.self) { host async throws in
      let asked = host.prepareCredentialList(for: [shop])
      let view = try await asked.nextView(within: .seconds(20))
      #expect(view.title == "Waiting for KeePassXC" && view.isBusy)
      view.cancel()
      #expect(try await asked.outcome(within: .seconds(20)) == .canceled(.userCanceled, reason: nil))
    }
  }

  @Test("declares in its bundle what its class implements")
  func doctor() async throws {
    try await ProviderTestHost.run(CredentialProviderViewController.self) { host async throws in
      #expect(try host.doctor(informationPropertyList: "Providers/KeePassXCProvider/Info.plist") == [])
    }
  }

  @Test("reports connections that cannot be stored and keeps the previous ones in their file")
  func storing() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "associations-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "associations.json").path
    var associations = Associations()
    associations.keep(.init(database: "a", id: "passfold", key: "b"))
    try associations.save(to: file)
    // A folder at the path where the draft is written.
    try FileManager.default.createDirectory(atPath: "\(file).\(getpid()).draft", withIntermediateDirectories: false)
    var more = associations
    more.keep(.init(database: "c", id: "passfold", key: "d"))
    #expect(throws: CredentialProviderHostError(.fileNotReplaced)) { try more.save(to: file) }
    #expect(Associations(file: file).all == associations.all)
  }
}
