// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold

@Suite("Columns of text")
struct TextWidthTests {
  @Test(
    "wide, combining, joined and right-to-left text is measured as a terminal displays it",
    arguments: [("abc", 3), ("東京", 4), ("e\u{301}", 1), ("Zoë", 3), ("שרה", 3), ("ﷺ", 1), ("🙂", 2), ("👩‍🚀", 2), ("한국", 4), ("", 0), ("…", 1)])
  func columns(_ text: String, columns: Int) { #expect(TextWidth.columns(text) == columns) }

  @Test("a text is cut between characters, and the ellipsis counts")
  func cut() {
    #expect(TextWidth.cut("anne@example.org", to: 7) == "anne@e…")
    #expect(TextWidth.cut("東京メトロ", to: 6) == "東京…")
    #expect(TextWidth.cut("e\u{301}e\u{301}e\u{301}", to: 2) == "e\u{301}…")
    #expect(TextWidth.cut("fits", to: 4) == "fits")
    #expect(TextWidth.cut("x", to: 0) == "")
  }

  @Test("a code is shown in two groups, the second at least as long")
  func groups() {
    #expect([5, 6, 7, 8, 10].map(CodeGroups.lengths(of:)) == [[5], [3, 3], [3, 4], [4, 4], [5, 5]])
  }
}
