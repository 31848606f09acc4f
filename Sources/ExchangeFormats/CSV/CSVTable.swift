// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// A table as programs write it, RFC 4180, whose cells stay where they are: a secret leaves the file only into memory for secrets.
///
/// Beyond RFC 4180 it takes other separators, line ends of every kind, a byte order mark, and quotes within a cell that has none around it.
package struct CSVTable: Sendable {
  /// A cell, by where it stands in the file.
  package struct Cell: Hashable, Sendable {
    let range: Range<Int>
    /// What in it stands for something else.
    let escape: Escape
    /// Whether quotes stand around it.
    let isQuoted: Bool

    /// Whether nothing stands in it.
    package var isEmpty: Bool { range.isEmpty }
  }

  /// What can stand for something else in a cell.
  enum Escape: Hashable, Sendable {
    case none
    /// Two quotes stand for one (RFC 4180 §2 rule 7).
    case doubledQuotes
    /// Besides, a character behind a backslash stands for itself, as KeePass 1 writes it.
    case backslashes
  }

  /// The cells of the first line.
  package let heading: [Cell]
  /// The cells of the other lines, as many as each has; empty lines are none.
  package let rows: [[Cell]]
  /// The lines in which a quote was missing or too much: their numbers in the file, from 1, by where their first cell begins.
  package let broken: [Int: Int]

  /// The cell's text, for what is no secret.
  ///
  /// - Parameter bytes: The whole file, from which the table was read.
  package static func string(_ cell: Cell, in bytes: UnsafeRawBufferPointer) -> String {
    guard cell.escape != .none else { return String(decoding: bytes[cell.range], as: UTF8.self) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(cell.range.count)
    decode(cell, in: bytes) { decoded.append($0) }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// The cell's bytes, in memory for secrets alone.
  ///
  /// - Parameter bytes: The whole file, from which the table was read.
  package static func secret(_ cell: Cell, in bytes: UnsafeRawBufferPointer) -> SharedSecret {
    guard cell.escape != .none else { return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[cell.range])) }
    return SharedSecret.counted { decode(cell, in: bytes, $0) }
  }

  private static func decode(_ cell: Cell, in bytes: UnsafeRawBufferPointer, _ body: (UInt8) -> Void) {
    var place = cell.range.lowerBound
    while place < cell.range.upperBound {
      let byte = bytes[place]
      let isEscape = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") && cell.escape == .backslashes
      // What follows is taken for itself; the last character of a cell is no escape.
      if isEscape, place + 1 < cell.range.upperBound, byte == UInt8(ascii: "\\") || bytes[place + 1] == byte { place += 1 }
      body(bytes[place])
      place += 1
    }
  }

  /// What is told of a line in which a quote was missing or too much; nil for any other.
  func brokenPlace(of line: [Cell]) -> String? {
    line.first.flatMap { broken[$0.range.lowerBound] }.map { "line \($0) (a quotation mark is missing or too much)" }
  }
}
