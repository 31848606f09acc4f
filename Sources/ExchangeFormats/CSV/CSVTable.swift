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
    /// Whether two quotes in it stand for one.
    let hasDoubledQuotes: Bool

    /// Whether nothing stands in it.
    package var isEmpty: Bool { range.isEmpty }
  }

  /// The cells of the first line.
  package let heading: [Cell]
  /// The cells of the other lines, as many as each has; empty lines are none.
  package let rows: [[Cell]]

  /// The cell's text, for what is no secret.
  ///
  /// - Parameter bytes: The whole file, from which the table was read.
  package static func string(_ cell: Cell, in bytes: UnsafeRawBufferPointer) -> String {
    guard cell.hasDoubledQuotes else { return String(decoding: bytes[cell.range], as: UTF8.self) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(cell.range.count)
    decode(cell, in: bytes) { decoded.append($0) }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// The cell's bytes, in memory for secrets alone.
  ///
  /// - Parameter bytes: The whole file, from which the table was read.
  package static func secret(_ cell: Cell, in bytes: UnsafeRawBufferPointer) -> SharedSecret {
    guard cell.hasDoubledQuotes else { return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[cell.range])) }
    var count = 0
    decode(cell, in: bytes) { _ in count += 1 }
    var secret = SecretBytes(byteCount: count)
    secret.withMutableBytes { target in
      var place = 0
      decode(cell, in: bytes) { byte in
        target[place] = byte
        place += 1
      }
    }
    return SharedSecret(secret)
  }

  private static func decode(_ cell: Cell, in bytes: UnsafeRawBufferPointer, _ body: (UInt8) -> Void) {
    var wasQuote = false
    for byte in bytes[cell.range] {
      if byte == UInt8(ascii: "\""), wasQuote {
        wasQuote = false
        continue
      }
      wasQuote = byte == UInt8(ascii: "\"")
      body(byte)
    }
  }
}
