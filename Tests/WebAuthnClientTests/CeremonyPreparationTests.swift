// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnClient
import WebAuthnModel
import WebDomains

@Suite("The client's steps of both ceremonies (WebAuthn L3 §5.1.3 and §5.1.4.1)")
struct CeremonyPreparationTests {
  private static func caller(_ origin: String, crossOrigin: Bool = false) throws -> WebAuthnCaller {
    let origin = try Origin(parsing: origin)
    return WebAuthnCaller(origin: origin, topOrigin: origin, isCrossOrigin: crossOrigin)
  }

  private static func creation(
    rp: String = #""id":"shop.example","#, user: String = "YW5uZQ", algorithms: String = #"[{"type":"public-key","alg":-7}]"#,
    more: String = ""
  ) -> [UInt8] {
    Array(
      """
      {"rp":{\(rp)"name":"Shop"},"user":{"id":"\(user)","name":"anne","displayName":"Anne"},
       "challenge":"AAECAwQFBgcICQoLDA0ODw","pubKeyCredParams":\(algorithms)\(more)}
      """.utf8)
  }

  @Test("client data are serialised byte for byte as the specification prescribes")
  func clientData() throws {
    let prepared = try PreparedCreation(optionsJSON: Self.creation(), caller: Self.caller("https://login.shop.example"))
    #expect(
      String(decoding: prepared.clientDataJSON, as: UTF8.self)
        == #"{"type":"webauthn.create","challenge":"AAECAwQFBgcICQoLDA0ODw","origin":"https://login.shop.example","crossOrigin":false}"#)
    #expect(prepared.clientDataHash == CollectedClientData.hash(of: prepared.clientDataJSON))
    #expect(prepared.relyingPartyID.name == "shop.example")
  }

  @Test(
    "an RP ID that is not a registrable suffix of the origin's domain is a SecurityError",
    arguments: [
      ("https://login.shop.example", "other.example"), ("https://login.shop.example", "evil-shop.example"),
      ("https://shop.example", "login.shop.example"), ("https://shop.example", "example"), ("https://a.github.io", "github.io"),
      ("https://login.shop.example", ""), ("https://login.shop.example", "SHOP.example"), ("https://192.0.2.1", "192.0.2.1"),
      ("http://shop.example", "shop.example"),
    ])
  func relyingPartyMismatch(origin: String, relyingParty: String) throws {
    let caller = try Self.caller(origin)
    let expected: [WebAuthnClientError.ExceptionName] = [.securityError]
    #expect {
      try PreparedCreation(optionsJSON: Self.creation(rp: #""id":"\#(relyingParty)","#), caller: caller)
    } throws: { expected.contains(($0 as? WebAuthnClientError)?.exception ?? .typeError) }
    #expect {
      try PreparedAssertion(optionsJSON: Array(#"{"challenge":"AAEC","rpId":"\#(relyingParty)"}"#.utf8), caller: caller)
    } throws: { expected.contains(($0 as? WebAuthnClientError)?.exception ?? .typeError) }
  }

  @Test("without an RP ID, the effective domain is used")
  func defaultRelyingParty() throws {
    let prepared = try PreparedAssertion(
      optionsJSON: Array(#"{"challenge":"AAEC"}"#.utf8), caller: Self.caller("https://login.shop.example"))
    #expect(prepared.relyingPartyID.name == "login.shop.example")
  }

  @Test("a cross-origin frame without permission is refused with a NotAllowedError")
  func crossOrigin() throws {
    let caller = try Self.caller("https://login.shop.example", crossOrigin: true)
    #expect(throws: WebAuthnClientError.self) { try PreparedCreation(optionsJSON: Self.creation(), caller: caller) }
    #expect(throws: WebAuthnClientError.self) {
      try PreparedAssertion(optionsJSON: Array(#"{"challenge":"AAEC","rpId":"shop.example"}"#.utf8), caller: caller)
    }
  }

  @Test(
    "options of the wrong type are a TypeError",
    arguments: [
      "{}", "[]", "", #"{"challenge":"AAE="}"#,
      #"{"rp":{"name":"x"},"user":{"id":"","name":"a","displayName":"b"},"challenge":"AA","pubKeyCredParams":[]}"#,
    ])
  func malformed(options: String) throws {
    let caller = try Self.caller("https://shop.example")
    #expect { try PreparedCreation(optionsJSON: Array(options.utf8), caller: caller) } throws: {
      ($0 as? WebAuthnClientError)?.exception == .typeError
    }
  }

  @Test("a user handle of more than 64 bytes is a TypeError")
  func longUserHandle() throws {
    let handle = Base64URL([UInt8](repeating: 1, count: 65)).text
    let caller = try Self.caller("https://shop.example")
    #expect { try PreparedCreation(optionsJSON: Self.creation(user: handle), caller: caller) } throws: {
      ($0 as? WebAuthnClientError)?.exception == .typeError
    }
  }

  @Test("names above 1 KiB are truncated between grapheme clusters (§6.4.1.1), and shorter ones stay")
  func longNames() throws {
    let caller = try Self.caller("https://shop.example")
    func names(_ name: String) throws -> [String] {
      let options = String(decoding: Self.creation(), as: UTF8.self)
        .replacing(#""anne""#, with: "\"\(name)\"").replacing(#""Anne""#, with: "\"\(name)\"")
      let prepared = try PreparedCreation(optionsJSON: Array(options.utf8), caller: caller)
      #expect(prepared.userName == prepared.userDisplayName)
      return [prepared.userName]
    }
    let longest = String(repeating: "x", count: 1024)
    #expect(try names(longest) == [longest])
    #expect(try names(longest + "y") == [longest])
    // Three bytes each; the last character would be cut.
    #expect(try names(String(repeating: "東", count: 9000)) == [String(repeating: "東", count: 341)])
    // A family of 25 bytes is a single character.
    let family = "👨‍👩‍👧‍👦"
    #expect(try names(String(repeating: family, count: 100)) == [String(repeating: family, count: 40)])
    // A single character of 18 000 bytes: the rest ends with a whole scalar and has at least the required 64 bytes.
    let heap = "a" + String(repeating: "\u{301}", count: 9000)
    #expect(try names(heap)[0].unicodeScalars.elementsEqual(("a" + String(repeating: "\u{301}", count: 511)).unicodeScalars))
  }

  @Test("an empty list of algorithms means ES256 and RS256, and one with only unknown types is a NotSupportedError")
  func algorithms() throws {
    let caller = try Self.caller("https://shop.example")
    #expect(try PreparedCreation(optionsJSON: Self.creation(algorithms: "[]"), caller: caller).algorithms == [.es256, .rs256])
    #expect {
      try PreparedCreation(optionsJSON: Self.creation(algorithms: #"[{"type":"private-key","alg":-7}]"#), caller: caller)
    } throws: { ($0 as? WebAuthnClientError)?.exception == .notSupportedError }
  }

  @Test("a request for a cross-platform authenticator is a NotAllowedError, and an unknown attachment is ignored")
  func attachment() throws {
    let caller = try Self.caller("https://shop.example")
    func prepare(_ attachment: String) throws -> PreparedCreation {
      try PreparedCreation(
        optionsJSON: Self.creation(more: #","authenticatorSelection":{"authenticatorAttachment":"\#(attachment)"}"#), caller: caller)
    }
    #expect { try prepare("cross-platform") } throws: { ($0 as? WebAuthnClientError)?.exception == .notAllowedError }
    #expect(throws: Never.self) { try prepare("platform") }
    #expect(throws: Never.self) { try prepare("somewhere") }
  }

  @Test(
    "residentKey decides whether a discoverable credential is required, and requireResidentKey if it is absent",
    arguments: [
      (#""residentKey":"required""#, true), (#""residentKey":"preferred""#, true),
      (#""residentKey":"discouraged","requireResidentKey":true"#, false),
      (#""requireResidentKey":true"#, true), (#""residentKey":"unknown","requireResidentKey":true"#, true),
      (#""userVerification":"preferred""#, false),
    ])
  func residentKey(selection: String, required: Bool) throws {
    let prepared = try PreparedCreation(
      optionsJSON: Self.creation(more: #","authenticatorSelection":{\#(selection)}"#), caller: Self.caller("https://shop.example"))
    #expect(prepared.requireResidentKey == required)
  }

  @Test("an allow list without a usable entry does not allow every credential")
  func unusableAllowList() throws {
    let caller = try Self.caller("https://shop.example")
    #expect(throws: WebAuthnClientError.self) {
      try PreparedAssertion(
        optionsJSON: Array(#"{"challenge":"AAEC","allowCredentials":[{"type":"other","id":"AAEC"}]}"#.utf8), caller: caller)
    }
  }

  @Test(
    "timeouts are clamped to three to ten minutes and default to five",
    arguments: [(nil, 300), (1.0, 180), (0, 180), (200_000, 200), (400_000, 400), (9e15, 600), (-1, 300), (.nan, 300)]
      as [(Double?, Int)])
  func timeouts(wish: Double?, seconds: Int) {
    #expect(CeremonyTimeout.clamped(wish) == .seconds(seconds))
  }
}
