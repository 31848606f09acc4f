// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnClient
import WebDomains

@Suite("Related origins (WebAuthn L3 §5.11.1)")
struct RelatedOriginsTests {
  private static func document(_ origins: [String]) throws -> RelatedOriginsDocument {
    let list = origins.map { "\"\($0)\"" }.joined(separator: ",")
    return try #require(RelatedOriginsDocument(parsing: Array(#"{"origins":[\#(list)]}"#.utf8)))
  }

  @Test(
    "4.6. an origin is permitted only if it is listed exactly",
    arguments: [
      ("https://shop.co.uk", true), ("https://www.shop.co.uk", false), ("https://shop.co.uk:8443", false), ("http://shop.co.uk", false),
      ("https://shop.example", false),
    ])
  func named(origin: String, permitted: Bool) throws {
    #expect(try Self.document(["https://shop.co.uk", "https://shop.de/path?query"]).permits(Origin(parsing: origin)) == permitted)
  }

  @Test("4.1. to 4.4. items that are not URLs, have no domain or no registrable label are skipped")
  func passedOver() throws {
    let document = try Self.document([
      "not a URL", "https://192.0.2.1", "https://[::1]", "https://localhost", "https://co.uk", "https://shop.de",
    ])
    #expect(document.permits(try Origin(parsing: "https://shop.de")))
    #expect(!document.permits(try Origin(parsing: "https://localhost")))
    #expect(!document.permits(try Origin(parsing: "https://192.0.2.1")))
  }

  @Test("4.5. five registrable labels count, and further origins with those labels are still considered")
  func labels() throws {
    let five = ["https://a.de", "https://b.de", "https://c.de", "https://d.de", "https://e.de"]
    let document = try Self.document(five + ["https://f.de", "https://a.co.uk", "https://login.b.fr"])
    #expect(document.permits(try Origin(parsing: "https://e.de")))
    #expect(!document.permits(try Origin(parsing: "https://f.de")))
    #expect(document.permits(try Origin(parsing: "https://a.co.uk")))
    #expect(document.permits(try Origin(parsing: "https://login.b.fr")))
  }

  @Test(
    "2.2. and 2.3. only an object with a list of strings is a document",
    arguments: [
      "", "[]", "{}", #"{"origins":"https://shop.de"}"#, #"{"origins":["https://shop.de",1]}"#, #"{"origins":null}"#,
    ])
  func malformed(json: String) {
    #expect(RelatedOriginsDocument(parsing: Array(json.utf8)) == nil)
  }

  @Test("a document above 256 KiB is not read")
  func size() {
    let padding = String(repeating: " ", count: RelatedOriginsDocument.maximumByteCount)
    #expect(RelatedOriginsDocument(parsing: Array((#"{"origins":[]}"# + padding).utf8)) == nil)
  }

  @Test("a written document reads back")
  func writing() throws {
    let document = RelatedOriginsDocument(origins: [try Origin(parsing: "https://shop.de"), try Origin(parsing: "https://shop.co.uk:8443")])
    #expect(RelatedOriginsDocument(parsing: document.encoded) == document)
    #expect(String(decoding: document.encoded, as: UTF8.self) == #"{"origins":["https://shop.de","https://shop.co.uk:8443"]}"#)
  }

  struct Fetched: Sendable, CustomTestStringConvertible {
    let words: String
    var status = 200
    var type: String? = "application/json"
    var isPermitted = false
    var testDescription: String { words }
  }

  @Test(
    "2.1. only status 200 with the content type application/json is accepted",
    arguments: [
      Fetched(words: "as it should be", isPermitted: true),
      Fetched(words: "with a parameter", type: "Application/JSON; charset=utf-8", isPermitted: true),
      Fetched(words: "not found", status: 404), Fetched(words: "no content type", type: nil), Fetched(words: "text", type: "text/plain"),
      Fetched(words: "another JSON", type: "application/jsonl"), Fetched(words: "created", status: 201),
    ])
  func fetched(answer: Fetched) async throws {
    let caller = WebAuthnCaller(origin: try Origin(parsing: "https://shop.co.uk"))
    let judged = await caller.validatingRelatedOrigins(of: "shop.example") { request in
      #expect(request.url == "https://shop.example/.well-known/webauthn")
      return RelatedOriginsResponse(
        statusCode: answer.status, contentType: answer.type, body: Array(#"{"origins":["https://shop.co.uk"]}"#.utf8))
    }
    let options = Array(#"{"challenge":"AAEC","rpId":"shop.example"}"#.utf8)
    if answer.isPermitted {
      let prepared = try PreparedAssertion(optionsJSON: options, caller: judged)
      #expect(prepared.relyingPartyID.name == "shop.example")
      #expect(String(decoding: prepared.clientDataJSON, as: UTF8.self).contains(#""origin":"https://shop.co.uk""#))
    } else {
      #expect { try PreparedAssertion(optionsJSON: options, caller: judged) } throws: {
        ($0 as? WebAuthnClientError)?.exception == .securityError
      }
    }
    // The permission is for this RP ID only.
    #expect(throws: WebAuthnClientError.self) {
      try PreparedAssertion(optionsJSON: Array(#"{"challenge":"AAEC","rpId":"other.example"}"#.utf8), caller: judged)
    }
  }

  @Test("a fetch that fails is a SecurityError")
  func failed() async throws {
    struct Offline: Error {}
    let caller = WebAuthnCaller(origin: try Origin(parsing: "https://shop.co.uk"))
    let judged = await caller.validatingRelatedOrigins(of: "shop.example") { _ in throw Offline() }
    #expect(throws: WebAuthnClientError.self) {
      try PreparedAssertion(optionsJSON: Array(#"{"challenge":"AAEC","rpId":"shop.example"}"#.utf8), caller: judged)
    }
  }

  @Test(
    "nothing is fetched for an RP ID that needs no permission or can get none",
    arguments: [
      ("https://login.shop.example", "shop.example"), ("https://shop.co.uk", "co.uk"), ("https://shop.co.uk", "192.0.2.1"),
      ("http://shop.co.uk", "shop.example"), ("https://192.0.2.1", "shop.example"), ("https://shop.co.uk", "SHOP.example"),
    ])
  func notFetched(origin: String, relyingParty: String) async throws {
    let caller = WebAuthnCaller(origin: try Origin(parsing: origin))
    let judged = await caller.validatingRelatedOrigins(of: relyingParty) { _ in
      Issue.record("a document was fetched")
      return RelatedOriginsResponse(statusCode: 200, contentType: "application/json", body: [])
    }
    #expect(judged == caller)
  }
}
