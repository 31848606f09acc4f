// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// The style of a piece of the screen; nothing is conveyed by colour only.
package struct ScreenStyle: Hashable, Sendable {
  /// The colours used.
  package enum Color: Int, Hashable, Sendable {
    case yellow = 33
  }

  var isBold = false
  var isDim = false
  var isReversed = false
  var color: Color?

  static let plain = ScreenStyle()
  static let bold = ScreenStyle(isBold: true)
  static let dim = ScreenStyle(isDim: true)

  /// The sequence that turns the style on (ECMA-48 SGR).
  func sequence(withColor usesColor: Bool) -> String {
    var numbers = ["0"]
    if isBold { numbers.append("1") }
    if isDim { numbers.append("2") }
    if isReversed { numbers.append("7") }
    if usesColor, let color { numbers.append(String(color.rawValue)) }
    return "\u{1B}[\(numbers.joined(separator: ";"))m"
  }
}

/// A text or code that starts at a column.
package struct ScreenPiece: Sendable {
  /// The content.
  package enum Content: Sendable {
    /// Text without line breaks or control characters.
    case text(String)
    /// A code, shown in groups; it stays in locked memory until it is written to the terminal.
    case code(SharedSecret)
  }

  /// The column, from 0.
  package let column: Int
  /// The text, or a code that stays in locked memory until it is drawn.
  package let content: Content
  /// The style.
  package let style: ScreenStyle
}

extension ScreenPiece: Equatable {
  /// Codes are equal if they are the same piece of memory: contents are never compared.
  package static func == (left: Self, right: Self) -> Bool {
    guard left.column == right.column, left.style == right.style else { return false }
    switch (left.content, right.content) {
    case (.text(let one), .text(let other)): return one == other
    case (.code(let one), .code(let other)): return one === other
    default: return false
    }
  }
}

/// One line of the screen.
package struct ScreenLine: Equatable, Sendable {
  /// The pieces in the order in which they were added; the gaps between them are blank.
  package private(set) var pieces: [ScreenPiece] = []

  mutating func put(_ text: String, at column: Int, style: ScreenStyle = .plain) {
    pieces.append(ScreenPiece(column: column, content: .text(text), style: style))
  }

  mutating func put(code: SharedSecret, at column: Int, style: ScreenStyle = .bold) {
    pieces.append(ScreenPiece(column: column, content: .code(code), style: style))
  }
}

extension ScreenLine {
  /// The pieces to draw over an earlier line to turn it into this one; nil if the line must be redrawn completely.
  ///
  /// A text that became shorter is padded, so that nothing of the longer one remains.
  package func changedPieces(since before: ScreenLine) -> [ScreenPiece]? {
    guard pieces.count == before.pieces.count else { return nil }
    var changed: [ScreenPiece] = []
    for (old, new) in zip(before.pieces, pieces) where old != new {
      guard old.column == new.column, case .text(let oldText) = old.content, case .text(let newText) = new.content else { return nil }
      let text = TextWidth.padded(newText, to: TextWidth.columns(oldText))
      changed.append(ScreenPiece(column: new.column, content: .text(text), style: new.style))
    }
    return changed
  }
}

/// The grouping in which a code is read aloud and shown: two halves, the second the longer one.
package enum CodeGroups {
  /// The group lengths of a code with this number of characters.
  package static func lengths(of count: Int) -> [Int] {
    guard (6...10).contains(count) else { return [count] }
    return [count / 2, count - count / 2]
  }

  /// The columns that a code takes, including the space between its groups.
  static func columns(of count: Int) -> Int { count + lengths(of: count).count - 1 }

  /// Lends the groups of a code in order.
  static func each(of code: SharedSecret, _ body: (UnsafeRawBufferPointer) -> Void) {
    code.withBytes { bytes in
      var offset = 0
      for length in lengths(of: bytes.count) {
        body(UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + length)]))
        offset += length
      }
    }
  }
}
