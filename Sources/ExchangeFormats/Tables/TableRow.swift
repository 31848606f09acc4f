// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SecretMemory

/// A line of a table whose cells are read by column name; unread cells can be kept.
struct TableRow {
  /// The names of the columns as written, and their positions by name in lower case.
  struct Columns {
    let names: [String]
    let places: [String: Int]

    init(_ heading: [CSVTable.Cell], in bytes: UnsafeRawBufferPointer) {
      self.init(heading.map { CSVTable.string($0, in: bytes).trimmingSpace })
    }

    init(_ names: [String]) {
      self.names = names
      places = Dictionary(zip(names.map { $0.lowercased() }, names.indices), uniquingKeysWith: { first, _ in first })
    }
  }

  let bytes: UnsafeRawBufferPointer
  let columns: Columns
  let cells: [CSVTable.Cell]
  /// Whether `&amp;` and similar are HTML escapes.
  let isEscaped: Bool
  private var taken: Set<Int> = []

  init(_ cells: [CSVTable.Cell], columns: Columns, in bytes: UnsafeRawBufferPointer, isEscaped: Bool = false) {
    self.cells = cells
    self.columns = columns
    self.bytes = bytes
    self.isEscaped = isEscaped
  }

  func has(_ name: String) -> Bool { columns.places[name] != nil }

  private mutating func cell(_ name: String) -> CSVTable.Cell? {
    guard let place = columns.places[name] else { return nil }
    taken.insert(place)
    return place < cells.count && !cells[place].isEmpty ? cells[place] : nil
  }

  /// Returns a non-secret text without marking it as read.
  func peek(_ name: String) -> String? {
    var row = self
    return row.text(name)
  }

  /// Reads a non-secret text; nil if it is missing or empty.
  mutating func text(_ name: String) -> String? {
    guard let cell = cell(name) else { return nil }
    if isEscaped { return secret(cell).withBytes { String(decoding: $0, as: UTF8.self) } }
    return CSVTable.string(cell, in: bytes)
  }

  /// Reads a text into secret memory; nil if it is missing or empty.
  mutating func secret(_ name: String) -> SharedSecret? { cell(name).map { secret($0) } }

  /// Reads a cell and all that follow it.
  mutating func takeFrom(_ name: String) -> [SharedSecret] {
    guard let start = columns.places[name], start < cells.count else { return [] }
    taken.formUnion(start..<cells.count)
    return cells[start...].filter { !$0.isEmpty }.map { secret($0) }
  }

  /// Reads the cells from a position on as pairs of a name and a value; names without a value remain.
  mutating func takePairs(from start: Int) -> [(name: String, value: SharedSecret)] {
    var pairs: [(name: String, value: SharedSecret)] = []
    for place in stride(from: start, to: cells.count - 1, by: 2) where !cells[place].isEmpty && !cells[place + 1].isEmpty {
      taken.formUnion([place, place + 1])
      pairs.append((CSVTable.string(cells[place], in: bytes), secret(cells[place + 1])))
    }
    return pairs
  }

  /// Ignores known columns that are not needed.
  mutating func pass(_ names: String...) { for name in names { _ = cell(name) } }

  /// The unread cells with the names of their columns; cells without a column are named by number.
  func rest() -> [(name: String, hasColumn: Bool, value: SharedSecret)] {
    cells.indices.filter { !taken.contains($0) && !cells[$0].isEmpty }.map { place in
      let name = place < columns.names.count ? columns.names[place] : ""
      return (name.isEmpty ? "column \(place + 1)" : name, place < columns.names.count, secret(cells[place]))
    }
  }

  private func secret(_ cell: CSVTable.Cell) -> SharedSecret {
    let secret = CSVTable.secret(cell, in: bytes)
    return isEscaped ? HTMLEscapes.decode(secret) : secret
  }
}
