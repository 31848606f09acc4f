// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import KeePassXCProvider
import Testing

@Suite("KeePassXC's output, split into JSON objects")
struct JSONPiecesTests {
  private func texts(_ objects: [[UInt8]]) -> [String] {
    objects.map { String(decoding: $0, as: UTF8.self).filter { $0 != " " && $0 != "\n" } }
  }

  @Test("consecutive objects are found without separators and in pieces of any size")
  func pieces() throws {
    let text = #"{"a":"}\"{"}{"b":[{}]}"# + "\n" + #" {"c":"\\"}"#
    var whole = JSONPieces()
    #expect(try texts(whole.take(text.utf8)) == [#"{"a":"}\"{"}"#, #"{"b":[{}]}"#, #"{"c":"\\"}"#])
    var single = JSONPieces()
    var found: [[UInt8]] = []
    for byte in text.utf8 { found += try single.take([byte]) }
    #expect(texts(found) == [#"{"a":"}\"{"}"#, #"{"b":[{}]}"#, #"{"c":"\\"}"#])
  }

  @Test("anything other than an object, and an object without end, is refused", arguments: ["x", "}", "\"a\"", "1"])
  func refused(text: String) {
    var pieces = JSONPieces()
    #expect(throws: KeePassXCError(.badAnswer)) { try pieces.take(text.utf8) }
    var endless = JSONPieces()
    #expect(throws: KeePassXCError(.badAnswer)) {
      for _ in 0..<80 { _ = try endless.take([UInt8](repeating: UInt8(ascii: "["), count: 64 * 1024)) }
    }
  }
}
