// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ExchangeFormats
import Foundation
import SecretMemory
import Testing

struct JSONWriterTests {
  private static func text(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return writer.file().withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `commas are written only between values`() {
    let text = Self.text { json in
      json.object { json in
        json.member("empty") { _ in }
        json.member("none", of: [Int]()) { $0.number($1) }
        json.member("list", of: [1, -2]) { $0.number($1) }
        json.member("nested") { json in
          json.member("yes", true)
          json.member("nothing", nil)
        }
        json.member("text", "a")
      }
    }
    #expect(text == #"{"empty":{},"none":[],"list":[1,-2],"nested":{"yes":true,"nothing":null},"text":"a"}"#)
  }

  @Test func `texts and secrets are escaped alike and decode to the original`() throws {
    let original = (0..<0x20).map { String(UnicodeScalar($0)) }.joined() + "\u{7F}\"\\/ä€🔑\u{2028}" + "</script>"
    let text = Self.text { json in
      json.array { json in
        json.text(original)
        json.secret(SharedSecret(copying: original.utf8))
      }
    }
    #expect(try JSONDecoder().decode([String].self, from: Data(text.utf8)) == [original, original])
  }

  @Test func `invalid UTF-8 is replaced by U+FFFD`() throws {
    for bytes in [[0xFF, 0x61], [0x61, 0xC3], [0xED, 0xA0, 0x80, 0x62], [0xF5]] as [[UInt8]] {
      let text = Self.text { $0.secret(SharedSecret(copying: bytes)) }
      #expect(text == "\"" + String(decoding: bytes, as: UTF8.self) + "\"")
    }
  }
}
