// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold

@Suite("The keys of a terminal")
struct KeyReaderTests {
  private func keys(_ bytes: String...) -> [WatchKey] {
    var reader = KeyReader()
    return bytes.flatMap { reader.read($0.utf8) }
  }

  @Test("letters, control keys and movement keys are distinguished")
  func plain() {
    #expect(
      keys("a?\r\u{7F}\u{15}\u{0C}\u{03}\u{1A}") == [
        .character("a"), .character("?"), .enter, .backspace, .clear, .redraw, .interrupt, .suspend,
      ])
    #expect(
      keys("\u{1B}[A\u{1B}[B\u{1B}OA\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[1;5A")
        == [.up, .down, .up, .pageUp, .pageDown, .home, .end, .home, .end, .up])
  }

  @Test("a key that arrives in pieces is one key")
  func pieces() {
    #expect(keys("\u{1B}", "[", "A") == [.up])
    var reader = KeyReader()
    #expect(reader.read([0xE6, 0x9D]) == [])
    #expect(reader.read([0xB1, 0x61]) == [.character("東"), .character("a")])
  }

  @Test("an escape byte is Escape only if nothing follows it")
  func escape() {
    var reader = KeyReader()
    #expect(reader.read([0x1B]) == [])
    #expect(reader.isWaiting)
    #expect(reader.flush() == [.escape])
    #expect(!reader.isWaiting)
    #expect(reader.read([0x1B, 0x1B]) == [.escape])
  }

  @Test("an unknown sequence is skipped, whatever its length", arguments: ["\u{1B}[200~x", "\u{1B}[99;99;99Zx", "\u{1B}xx", "\u{01}x"])
  func unknown(_ text: String) { #expect(keys(text) == [.character("x")]) }

  @Test("bytes that are not UTF-8 are skipped, and no incomplete sequence is kept indefinitely")
  func garbage() {
    var reader = KeyReader()
    #expect(reader.read([0xFF, 0xC3, 0x28, 0x80, 0x61]) == [.character("("), .character("a")])
    _ = reader.read([0x1B, 0x5B] + [UInt8](repeating: 0x30, count: 100))
    #expect(!reader.isWaiting)
  }
}
