// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Groups of `key=value` lines, the format of desktop files and of Flatpak's `/.flatpak-info` (Desktop Entry Specification 1.5, "Basic
/// format").
package struct DesktopEntryText: Sendable {
  private var groups: [String: [String: String]] = [:]

  /// Parses a file's text. Lines that are not a group, an entry or a comment are skipped, and of two equal keys the first counts.
  package init(parsing text: String) {
    var group: String?
    for line in text.split(whereSeparator: \.isNewline) {
      if line.first == "[", line.last == "]" {
        group = String(line.dropFirst().dropLast())
        continue
      }
      guard let group, line.first != "#", let equals = line.firstIndex(of: "=") else { continue }
      let key = line[..<equals].reversed().drop { $0 == " " }.reversed()
      guard groups[group]?[String(key)] == nil else { continue }
      let value = line[line.index(after: equals)...].drop { $0 == " " }
      groups[group, default: [:]][String(key)] = Self.unescaped(value)
    }
  }

  /// Returns the value of a key without a locale.
  package func value(_ key: String, in group: String) -> String? { groups[group]?[key] }

  private static func unescaped(_ value: Substring) -> String {
    let meanings: [Character: Character] = ["s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"]
    var text = ""
    var isEscaped = false
    for character in value {
      if isEscaped {
        if let meaning = meanings[character] {
          text.append(meaning)
        } else {
          text += "\\" + String(character)
        }
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }
}
