// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An application as a desktop file describes it (Desktop Entry Specification 1.5).
package struct DesktopApplication: Hashable, Sendable {
  /// The absolute path of the desktop file.
  package let path: String
  /// The name for people, `Name` without a locale.
  package let name: String
  /// The program that `Exec` starts, as it is written there: a path or a name to look up in `PATH`.
  package let program: String

  /// Reads a desktop file's text; nil unless it describes an application that is started by a program.
  ///
  /// - Parameter path: Where the file lies; its name is the application's identifier.
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

  /// The file's name without its ending.
  package var identifier: String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.hasSuffix(".desktop") ? file.dropLast(8) : file)
  }

  /// The program of an `Exec` value, whose words may stand in double quotes with `"`, `` ` ``, `$` and `\` escaped by a backslash.
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
