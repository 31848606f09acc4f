// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import SignInSite
import Testing
import WebAuthnClient
import WebAuthnModel
import WebDomains

@Suite("Well-known documents, related origins and migration")
struct WellKnownTests {
  @Test(
    "each document is JSON, sets no cookie and can be read from any origin",
    arguments: [
      ("apple-app-site-association", #"{"webcredentials":{"apps":["A1B2C3D4E5.example.shop"]}}"#),
      ("webauthn", #"{"origins":["https://shop.example.net"]}"#),
      (
        "passkey-endpoints",
        #"{"enroll":"https://login.shop.example/account/passkeys","manage":"https://login.shop.example/account/passkeys"}"#
      ),
    ])
  func documents(_ name: String, _ text: String) async throws {
    let site = try await TestSite(relatedOrigins: ["https://shop.example.net"], apps: ["A1B2C3D4E5.example.shop"])
    try await site.visit { browser in
      let response = try await browser.get("/.well-known/\(name)")
      #expect(response.status == .ok && String(buffer: response.body) == text)
      #expect(response.headers[.contentType] == "application/json" && response.headers[.setCookie] == nil)
      #expect(HTTPFields.Element.Name("Cross-Origin-Resource-Policy").flatMap { response.headers[$0] } == "cross-origin")
    }
  }

  @Test("the change-password URL redirects to the page for it")
  func changePassword() async throws {
    try await TestSite().visit { browser in
      let response = try await browser.client.execute(uri: "/.well-known/change-password", method: .get)
      #expect(response.status == .found && response.headers[.location] == "/account/password")
    }
  }

  @Test("a related origin is permitted by the document and its requests are accepted, unlike other origins")
  func relatedOrigins() async throws {
    let related = "https://shop.example.net"
    let site = try await TestSite(relatedOrigins: [related])
    try await site.visit { browser in
      let document = try #require(
        RelatedOriginsDocument(parsing: Array(String(buffer: try await browser.get("/.well-known/webauthn").body).utf8)))
      #expect(document.permits(try Origin(parsing: related)))
      #expect(!document.permits(try Origin(parsing: "https://evil.example.org")))
      try await browser.get("/sign-up")
      #expect(try await browser.post("/sign-up", ["username": "ada", "password": "correct horse"], origin: related).status == .ok)
      #expect(try await browser.post("/sign-out", [:], origin: "https://evil.example.org").status == .forbidden)
    }
  }

  @Test("a database of the second version keeps its accounts, passwords and passkeys")
  func migration() throws {
    let database = try DatabaseQueue()
    try SiteDatabase.migrate(database, upTo: "2")
    try database.write { database in
      try database.execute(
        sql: """
          INSERT INTO account VALUES (x'01', 'ada', x'02', 16, x'03', 5);
          INSERT INTO session (id, csrf_token, stage, account, expires) VALUES (x'0a', 't', 'signedIn', x'01', 9);
          INSERT INTO challenge VALUES (x'0b', x'0a', x'00', 9);
          INSERT INTO passkey VALUES (x'04', x'01', x'05', 0, 1, '["internal"]', 1, 1, 6, NULL);
          INSERT INTO passkey VALUES (x'06', x'01', x'07', 0, 1, '[]', 0, 0, 7, 8);
          """)
    }
    try SiteDatabase.migrate(database)
    try database.read { database in
      #expect(try Data.fetchOne(database, sql: "SELECT password_hash FROM account WHERE user_name = 'ADA'") == Data([3]))
      #expect(try String.fetchAll(database, sql: "SELECT name FROM passkey ORDER BY id") == ["Passkey 1", "Passkey 2"])
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM session") == 1)
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM challenge") == 0)
      try database.checkForeignKeys()
    }
  }
}
