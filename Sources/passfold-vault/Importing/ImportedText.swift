// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault

/// Texts of other programs in the forms that the vault gives to names.
enum ImportedText {
  /// The most bytes of a tag or of a field's name.
  static let longestName = 200
  /// The most bytes of a title, a user name or another text of one line.
  static let longestLine = 1024

  /// A text on one line, cut at a character's end; spaces around it are dropped.
  static func line(_ text: String, atMost limit: Int = longestLine) -> String {
    var line = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    while line.first == " " { line.removeFirst() }
    while line.last == " " { line.removeLast() }
    while line.utf8.count > limit { line.removeLast() }
    return line
  }

  /// A name that a file may have.
  static func fileName(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: "_"
      default: scalar == "/" ? "_" : scalar
      }
    }
    var name = String(String.UnicodeScalarView(scalars))
    while name.utf8.count > longestName { name.removeLast() }
    return RecordAttachment.isName(name) ? name : "file"
  }

  /// A name that none of the others is: where it is taken, a number from 2 on follows it.
  static func unique(_ name: String, among taken: Set<String>) -> String {
    var (unique, number) = (name, 1)
    while taken.contains(unique) {
      number += 1
      unique = "\(name) (\(number))"
    }
    return unique
  }
}
