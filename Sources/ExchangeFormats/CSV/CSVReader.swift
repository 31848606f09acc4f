// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange

/// Reads a complete table, with limits on its size.
package struct CSVReader {
  static let mostColumns = 1024
  static let mostCells = 8_000_000
  private static let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
  /// The maximum number of lines with a broken quote that are repaired; each is read twice.
  static let mostBroken = 1000
  /// The number of bytes that may be reread even in the smallest file.
  private static let alwaysInVain = 1 << 20

  private let bytes: UnsafeRawBufferPointer
  private let separator: UInt8
  private let hasBackslashes: Bool
  private var position: Int
  private var count = 0
  /// Whether an unescaped quote within a quoted cell is accepted, up to the end of the cell's first line.
  private var toleratesQuotes = false
  /// The number of bytes read in vain.
  private var inVain = 0

  /// Reads the table in a text.
  ///
  /// - Parameters:
  ///   - bytes: The complete file in UTF-8, as ``TableText`` provides it.
  ///   - hasBackslashes: Whether a backslash between quotes escapes the next character.
  /// - Throws: `malformed` with the position for bytes that are not UTF-8, for a heading with a quoted cell that never ends or is followed
  ///   by anything but a separator, and for more than 1000 other such lines; `overBounds` for more than 1024 columns or 8 000 000 cells,
  ///   and for lines with broken quotes that cost more than 16 readings of the whole file.
  package static func table(of bytes: UnsafeRawBufferPointer, hasBackslashes: Bool = false) throws(CredentialExchangeError) -> CSVTable {
    if let place = UTF8Bytes.firstWrongPlace(bytes) { throw CredentialExchangeError(.malformed, offset: place) }
    var reader = CSVReader(bytes, hasBackslashes: hasBackslashes)
    var lines: [[CSVTable.Cell]] = []
    var broken: [Int: Int] = [:]
    var counted = (place: 0, number: 1)
    while reader.next != nil {
      let start = reader.position
      var line = try? reader.strictLine()
      if line == nil {
        try reader.goBack(to: start)
        guard let heading = lines.first, broken.count < mostBroken else {
          _ = try reader.strictLine()
          break
        }
        let read = try reader.brokenLine(from: start, columnCount: heading.count)
        counted = (start, reader.lineNumber(of: start, from: counted))
        if let first = read.first { broken[first.range.lowerBound] = counted.number }
        line = read
      }
      // Empty lines are skipped everywhere.
      if let line, line.count > 1 || line.first?.isEmpty == false { lines.append(line) }
    }
    return CSVTable(heading: lines.first ?? [], rows: Array(lines.dropFirst()), broken: broken)
  }

  /// Returns the cells of the first line that is not empty, in lower case; nil if the bytes do not begin with one.
  ///
  /// - Parameter longest: The maximum number of bytes in a first line.
  package static func heading(of bytes: UnsafeRawBufferPointer, longest: Int) -> [String]? {
    let start = CSVReader(bytes).position
    let part = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, start + longest)])
    var reader = CSVReader(part)
    while let line = try? reader.strictLine() {
      if line.count == 1, line.first?.isEmpty == true { continue }
      // A line cut off at the limit is not a heading.
      guard reader.position < part.count || part.count == bytes.count, line.count <= mostColumns else { return nil }
      return line.map { CSVTable.string($0, in: part).lowercased() }
    }
    return nil
  }

  /// Returns the cells of the first lines that are not empty, without a line cut off at the limit; nil if a quote in them is out of place.
  ///
  /// - Parameters:
  ///   - most: The maximum number of lines.
  ///   - longest: Their maximum total length in bytes.
  static func firstLines(of bytes: UnsafeRawBufferPointer, most: Int, longest: Int) -> [[String]]? {
    let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(longest))
    var reader = CSVReader(part)
    var lines: [[String]] = []
    while lines.count < most, reader.next != nil {
      guard let line = try? reader.strictLine() else { return part.count < bytes.count && !lines.isEmpty ? lines : nil }
      if reader.next == nil, part.count < bytes.count { break }
      if line.count > 1 || line.first?.isEmpty == false { lines.append(line.map { CSVTable.string($0, in: part) }) }
    }
    return lines
  }

  private init(_ whole: UnsafeRawBufferPointer, hasBackslashes: Bool = false) {
    // The end-of-text characters of older systems are not part of a line.
    let bytes = UnsafeRawBufferPointer(rebasing: whole[..<(whole.lastIndex { $0 != 0 && $0 != 0x1A }.map { $0 + 1 } ?? 0)])
    self.bytes = bytes
    self.hasBackslashes = hasBackslashes
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // A line such as `sep=;` gives the separator for spreadsheets.
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

  /// Returns the most frequent separator in the first line outside quotes; a comma if there is none.
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

  // Reads a line by RFC 4180 §2 rule 1; nil at the end of the file.
  private mutating func strictLine() throws(CredentialExchangeError) -> [CSVTable.Cell]? {
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

  // Reads a cell by RFC 4180 §2 rules 4 to 7, up to a separator, a line end or the end of the file.
  private mutating func cell() throws(CredentialExchangeError) -> CSVTable.Cell {
    let start = position
    guard next == UInt8(ascii: "\"") else {
      while let byte = next, byte != separator, byte != 0x0A, byte != 0x0D { position += 1 }
      return CSVTable.Cell(range: start..<position, escape: .none, isQuoted: false)
    }
    position += 1
    var escape = CSVTable.Escape.none
    var hasSeveralLines = false
    while let byte = next {
      position += 1
      if byte == 0x0A { hasSeveralLines = true }
      if byte == UInt8(ascii: "\\"), hasBackslashes, let escaped = next {
        if escaped == 0x0A { hasSeveralLines = true }
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
      guard isAtCellsEnd else {
        if toleratesQuotes, !hasSeveralLines { continue }
        throw CredentialExchangeError(.malformed, offset: position)
      }
      return CSVTable.Cell(range: range, escape: escape, isQuoted: true)
    }
    throw CredentialExchangeError(.malformed, offset: start)
  }

  private var isAtCellsEnd: Bool { next == nil || next == separator || next == 0x0A || next == 0x0D }

  // MARK: Beyond RFC 4180

  /// Reads a line with a missing or surplus quote.
  ///
  /// 1. Quotes within quoted cells stand for themselves, if that gives as many cells as there are columns.
  /// 2. Otherwise the line ends at its first line end, and a quoted cell at the first quote before a separator; or quotes have no meaning.
  /// The reading with as many cells as there are columns is used.
  /// 3. Otherwise the line continues, like a text of several lines that breaks off, up to the next line with as many cells as there are
  /// columns.
  private mutating func brokenLine(from start: Int, columnCount: Int) throws(CredentialExchangeError) -> [CSVTable.Cell] {
    toleratesQuotes = true
    defer { toleratesQuotes = false }
    if let line = try? strictLine(), line.count == columnCount { return line }
    try goBack(to: start)
    var end = lineEnd(from: start)
    position = afterLineEnd(end)
    var cells = looseCells(start..<end, seesQuotes: true)
    let bare = looseCells(start..<end, seesQuotes: false)
    // The last cell may be a text of several lines that breaks off.
    let isOpen = cells.last.map { !$0.isQuoted && bytes[$0.range].first == UInt8(ascii: "\"") } ?? false
    if cells.count != columnCount, bare.count == columnCount {
      cells = bare
    } else if cells.count < columnCount || cells.count == columnCount && isOpen {
      while position < bytes.count {
        let next = position..<lineEnd(from: position)
        if looseCells(next, seesQuotes: true).count == columnCount { break }
        (end, position) = (next.upperBound, afterLineEnd(next.upperBound))
      }
      cells = looseCells(start..<end, seesQuotes: true)
    }
    count += cells.count
    guard count <= Self.mostCells, cells.count <= Self.mostColumns else { throw CredentialExchangeError(.overBounds, offset: start) }
    return cells
  }

  /// Abandons an unsuccessful reading. Each can reach the end of the file, so their total is limited; real tables are far below the limit.
  private mutating func goBack(to start: Int) throws(CredentialExchangeError) {
    inVain += position - start
    guard inVain <= bytes.count * 16 + Self.alwaysInVain else { throw CredentialExchangeError(.overBounds, offset: start) }
    position = start
  }

  private func lineEnd(from start: Int) -> Int { bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count }

  private func afterLineEnd(_ end: Int) -> Int {
    let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
    return min(isPair ? end + 2 : end + 1, bytes.count)
  }

  /// Returns the cells of a line or of a few lines. A quoted cell ends at the first quote before a separator or a line end; without such a
  /// quote it ends with the line, or with the last of several lines. If quotes are ignored, a cell ends at the separator.
  private func looseCells(_ lines: Range<Int>, seesQuotes: Bool) -> [CSVTable.Cell] {
    let quote = UInt8(ascii: "\"")
    let hasSeveral = lineEnd(from: lines.lowerBound) < lines.upperBound
    func ends(_ index: Int) -> Bool { index == lines.upperBound || [separator, 0x0A, 0x0D].contains(bytes[index]) }
    var (cells, place): ([CSVTable.Cell], Int) = ([], lines.lowerBound)
    // If no quote closes one cell, none closes a later one.
    var mayClose = seesQuotes
    while cells.count <= Self.mostColumns {
      let rest = bytes[place..<lines.upperBound]
      let begins = rest.first == quote
      var closed: Int?
      if begins, mayClose {
        let closing = rest.indices.dropFirst().first { bytes[$0] == quote && ends($0 + 1) }
        mayClose = closing != nil
        closed = closing.map { $0 + 1 } ?? (hasSeveral ? lines.upperBound : nil)
      }
      // Searched only if the cell ends there, since it can be far away.
      let end = closed ?? rest.firstIndex(of: separator) ?? lines.upperBound
      if begins, end - place >= 2, bytes[end - 1] == quote {
        cells.append(CSVTable.Cell(range: place + 1..<end - 1, escape: .doubledQuotes, isQuoted: true))
      } else {
        cells.append(CSVTable.Cell(range: place..<end, escape: .none, isQuoted: false))
      }
      guard end < lines.upperBound else { break }
      place = end + 1
    }
    return cells
  }

  /// Returns the number of the line that begins at a position, counting from another line.
  private func lineNumber(of place: Int, from known: (place: Int, number: Int)) -> Int {
    (known.place..<place).reduce(known.number) { number, index in
      number + (bytes[index] == 0x0A || bytes[index] == 0x0D && bytes[index + 1] != 0x0A ? 1 : 0)
    }
  }
}
