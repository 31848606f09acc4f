// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An application described by a desktop file (Desktop Entry Specification 1.5).
package struct DesktopApplication: Hashable, Sendable {
  /// The absolute path of the desktop file.
  package let path: String
  /// The display name, `Name` without a locale.
  package let name: String
  /// The program started by `Exec`, as written there: a path or a name to look up in `PATH`.
  package let program: String

  /// Parses a desktop file; nil unless it describes an application started by a program.
  ///
  /// - Parameter path: The file's path; its name is the application's identifier.
  package init?(parsing text: String, path: String) {
    let file = DesktopEntryText(parsing: text)
    guard file.value("Type", in: "Desktop Entry") == "Application", file.value("Hidden", in: "Desktop Entry") != "true",
      let name = file.value("Name", in: "Desktop Entry"), let command = file.value("Exec", in: "Desktop Entry"),
      let program = Self.firstWord(of: command)
    else { return nil }
    self.path = path
    self.name = name
    self.program = program
  }

  /// The file's name without its extension.
  package var identifier: String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.hasSuffix(".desktop") ? file.dropLast(8) : file)
  }

  /// Returns the program of an `Exec` value, whose words may be in double quotes with `"`, `` ` ``, `$` and `\` escaped by a backslash.
  private static func firstWord(of command: String) -> String? {
    let text = command.drop { $0 == " " || $0 == "\t" }
    guard text.first == "\"" else {
      let word = text.prefix { $0 != " " && $0 != "\t" }
      return word.isEmpty ? nil : String(word)
    }
    var word = ""
    var isEscaped = false
    for character in text.dropFirst() {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return word.isEmpty ? nil : word
      } else {
        word.append(character)
      }
    }
    return nil
  }
}
