// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Joins lines that belong together because a program wrote a multi-line cell without quotes.
enum RunOnLines {
  static let mostLines = 10_000

  /// Returns the lines, each with whether it was joined. Lines are joined only if that gives exactly as many cells as there are columns.
  static func joined(_ rows: [[CSVTable.Cell]], columnCount: Int) -> [(cells: [CSVTable.Cell], isJoined: Bool)] {
    var (result, index): ([(cells: [CSVTable.Cell], isJoined: Bool)], Int) = ([], 0)
    while index < rows.count {
      let (cells, count) = joined(rows, from: index, columnCount: columnCount)
      result.append((cells, count > 1))
      index += count
    }
    return result
  }

  private static func joined(_ rows: [[CSVTable.Cell]], from start: Int, columnCount: Int) -> (cells: [CSVTable.Cell], count: Int) {
    var (cells, next) = (rows[start], start + 1)
    while cells.count < columnCount, next < rows.count, next - start < mostLines {
      // The text continues from the last cell so far through the first cell of the next line, including everything between them in the
      // file.
      guard let last = cells.last, !last.isQuoted, let first = rows[next].first, last.range.upperBound < first.range.lowerBound else {
        break
      }
      // Quotes around the first cell belong to the text.
      let end = first.range.upperBound + (first.isQuoted ? 1 : 0)
      cells.removeLast()
      cells.append(CSVTable.Cell(range: last.range.lowerBound..<end, escape: .none, isQuoted: false))
      cells += rows[next].dropFirst()
      next += 1
      // A line of one cell can be inside the text; a line with more must be its end.
      if rows[next - 1].count > 1 { break }
    }
    return cells.count == columnCount ? (cells, next - start) : (rows[start], 1)
  }
}
