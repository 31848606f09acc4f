// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// A table in the format of RFC 4180. Its cells stay in the file: secrets are copied only into secret memory.
///
/// Beyond RFC 4180 it supports other separators, all kinds of line end, a byte order mark, and quotes within an unquoted cell.
package struct CSVTable: Sendable {
  /// A cell, identified by its range in the file.
  package struct Cell: Hashable, Sendable {
    let range: Range<Int>
    /// The kind of escaping in the cell.
    let escape: Escape
    /// Whether the cell is in quotes.
    let isQuoted: Bool

    /// Whether the cell is empty.
    package var isEmpty: Bool { range.isEmpty }
  }

  /// The kinds of escaping in a cell.
  enum Escape: Hashable, Sendable {
    case none
    /// Two quotes stand for one (RFC 4180 §2 rule 7).
    case doubledQuotes
    /// In addition, a backslash escapes the next character, as in KeePass 1.
    case backslashes
  }

  /// The cells of the first line.
  package let heading: [Cell]
  /// The cells of the other lines, which may differ in number; empty lines are skipped.
  package let rows: [[Cell]]
  /// The lines with a missing or surplus quote: their numbers in the file, starting at 1, by the position of their first cell.
  package let broken: [Int: Int]

  /// Returns the text of a cell that is not secret.
  ///
  /// - Parameter bytes: The complete file from which the table was read.
  package static func string(_ cell: Cell, in bytes: UnsafeRawBufferPointer) -> String {
    guard cell.escape != .none else { return String(decoding: bytes[cell.range], as: UTF8.self) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(cell.range.count)
    decode(cell, in: bytes) { decoded.append($0) }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Returns the bytes of a cell, kept only in secret memory.
  ///
  /// - Parameter bytes: The complete file from which the table was read.
  package static func secret(_ cell: Cell, in bytes: UnsafeRawBufferPointer) -> SharedSecret {
    guard cell.escape != .none else { return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[cell.range])) }
    return SharedSecret.counted { decode(cell, in: bytes, $0) }
  }

  private static func decode(_ cell: Cell, in bytes: UnsafeRawBufferPointer, _ body: (UInt8) -> Void) {
    var place = cell.range.lowerBound
    while place < cell.range.upperBound {
      let byte = bytes[place]
      let isEscape = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") && cell.escape == .backslashes
      // The next character is literal; the last character of a cell escapes nothing.
      if isEscape, place + 1 < cell.range.upperBound, byte == UInt8(ascii: "\\") || bytes[place + 1] == byte { place += 1 }
      body(bytes[place])
      place += 1
    }
  }

  /// Returns a description of a line with a missing or surplus quote; nil for any other line.
  func brokenPlace(of line: [Cell]) -> String? {
    line.first.flatMap { broken[$0.range.lowerBound] }.map { "line \($0) (a quotation mark is missing or too much)" }
  }
}
