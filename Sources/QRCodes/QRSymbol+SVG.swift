// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension QRSymbol {
  /// Draws the symbol as an SVG element, for a page or a file: one unit per module, including the quiet zone and a white background.
  ///
  /// The element has no size; the page or the viewer determines it. The picture contains the secret, so the caller should keep the string
  /// only briefly.
  ///
  /// - Parameter title: A text alternative for users who do not see the picture.
  public func svg(title: String) -> String {
    let name = Self.escaped(title)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(drawnSize) \(drawnSize)" role="img" aria-label="\(name)" \
      shape-rendering="crispEdges"><title>\(name)</title><path fill="#fff" d="M0 0h\(drawnSize)v\(drawnSize)H0z"/>\
      <path fill="#000" d="\(darkRuns())"/></svg>
      """
  }

  /// Returns the dark modules as rectangles, one for each run in a row.
  private func darkRuns() -> String {
    withModules { modules in
      var path = ""
      // 200 kB are enough for the largest symbol, and a string that never grows leaves no copies behind.
      path.reserveCapacity(size * size * 7)
      for row in 0..<size {
        var column = 0
        while column < size {
          guard modules.isDark(row, column) else {
            column += 1
            continue
          }
          var end = column
          while modules.isDark(row, end) { end += 1 }
          path += "M\(column + Self.quietZone) \(row + Self.quietZone)h\(end - column)v1h-\(end - column)z"
          column = end
        }
      }
      return path
    }
  }

  /// Escapes text for XML content and quoted attributes. Characters that XML 1.0 forbids are left out.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n", "\r": escaped += " "
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
