// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Lists in a single value, as written by our own writer: one member per line, its parts separated by bars.
///
/// A backslash escapes a bar or a backslash within a part; a backslash with n or r stands for a line break.
enum KeePassLines {
  static func encode(_ lines: [[String]]) -> String { lines.map { $0.map(escaped).joined(separator: "|") }.joined(separator: "\n") }

  private static func escaped(_ part: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in part.unicodeScalars {
      switch scalar {
      case "\\", "|": escaped += ["\\", scalar]
      case "\n": escaped += ["\\", "n"]
      case "\r": escaped += ["\\", "r"]
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  static func decode(_ text: String) -> [[String]] {
    text.unicodeScalars.split(separator: "\n").map { line in
      var parts = [String.UnicodeScalarView()]
      var isEscaped = false
      for scalar in line {
        if isEscaped {
          parts[parts.count - 1].append(scalar == "n" ? "\n" : scalar == "r" ? "\r" : scalar)
          isEscaped = false
        } else if scalar == "\\" {
          isEscaped = true
        } else if scalar == "|" {
          parts.append(String.UnicodeScalarView())
        } else {
          parts[parts.count - 1].append(scalar)
        }
      }
      return parts.map { String($0) }
    }
  }
}
