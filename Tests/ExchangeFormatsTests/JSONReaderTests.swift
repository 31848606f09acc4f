// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats
import SecretMemory
import Testing

struct JSONReaderTests {
  @Test func `texts are read correctly, both as strings and as secrets`() throws {
    let cases = [
      (#""plain""#, "plain"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{08}\u{0C}\n\r\t"), (#""\u00e9\u20AC\ud83d\uDE00""#, "é€😀"),
      ("\"é€😀\"", "é€😀"),
      (#""""#, ""), (#""\u0000""#, "\0"),
    ]
    for (text, meant) in cases {
      try Array(text.utf8).withUnsafeBytes { bytes in
        guard case .text(let range) = try JSONReader.value(of: bytes) else {
          Issue.record("\(text) is not a text")
          return
        }
        #expect(try JSONText.string(bytes, range) == meant)
        #expect(try JSONText.secret(bytes, range).withBytes { Array($0) } == Array(meant.utf8))
      }
    }
  }

  @Test func `members keep their order and are found by name`() throws {
    let value = try read(Array(#" {"b" : [1, -2.5e+3, true, null] , "\u0061": {}} "#.utf8))
    #expect(value["b"]?.elements?.count == 4)
    #expect(value["a"]?.isObject == true)
    #expect(value["c"] == nil)
  }

  @Test(arguments: [
    (#""\ud83d""#, "\u{FFFD}"), (#""\ude00""#, "\u{FFFD}"), (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""a\ud83d\n""#, "a\u{FFFD}\n"),
    (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"),
  ])
  func `an unpaired surrogate becomes U+FFFD, and the text next to it is kept`(_ text: String, _ meant: String) throws {
    try Array(text.utf8).withUnsafeBytes { bytes in
      guard case .text(let range) = try JSONReader.value(of: bytes) else { throw CredentialExchangeError(.malformed) }
      #expect(try JSONText.string(bytes, range) == meant)
      #expect(try JSONText.secret(bytes, range).withBytes { String(decoding: $0, as: UTF8.self) } == meant)
    }
  }

  @Test(arguments: [#""\ud83d\u00""#, #""\ud83d\u""#, #""\ud83d\x""#, #""\ud8""#])
  func `an incomplete escape is refused even after an unpaired surrogate`(_ text: String) {
    #expect(throws: CredentialExchangeError.self) { try read(Array(text.utf8)) }
  }

  @Test(arguments: [
    "", "{", "[1", "[1,]", #"{"a":1,}"#, #"{"a" 1}"#, "{1:2}", "01", "1.", "1e", "-", "+1", "tru", "nulll", #""a"#, #""\x""#, #""\u12""#,
    "\"\n\"", "[1] 2", "'a'", "NaN", #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, "\"\\",
  ])
  func `syntax that RFC 8259 does not allow and duplicate member names are refused`(_ text: String) {
    #expect(throws: CredentialExchangeError.self) { try read(Array(text.utf8)) }
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFF],
    ] as [[UInt8]])
  func `invalid UTF-8 is refused`(_ content: [UInt8]) {
    #expect(throws: CredentialExchangeError.self) { try read([0x22] + content + [0x22]) }
  }

  @Test func `64 levels of nesting are read, and a 65th is refused`() throws {
    func nested(_ count: Int) -> [UInt8] {
      [UInt8](repeating: UInt8(ascii: "["), count: count) + [UInt8](repeating: UInt8(ascii: "]"), count: count)
    }
    #expect(try read(nested(64)).elements != nil)
    #expect(throws: CredentialExchangeError(.overBounds, offset: 64)) { try read(nested(65)) }
    #expect(throws: CredentialExchangeError(.overBounds, offset: 64)) { try read([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)) }
  }

  @discardableResult
  private func read(_ bytes: [UInt8]) throws -> JSONValue { try bytes.withUnsafeBytes { try JSONReader.value(of: $0) } }
}
