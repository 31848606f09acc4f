// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange

/// Reads a table whole, bounded in its counts.
package struct CSVReader {
  static let mostColumns = 1024
  static let mostCells = 8_000_000
  private static let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

  private let bytes: UnsafeRawBufferPointer
  private let separator: UInt8
  private let hasBackslashes: Bool
  private var position: Int
  private var count = 0

  /// The table that the text is.
  ///
  /// - Parameters:
  ///   - bytes: The whole file in UTF-8; ``TableText`` makes it so.
  ///   - hasBackslashes: Whether a backslash between quotes stands before what is meant for itself.
  /// - Throws: `malformed` with the place for a quoted cell that never ends or that more than a separator follows, and for bytes that are
  ///   no UTF-8; `overBounds` for more than 1024 columns or 8 000 000 cells.
  package static func table(of bytes: UnsafeRawBufferPointer, hasBackslashes: Bool = false) throws(CredentialExchangeError) -> CSVTable {
    if let place = UTF8Bytes.firstWrongPlace(bytes) { throw CredentialExchangeError(.malformed, offset: place) }
    var reader = CSVReader(bytes, hasBackslashes: hasBackslashes)
    var lines: [[CSVTable.Cell]] = []
    while let line = try reader.line() {
      // A line without anything in it is none, wherever it stands.
      if line.count > 1 || line.first?.isEmpty == false { lines.append(line) }
    }
    return CSVTable(heading: lines.first ?? [], rows: Array(lines.dropFirst()))
  }

  /// The cells of the first line that is not empty, in lower case; nil where the bytes begin with none.
  ///
  /// - Parameter longest: How many bytes a first line may have.
  package static func heading(of bytes: UnsafeRawBufferPointer, longest: Int) -> [String]? {
    let start = CSVReader(bytes).position
    let part = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, start + longest)])
    var reader = CSVReader(part)
    while let line = try? reader.line() {
      if line.count == 1, line.first?.isEmpty == true { continue }
      // What breaks off at the bound is no heading.
      guard reader.position < part.count || part.count == bytes.count, line.count <= mostColumns else { return nil }
      return line.map { CSVTable.string($0, in: part).lowercased() }
    }
    return nil
  }

  private init(_ bytes: UnsafeRawBufferPointer, hasBackslashes: Bool = false) {
    self.bytes = bytes
    self.hasBackslashes = hasBackslashes
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // A spreadsheet takes the separator from a line of its own, `sep=;`.
    if bytes[start...].starts(with: "sep=".utf8), start + 4 < bytes.count, Self.separators.contains(bytes[start + 4]) {
      let end = bytes[(start + 5)...].prefix { $0 == 0x0D || $0 == 0x0A }.endIndex
      if end > start + 5 || end == bytes.count {
        self.separator = bytes[start + 4]
        self.position = end
        return
      }
    }
    while start < bytes.count, [0x20, 0x0A, 0x0D].contains(bytes[start]) { start += 1 }
    self.position = start
    self.separator = Self.separator(of: bytes[start...])
  }

  /// The separator that stands most often in the first line outside of quotes; the comma where none does.
  private static func separator(of text: Slice<UnsafeRawBufferPointer>) -> UInt8 {
    var (counts, isQuoted) = ([Int](repeating: 0, count: separators.count), false)
    for byte in text {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D { break }
      if let index = separators.firstIndex(of: byte) { counts[index] += 1 }
    }
    var best = 0
    for index in separators.indices where counts[index] > counts[best] { best = index }
    return separators[best]
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  // RFC 4180 §2 rule 1; nil at the end of the file.
  private mutating func line() throws(CredentialExchangeError) -> [CSVTable.Cell]? {
    guard next != nil else { return nil }
    var cells: [CSVTable.Cell] = []
    while true {
      count += 1
      guard count <= Self.mostCells, cells.count < Self.mostColumns else { throw CredentialExchangeError(.overBounds, offset: position) }
      cells.append(try cell())
      guard let byte = next else { return cells }
      position += 1
      if byte == separator { continue }
      if byte == 0x0D, next == 0x0A { position += 1 }
      return cells
    }
  }

  // RFC 4180 §2 rules 4 to 7; ends before a separator, a line's end or the file's end.
  private mutating func cell() throws(CredentialExchangeError) -> CSVTable.Cell {
    let start = position
    guard next == UInt8(ascii: "\"") else {
      while let byte = next, byte != separator, byte != 0x0A, byte != 0x0D { position += 1 }
      return CSVTable.Cell(range: start..<position, escape: .none, isQuoted: false)
    }
    position += 1
    var escape = CSVTable.Escape.none
    while let byte = next {
      position += 1
      if byte == UInt8(ascii: "\\"), hasBackslashes, next != nil {
        position += 1
        escape = .backslashes
        continue
      }
      guard byte == UInt8(ascii: "\"") else { continue }
      if next == UInt8(ascii: "\"") {
        position += 1
        if escape == .none { escape = .doubledQuotes }
        continue
      }
      let range = start + 1..<position - 1
      guard next == nil || next == separator || next == 0x0A || next == 0x0D else {
        throw CredentialExchangeError(.malformed, offset: position)
      }
      return CSVTable.Cell(range: range, escape: escape, isQuoted: true)
    }
    throw CredentialExchangeError(.malformed, offset: start)
  }
}
