// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Updates the terminal from its current lines to new ones, writing only the differences.
struct ScreenWriter {
  private let usesColor: Bool
  private var shown: [ScreenLine] = []
  private var cursor = (line: -1, column: -1)

  init(usesColor: Bool) { self.usesColor = usesColor }

  /// Forgets the current lines, so that everything is redrawn.
  mutating func forget() { shown = [] }

  /// Writes the differences and positions the cursor.
  mutating func show(_ lines: [ScreenLine], cursor: (line: Int, column: Int), to write: (UnsafeRawBufferPointer) -> Void) {
    guard lines != shown || cursor != self.cursor else { return }
    self.cursor = cursor
    // Synchronized output (mode 2026) hides half-drawn frames on terminals that support it, and is ignored by others.
    var text = "\u{1B}[?2026h\u{1B}[?25l"
    if shown.isEmpty { text += "\u{1B}[0m\u{1B}[2J" }
    func flush() {
      Array(text.utf8).withUnsafeBytes(write)
      text = ""
    }
    for (number, line) in lines.enumerated() {
      let before = shown.indices.contains(number) ? shown[number] : nil
      guard before != line else { continue }
      let changed = before.flatMap(line.changedPieces)
      if changed == nil { text += "\u{1B}[\(number + 1);1H\u{1B}[0m\u{1B}[2K" }
      for piece in changed ?? line.pieces {
        text += "\u{1B}[\(number + 1);\(piece.column + 1)H" + piece.style.sequence(withColor: usesColor)
        switch piece.content {
        case .text(let content): text += content
        case .code(let code):
          var isFirst = true
          CodeGroups.each(of: code) { group in
            if !isFirst { text += " " }
            isFirst = false
            flush()
            write(group)
          }
        }
      }
    }
    text += "\u{1B}[0m\u{1B}[\(cursor.line + 1);\(cursor.column + 1)H\u{1B}[?25h\u{1B}[?2026l"
    flush()
    shown = lines
  }
}
