// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Lines of a table that are parts of one: a program wrote a cell of several lines without quotes around it.
enum RunOnLines {
  static let mostLines = 10_000

  /// The lines, with those put together that have exactly as many cells as there are columns only so; and whether each was put together.
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
      // What runs on is the last cell so far and the first of the next line, with all that stands between them in the file.
      guard let last = cells.last, !last.isQuoted, let first = rows[next].first, last.range.upperBound < first.range.lowerBound else {
        break
      }
      // Quotes around the first cell are the text's own.
      let end = first.range.upperBound + (first.isQuoted ? 1 : 0)
      cells.removeLast()
      cells.append(CSVTable.Cell(range: last.range.lowerBound..<end, escape: .none, isQuoted: false))
      cells += rows[next].dropFirst()
      next += 1
      // A line of one cell may be within the text; the one with more has to be its end.
      if rows[next - 1].count > 1 { break }
    }
    return cells.count == columnCount ? (cells, next - start) : (rows[start], 1)
  }
}
