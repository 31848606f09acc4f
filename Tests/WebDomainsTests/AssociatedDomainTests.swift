// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import WebDomains

@Suite("Associated domains of an app")
struct AssociatedDomainTests {
  @Test(
    "are entries of the service webcredentials with a domain name",
    arguments: [
      ("webcredentials:shop.example", "webcredentials:shop.example"), ("webcredentials:SHOP.Example", "webcredentials:shop.example"),
      ("webcredentials:*.shop.example", "webcredentials:*.shop.example"),
      ("webcredentials:bücher.example?mode=developer", "webcredentials:xn--bcher-kva.example?mode=developer"),
      ("webcredentials:localhost?mode=developer", "webcredentials:localhost?mode=developer"),
    ])
  func entries(entry: String, spelling: String) {
    #expect(AssociatedDomain(parsing: entry)?.description == spelling)
  }

  @Test(
    "are not created from any other entry",
    arguments: [
      "", "webcredentials:", "applinks:shop.example", "shop.example", "WebCredentials:shop.example", "webcredentials:https://shop.example",
      "webcredentials:shop.example/", "webcredentials:shop.example:8443", "webcredentials:192.0.2.1", "webcredentials:[::1]",
      "webcredentials:shop.example?mode=managed", "webcredentials:shop.example?mode=developer+managed", "webcredentials:shop.example?",
      "webcredentials:*", "webcredentials:*.com", "webcredentials:*.co.uk", "webcredentials:*.github.io", "webcredentials:a.*.shop.example",
      "webcredentials:shop..example", "webcredentials:shop.example ", "webcredentials:" + String(repeating: "a.", count: 300) + "example",
    ])
  func others(entry: String) {
    #expect(AssociatedDomain(parsing: entry) == nil)
  }

  @Test("cover their own name, or with a wildcard the names below it")
  func covering() throws {
    let own = try #require(AssociatedDomain(parsing: "webcredentials:shop.example"))
    let wild = try #require(AssociatedDomain(parsing: "webcredentials:*.shop.example"))
    for (name, isOwn, isWild) in [
      ("shop.example", true, false), ("login.shop.example", false, true), ("a.login.shop.example", false, true),
      ("myshop.example", false, false),
    ] {
      #expect(own.covers(try RelyingPartyID(name)) == isOwn)
      #expect(wild.covers(try RelyingPartyID(name)) == isWild)
    }
  }
}

@Suite("An apple-app-site-association document")
struct AppSiteAssociationTests {
  @Test("lists the applications of webcredentials, whatever else it contains")
  func applications() throws {
    let json = #"{"applinks":[1,{"a":null}],"webcredentials":{"apps":["A1B2C3D4E5.org.example.Shop","desktop.org.example.Shop"],"x":1}}"#
    let document = try #require(AppSiteAssociation(parsing: Array(json.utf8)))
    #expect(document.applications == ["A1B2C3D4E5.org.example.Shop", "desktop.org.example.Shop"])
    #expect(document.permits("desktop.org.example.Shop"))
    #expect(!document.permits("desktop.org.example.shop"))
    #expect(!document.permits("desktop.org.example"))
  }

  @Test("compares application identifiers by their bytes")
  func spelling() throws {
    let document = try #require(AppSiteAssociation(parsing: Array("{\"webcredentials\":{\"apps\":[\"desktop.e\u{301}\"]}}".utf8)))
    #expect(!document.permits("desktop.\u{e9}"))
  }

  @Test("without webcredentials lists no application", arguments: ["{}", #"{"applinks":{}}"#, #"{"webcredentials":null}"#])
  func empty(json: String) {
    #expect(AppSiteAssociation(parsing: Array(json.utf8))?.applications == [])
  }

  @Test(
    "in another form is refused",
    arguments: [
      "", "[]", "null", #"{"webcredentials":[]}"#, #"{"webcredentials":{}}"#, #"{"webcredentials":{"apps":"a"}}"#,
      #"{"webcredentials":{"apps":[1]}}"#, #"{"webcredentials":{"apps":[]}} more"#, "\u{1}\u{2}",
    ])
  func malformed(json: String) {
    #expect(AppSiteAssociation(parsing: Array(json.utf8)) == nil)
  }

  @Test("above 128 KiB is refused, and applications beyond the first thousand are ignored")
  func bounds() throws {
    let padding = String(repeating: " ", count: AppSiteAssociation.maximumByteCount)
    #expect(AppSiteAssociation(parsing: Array(("{}" + padding).utf8)) == nil)
    let many = (0...1000).map { "\"desktop.a\($0)\"" }.joined(separator: ",")
    let document = try #require(AppSiteAssociation(parsing: Array(#"{"webcredentials":{"apps":[\#(many)]}}"#.utf8)))
    #expect(document.permits("desktop.a999"))
    #expect(!document.permits("desktop.a1000"))
  }

  @Test("reads back as it was written")
  func writing() throws {
    let document = AppSiteAssociation(applications: ["flatpak.org.example.Shop"])
    #expect(String(decoding: document.encoded, as: UTF8.self) == #"{"webcredentials":{"apps":["flatpak.org.example.Shop"]}}"#)
    #expect(AppSiteAssociation(parsing: document.encoded) == document)
  }
}
