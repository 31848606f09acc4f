// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import FetchProtocol
import Foundation
import Testing
import WebDomains

@Suite("Well-known documents")
struct WellKnownDocumentsTests {
  private static let url = "https://shop.example/.well-known/webauthn"
  private let web = ScriptedWeb()

  private func related() throws -> WellKnownDocument { .relatedOrigins(of: try RelyingPartyID("shop.example")) }

  @Test("a copy that permits is valid for an hour")
  func permission() async throws {
    web.serve(Self.url, "{}")
    let documents = web.documents()
    for _ in 0..<2 { _ = try await documents.answer(to: related()) { _ in true } }
    web.pass(3599)
    _ = try await documents.answer(to: related()) { _ in true }
    #expect(web.urls == [Self.url])
    web.pass(1)
    _ = try await documents.answer(to: related()) { _ in true }
    #expect(web.urls == [Self.url, Self.url])
  }

  @Test("a copy that refuses, or a failure, is valid for a minute", arguments: [false, true])
  func refusal(fails: Bool) async throws {
    if !fails { web.serve(Self.url, "{}") }
    let documents = web.documents()
    for (passed, count) in [(0.0, 1), (59, 1), (1, 2)] {
      web.pass(passed)
      _ = try? await documents.answer(to: related()) { _ in false }
      #expect(web.requests.count == count)
    }
  }

  @Test("a clock set back makes every copy invalid")
  func clock() async throws {
    web.serve(Self.url, "{}")
    let documents = web.documents()
    _ = try await documents.answer(to: related()) { _ in true }
    web.pass(-10)
    _ = try await documents.answer(to: related()) { _ in true }
    #expect(web.requests.count == 2)
  }

  @Test("concurrent requests share one fetch of a document")
  func once() async throws {
    web.serve(Self.url, "{}")
    web.hold()
    let documents = web.documents()
    let document = try related()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { try await documents.answer(to: document) { _ in true }.status } }
      while web.requests.isEmpty { await Task.yield() }
      // Later requests join as well: none of the twenty is answered before this.
      web.release()
      for try await status in group { #expect(status == 200) }
    }
    #expect(web.requests.count == 1)
  }

  @Test("a fifth concurrent fetch is refused as busy, and the refusal is not cached")
  func busy() async throws {
    web.hold()
    let documents = web.documents()
    let running = try ["a", "b", "c", "d"].map { name in
      let document = WellKnownDocument.relatedOrigins(of: try RelyingPartyID(name + ".example"))
      return Task { try? await documents.answer(to: document) { _ in true } }
    }
    while web.requests.count < 4 { await Task.yield() }
    await #expect(throws: FetchFailure.busy) { try await documents.answer(to: related()) { _ in true } }
    web.release()
    for task in running { _ = await task.value }
    web.serve(Self.url, "{}")
    #expect(try await documents.answer(to: related()) { _ in true }.status == 200)
  }

  @Test("the cache is bounded by count and bytes, and drops the oldest copies first")
  func bounded() async throws {
    var limits = WellKnownLimits()
    limits.documents = 3
    limits.bytes = 25
    let documents = web.documents(limits)
    let names = ["a", "b", "c", "d"].map { $0 + ".example" }
    for name in names { web.serve("https://\(name)/.well-known/webauthn", "0123456789") }
    func ask(_ name: String) async throws {
      _ = try await documents.answer(to: .relatedOrigins(of: try RelyingPartyID(name))) { _ in true }
      web.pass(1)
    }
    for name in names { try await ask(name) }
    // 25 bytes hold two copies of ten.
    try await ask("c.example")
    try await ask("d.example")
    #expect(web.requests.count == 4)
    try await ask("b.example")
    #expect(web.requests.count == 5)
  }

  @Test("related origins follow redirects within https, to any port and path")
  func redirects() async throws {
    web.redirect(Self.url, to: "https://www.shop.example:8443/document?a=b#c", status: 301)
    web.redirect("https://www.shop.example:8443/document?a=b", to: "https://cdn.shop.example", status: 307)
    web.serve("https://cdn.shop.example/", "{}")
    #expect(try await web.documents().answer(to: related()) { _ in true }.status == 200)
    #expect(web.urls == [Self.url, "https://www.shop.example:8443/document?a=b", "https://cdn.shop.example/"])
  }

  @Test(
    "a redirect that leaves https, names no domain or contains a user is refused",
    arguments: [
      "http://shop.example/document", "https://192.0.2.1/", "https://[2001:db8::1]/", "https://anne@shop.example/", "ftp://shop.example/",
      "file:///etc/passwd", "/document", "", nil,
    ])
  func refusedRedirect(target: String?) async throws {
    web.redirect(Self.url, to: target)
    await #expect(throws: FetchFailure.redirectRefused) { try await web.documents().answer(to: related()) { _ in true } }
    #expect(web.requests.count == 1)
  }

  @Test("a sixth redirect is refused")
  func circle() async throws {
    web.redirect(Self.url, to: Self.url)
    await #expect(throws: FetchFailure.tooManyRedirects) { try await web.documents().answer(to: related()) { _ in true } }
    #expect(web.requests.count == 6)
  }

  @Test("an app-site association follows no redirect")
  func noRedirect() async throws {
    let url = "https://shop.example/.well-known/apple-app-site-association"
    web.redirect(url, to: "https://www.shop.example/.well-known/apple-app-site-association")
    await #expect(throws: FetchFailure.redirectRefused) {
      try await web.documents().answer(to: .appSiteAssociation(of: try RelyingPartyID("shop.example"))) { _ in true }
    }
    #expect(web.urls == [url])
  }

  @Test("all redirects together have ten seconds")
  func time() async throws {
    web.redirect(Self.url, to: Self.url)
    web.takes(secondsPerFetch: 4)
    await #expect(throws: FetchFailure.timedOut) { try await web.documents().answer(to: related()) { _ in true } }
    #expect(web.requests.map(\.milliseconds) == [10_000, 6000, 2000])
  }

  @Test("a developer site is fetched from its configured address each time, and a redirect to another host is not rerouted")
  func developer() async throws {
    web.develop(#"{"sites":{"shop.example":{"address":"127.0.0.1","port":8443,"authority":"/etc/shop/ca.pem"}}}"#)
    web.redirect(Self.url, to: "https://www.shop.example/document")
    web.serve("https://www.shop.example/document", "{}")
    let documents = web.documents()
    for _ in 0..<2 { _ = try await documents.answer(to: related()) { _ in true } }
    #expect(
      web.requests.map(\.route) == [
        FetchRoute(address: "127.0.0.1", port: 8443, authority: "/etc/shop/ca.pem"), nil,
        FetchRoute(address: "127.0.0.1", port: 8443, authority: "/etc/shop/ca.pem"), nil,
      ])
  }
}

@Suite("Developer settings")
struct DeveloperSitesTests {
  @Test("name hosts with the address, port and authority that serve them")
  func routes() throws {
    let json = #"""
      {"sites":{"shop.example":{"address":"::1","port":443},
        "localhost":{"address":"127.0.0.1","port":8443,"authority":"/ca.pem"}}}
      """#
    let sites = try #require(DeveloperSites(parsing: Array(json.utf8)))
    #expect(sites["shop.example"] == FetchRoute(address: "::1", port: 443, authority: nil))
    #expect(sites["localhost"] == FetchRoute(address: "127.0.0.1", port: 8443, authority: "/ca.pem"))
    #expect(sites["www.shop.example"] == nil)
  }

  @Test(
    "are rejected if any host, address, port or path is invalid",
    arguments: [
      "", "{}", #"{"sites":[]}"#, #"{"sites":{"com":{"address":"127.0.0.1","port":1}}}"#,
      #"{"sites":{"192.0.2.1":{"address":"127.0.0.1","port":1}}}"#, #"{"sites":{"shop.example":{"address":"localhost","port":1}}}"#,
      #"{"sites":{"shop.example":{"address":"127.0.0.1","port":0}}}"#, #"{"sites":{"shop.example":{"address":"127.0.0.1","port":65536}}}"#,
      #"{"sites":{"shop.example":{"address":"127.0.0.1","port":1,"authority":"ca.pem"}}}"#,
    ])
  func malformed(json: String) {
    #expect(DeveloperSites(parsing: Array(json.utf8)) == nil)
  }

  @Test("are read only from a regular file that no one else may write")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/developer.json"
    try Data(#"{"sites":{"shop.example":{"address":"127.0.0.1","port":8443}}}"#.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(DeveloperSites(file: path)["shop.example"] != nil)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.json", withDestinationPath: path)
    #expect(DeveloperSites(file: folder.path + "/link.json") == .none)
    #expect(DeveloperSites(file: folder.path + "/none.json") == .none)
    for mode in [0o664, 0o646] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      #expect(DeveloperSites(file: path) == .none)
    }
  }

  @Test("are stored in the user's configuration folder")
  func place() {
    #expect(DeveloperSites.file { ["XDG_CONFIG_HOME": "/c", "HOME": "/h"][$0] } == "/c/passfold/developer.json")
    #expect(DeveloperSites.file { ["XDG_CONFIG_HOME": "c", "HOME": "/h"][$0] } == "/h/.config/passfold/developer.json")
    #expect(DeveloperSites.file { _ in nil } == nil)
  }
}
