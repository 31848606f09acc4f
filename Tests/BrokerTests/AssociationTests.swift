// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import FetchProtocol
import Foundation
import Logging
import Testing
import WebDomains

@Suite("Associated domains")
struct AssociationTests {
  private static let document = "https://shop.example/.well-known/apple-app-site-association"
  private static let desktopEntry = "[Desktop Entry]\nType=Application\nName=Shop\nExec=/usr/bin/shop\n"
  private let web = ScriptedWeb()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.desktopEntry, to: "org.example.Shop.desktop")
  }

  private func entitle(_ entries: String..., file: String = "org.example.Shop.entitlements") throws {
    let list = entries.map { "<string>\($0)</string>" }.joined()
    try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>com.apple.developer.associated-domains</key><array>\(list)</array></dict></plist>
      """, to: file)
  }

  private func publish(_ applications: String...) {
    let list = applications.map { "\"\($0)\"" }.joined(separator: ",")
    web.serve(Self.document, #"{"applinks":{"details":3},"webcredentials":{"apps":[\#(list)]}}"#)
  }

  /// The failure of an app's association with shop.example, or nil if both halves match.
  private func failure(
    packaging: CallerIdentity.Packaging? = nil, desktopFile: String? = "org.example.Shop.desktop", domain: String = "shop.example"
  ) async throws -> AssociationFailure? {
    let application = desktopFile.flatMap { DesktopApplication(parsing: Self.desktopEntry, path: folder.path + "/" + $0) }
    let caller = CallerIdentity(
      user: 1000, process: 7, executable: "/usr/bin/shop", packaging: packaging, application: application
    ) { true }
    let environment = BrokerEnvironment(
      now: { Date() }, wait: { _ in }, randomBytes: { _ in [] },
      startProvider: { _, _ throws(BrokerError) in throw BrokerError(.providerDidNotStart, subject: "") }, wellKnown: web.documents(),
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    let id = try RelyingPartyID(domain)
    do throws(AssociationFailure) {
      try await environment.association(of: caller, with: id)
      return nil
    } catch {
      return error
    }
  }

  @Test("an app and a domain that name each other are associated")
  func associated() async throws {
    try entitle("applinks:shop.example", "webcredentials:other.example", "webcredentials:shop.example")
    publish("A1B2C3D4E5.org.example.Shop", "desktop.org.example.Shop")
    #expect(try await failure() == nil)
    #expect(web.urls == [Self.document])
  }

  @Test(
    "a Flatpak and a snap are identified by the name that their sandbox vouches for",
    arguments: [
      (CallerIdentity.Packaging.flatpak("org.example.Shop"), "flatpak.org.example.Shop"), (.snap("shop"), "snap.shop"),
    ])
  func sandboxed(packaging: CallerIdentity.Packaging, name: String) async throws {
    try entitle("webcredentials:shop.example")
    publish("desktop.org.example.Shop")
    #expect(try await failure(packaging: packaging)?.code == .applicationNotListed)
    web.pass(61)
    publish(name)
    #expect(try await failure(packaging: packaging) == nil)
  }

  @Test("a Flatpak's entitlements are found among its own files if only the desktop file is exported")
  func exported() async throws {
    let app = "flatpak/app/org.example.Shop/current/active"
    try folder.write(Self.desktopEntry, to: app + "/export/share/applications/org.example.Shop.desktop")
    try entitle("webcredentials:shop.example", file: app + "/files/share/applications/org.example.Shop.entitlements")
    try folder.write("", to: "flatpak/exports/share/applications/none")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/flatpak/exports/share/applications/org.example.Shop.desktop",
      withDestinationPath: "../../../app/org.example.Shop/current/active/export/share/applications/org.example.Shop.desktop")
    publish("flatpak.org.example.Shop")
    #expect(
      try await failure(
        packaging: .flatpak("org.example.Shop"), desktopFile: "flatpak/exports/share/applications/org.example.Shop.desktop") == nil)
  }

  @Test("the app's half is checked first: without it nothing is fetched, and the failure says why")
  func appHalf() async throws {
    publish("desktop.org.example.Shop")
    let unknown = try #require(try await failure(desktopFile: nil))
    #expect(unknown.code == .applicationUnknown)

    let missing = try #require(try await failure())
    #expect(missing.code == .entitlementsMissing)
    #expect(missing.application == "desktop.org.example.Shop" && missing.place == "\(folder.path)/org.example.Shop.entitlements")

    for text in ["", "<plist><dict></dict></plist>", "{}", String(repeating: " ", count: 65 * 1024)] {
      try folder.write(text, to: "org.example.Shop.entitlements")
      #expect(try await failure()?.code == .entitlementsMalformed)
    }

    try entitle("webcredentials:www.shop.example", "applinks:shop.example")
    let other = try #require(try await failure())
    #expect(other.code == .domainNotEntitled)
    #expect(other.place?.hasSuffix("/org.example.Shop.entitlements") == true && other.domain == "shop.example")
    #expect(web.requests.isEmpty)
  }

  @Test("a failure of the site's half names the document's address")
  func siteHalf() async throws {
    try entitle("webcredentials:shop.example")
    let offline = try #require(try await failure())
    #expect(offline.code == .documentUnavailable)
    #expect(offline.cause == .nameNotFound)
    #expect(offline.place == Self.document)

    web.serve(Self.document, "no such page", status: 404, type: "text/html")
    #expect(try await failure()?.code == .documentUnavailable)
    for (json, type) in [("[]", "application/json"), (#"{"webcredentials":{"apps":{}}}"#, "application/json"), ("{}", "text/plain")] {
      web.serve(Self.document, json, type: type)
      #expect(try await failure()?.code == .documentMalformed)
    }
    for json in ["{}", #"{"webcredentials":{"apps":["desktop.org.example.shop","desktop.org.example.Shop.Beta"]}}"#] {
      web.serve(Self.document, json)
      let unlisted = try #require(try await failure())
      #expect(unlisted.code == .applicationNotListed)
      #expect(unlisted.place == Self.document && unlisted.application == "desktop.org.example.Shop")
    }
  }

  @Test("a developer entry counts only if the developer settings name the domain, and is fetched from their address")
  func developers() async throws {
    try entitle("webcredentials:shop.example?mode=developer")
    publish("desktop.org.example.Shop")
    #expect(try await failure()?.code == .developersOnly)
    #expect(web.requests.isEmpty)
    web.develop(#"{"sites":{"shop.example":{"address":"127.0.0.1","port":8443}}}"#)
    #expect(try await failure() == nil)
    #expect(web.requests.last?.route == FetchRoute(address: "127.0.0.1", port: 8443, authority: nil))
  }

  @Test("a wildcard covers the subdomains, and each of them must publish its own document")
  func wildcard() async throws {
    try entitle("webcredentials:*.shop.example")
    web.serve(
      "https://login.shop.example/.well-known/apple-app-site-association", #"{"webcredentials":{"apps":["desktop.org.example.Shop"]}}"#)
    #expect(try await failure(domain: "login.shop.example") == nil)
    #expect(try await failure()?.code == .domainNotEntitled)
    #expect(try await failure(domain: "www.shop.example")?.code == .documentUnavailable)
  }
}
