// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The layout of the live list's screen.
struct WatchLayout {
  let size: ScreenSize

  /// Whether there is room for more than the selected row.
  var hasFrame: Bool { size.rows >= 4 && size.columns >= 24 }
  /// Whether the selected row is spelled out below the list.
  var hasDetail: Bool { size.rows >= 8 && hasFrame }
  /// Whether blank lines separate header, list and footer.
  var hasSpace: Bool { size.rows >= 14 && hasFrame }
  /// Whether the remaining time is drawn as a bar.
  var hasBar: Bool { size.columns >= 72 }
  /// Whether title and account have separate columns.
  var hasAccountColumn: Bool { size.columns >= 60 }

  /// The screen lines that contain rows.
  var body: Range<Int> {
    guard hasFrame else { return 0..<1 }
    let first = hasSpace ? 2 : 1
    return first..<max(first + 1, foot - (hasSpace ? 1 : 0))
  }

  /// The first line below the list.
  var foot: Int { hasFrame ? size.rows - (hasDetail ? 2 : 1) : size.rows }

  static let codeColumn = 2
  static let codeWidth = 9
  var timeColumn: Int { Self.codeColumn + Self.codeWidth + 1 }
  static let timeWidth = 6
  var barColumn: Int { timeColumn + Self.timeWidth + 1 }
  static let barWidth = 14
  var titleColumn: Int { hasBar ? barColumn + Self.barWidth + 2 : timeColumn + Self.timeWidth + 1 }
  /// The width that title and account share.
  var nameWidth: Int { max(0, size.columns - titleColumn) }
}
