// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import QRCodes

/// Drawings converted back to modules, including the quiet zone.
enum DrawnModules {
  /// The symbol's own modules with its quiet zone.
  static func of(_ symbol: QRSymbol) -> [[Bool]] {
    (0..<symbol.drawnSize).map { row in
      (0..<symbol.drawnSize).map { column in
        let inside = 0..<symbol.size
        let (row, column) = (row - QRSymbol.quietZone, column - QRSymbol.quietZone)
        return inside.contains(row) && inside.contains(column) && symbol.isDark(row: row, column: column)
      }
    }
  }

  /// Each character is two modules, one above the other.
  static func inHalfBlocks(_ text: String, inkIsDark: Bool) -> [[Bool]] {
    lines(text).flatMap { line -> [[Bool]] in
      let upper = line.map { ($0 == "█" || $0 == "▀") == inkIsDark }
      let lower = line.map { ($0 == "█" || $0 == "▄") == inkIsDark }
      return [upper, lower]
    }
  }

  /// Every two characters are one module.
  static func inPairs(_ text: String, inkIsDark: Bool) -> [[Bool]] {
    lines(text).map { line in
      stride(from: 0, to: line.count, by: 2).map { (Array(line)[$0] == "#") == inkIsDark }
    }
  }

  /// Every two spaces are one module, coloured by the preceding escape sequence.
  static func inPaintedPairs(_ text: String) -> [[Bool]] {
    lines(text).map { line in
      var (modules, isDark): ([Bool], Bool) = ([], false)
      for part in line.split(separator: "\u{1B}") {
        let (sequence, spaces) = (part.prefix { $0 != "m" }, part.drop { $0 != "m" }.dropFirst())
        isDark = sequence == "[48;5;16"
        modules += Array(repeating: isDark, count: spaces.count / 2)
      }
      return modules
    }
  }

  /// Each `M x y h n v1 h-n z` of the dark path is a run.
  static func inSVG(_ svg: String, side: Int) -> [[Bool]] {
    var modules = Array(repeating: Array(repeating: false, count: side), count: side)
    guard let start = svg.firstRange(of: "#000\" d=\"") else { return [] }
    for run in svg[start.upperBound...].prefix(while: { $0 != "\"" }).split(separator: "M") {
      let numbers = run.split { !$0.isNumber }.compactMap { Int($0) }
      for column in numbers[0]..<numbers[0] + numbers[2] { modules[numbers[1]][column] = true }
    }
    return modules
  }

  private static func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }
}
