// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
import Glibc

/// The number of terminal columns that a text occupies.
///
/// Uses `wcwidth` for each scalar: combining marks take none, East Asian wide characters and most emoji two. The reading direction does
/// not change the width.
package enum TextWidth {
  /// The C library's UTF-8 tables, whatever the session's locale: titles are UTF-8 wherever they came from.
  private static let isReady = setlocale(LC_CTYPE, "C.UTF-8") != nil

  /// The columns of a text without control characters.
  package static func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

  /// The columns of one grapheme cluster; an emoji sequence counts as two.
  static func columns(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    guard isReady else { return 1 }
    return min(character.unicodeScalars.reduce(0) { $0 + max(0, Int(passfold_columns_of_scalar($1.value))) }, 2)
  }

  /// Returns the text cut to at most `limit` columns; a cut text ends with `mark`, which takes one column.
  package static func cut(_ text: String, to limit: Int, mark: Character = "…") -> String {
    guard columns(text) > limit else { return text }
    guard limit > 0 else { return "" }
    var cut = ""
    var used = 0
    for character in text {
      let width = columns(character)
      guard used + width < limit else { break }
      cut.append(character)
      used += width
    }
    return cut + String(mark)
  }

  /// Returns the text padded with spaces to `width` columns.
  package static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }
}

extension TextWidth {
  /// Returns the text in lines of at most `limit` columns, broken at spaces; a line that fits keeps its spaces.
  static func wrapped(_ text: String, to limit: Int) -> [String] {
    guard columns(text) > limit else { return [text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, columns(line) + 1 + columns(String(word)) > limit {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}
