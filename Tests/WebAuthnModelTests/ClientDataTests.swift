// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnModel

@Suite("Client data (WebAuthn L3 §5.8.1)")
struct ClientDataTests {
  static func read(_ text: String) throws -> CollectedClientData { try CollectedClientData(parsing: Array(text.utf8)) }

  static func member(_ member: String) -> String { #"{"type":"t","challenge":"c","origin":"o",\#(member)}"# }

  @Test("members are read in any order, with white space, escapes and unknown members")
  func forms() throws {
    let data = try Self.read(
      " {\n\"origin\" : \"https:\\/\\/a.example\\u002fx\",\t\"other\":[1,-0.5e+3,{\"a\":[true,false,null]},\"\\ud83d\\ude00\"], \"crossOrigin\":true,"
        + "\"challenge\":\"AA\",\"type\":\"webauthn.get\",\"topOrigin\":\"https://b.example\"}\r\n")
    #expect(data.origin == "https://a.example/x")
    #expect(data.crossOrigin == true)
    #expect(data.topOrigin == "https://b.example")
    #expect(data.challenge == "AA" && data.type == "webauthn.get")
  }

  @Test("a byte order mark is dropped, and null for an optional member means that it is absent")
  func absence() throws {
    #expect(try CollectedClientData(parsing: [0xef, 0xbb, 0xbf] + Array(Self.member(#""x":0"#).utf8)).type == "t")
    let data = try Self.read(Self.member(#""crossOrigin":null,"topOrigin":null"#))
    #expect(data.crossOrigin == nil && data.topOrigin == nil)
  }

  @Test(
    "a repeated member is refused, however it is spelled",
    arguments: [#""type":"t""#, #""challenge":"d""#, #""or\u0069gin":"o""#, #""x":1,"x":1"#, #""crossOrigin":false,"crossOrigin":true"#])
  func duplicates(text: String) {
    #expect(throws: WebAuthnModelError.self) { try Self.read(Self.member(text)) }
  }

  @Test(
    "a member of another type than the specification's is refused",
    arguments: [#""crossOrigin":"false""#, #""crossOrigin":0"#, #""topOrigin":true"#, #""topOrigin":["o"]"#])
  func types(text: String) {
    #expect(throws: WebAuthnModelError.self) { try Self.read(Self.member(text)) }
  }

  @Test(
    "text that is not a JSON object with the three members is refused",
    arguments: [
      "", "{", "[]", "null", #"{"type":"t","challenge":"c"}"#, #"{"type":1,"challenge":"c","origin":"o"}"#,
      #"{"type":null,"challenge":"c","origin":"o"}"#, member(#""x":01"#), member(#""x":1."#), member(#""x":+1"#), member(#""x":.5"#),
      member(#""x":tru"#), member(#""x":"\x""#), member(#""x":"\ud800""#), member(#""x":"\ud800\u0041""#), member(#""x":"\u12g4""#),
      member(#""x":"\u+123""#), member("\"x\":\"\n\""), member(#""x":[1,]"#), member(#""x":{"a":1,}"#), member(#""x":{a:1}"#),
      member(#""x":"#), member(#""x":1"#) + "}", member(#""x":1"#) + " x", member(#""x":1,"#), "\u{feff}\u{feff}" + member(#""x":1"#),
      member(#""x":"# + String(repeating: "[", count: 100_000)), #"{"type":'t',"challenge":"c","origin":"o"}"#,
    ])
  func malformed(text: String) {
    #expect(throws: WebAuthnModelError.self) { try Self.read(text) }
  }

  @Test("bytes that are not UTF-8, and more than 64 KiB, are refused")
  func bytes() {
    #expect(throws: WebAuthnModelError.self) {
      try CollectedClientData(parsing: Array(#"{"type":"t","challenge":"c","origin":"\#("")"#.utf8) + [0xc0, 0x80, 0x22, 0x7d])
    }
    #expect(throws: WebAuthnModelError.self) { try Self.read(Self.member(#""x":"\#(String(repeating: "a", count: 1 << 16))""#)) }
  }

  @Test("the limited verification accepts exactly what the serialisation writes (§5.8.1.2)", arguments: [nil, "https://top.example"])
  func limited(topOrigin: String?) {
    let data = CollectedClientData(
      type: .get, challenge: [1, 2, 3], origin: "https://a.example", crossOrigin: topOrigin != nil, topOrigin: topOrigin)
    let bytes = data.serialized
    func isVerified(_ bytes: [UInt8], type: CollectedClientData.CeremonyType = .get, challenge: [UInt8] = [1, 2, 3]) -> Bool {
      CollectedClientData.isVerified(bytes, type: type, challenge: challenge, origin: "https://a.example", topOrigin: topOrigin)
    }
    #expect(isVerified(bytes))
    #expect(isVerified(bytes.dropLast() + Array(#","later":1}"#.utf8)))
    #expect(!isVerified(bytes, type: .create))
    #expect(!isVerified(bytes, challenge: [1, 2, 4]))
    #expect(!isVerified(Array(bytes.dropLast())))
    #expect(!isVerified(bytes.dropLast() + Array(" }".utf8)))
    #expect(!CollectedClientData.isVerified(bytes, type: .get, challenge: [1, 2, 3], origin: "https://b.example", topOrigin: topOrigin))
  }

  @Test("the top origin may be missing, as from a Level 2 client, only if that is allowed")
  func levelTwo() {
    let bytes = CollectedClientData(type: .get, challenge: [1], origin: "https://a.example", crossOrigin: true, topOrigin: nil).serialized
    func isVerified(_ requireTopOrigin: Bool) -> Bool {
      CollectedClientData.isVerified(
        bytes, type: .get, challenge: [1], origin: "https://a.example", topOrigin: "https://b.example", requireTopOrigin: requireTopOrigin)
    }
    #expect(isVerified(false))
    #expect(!isVerified(true))
  }
}
