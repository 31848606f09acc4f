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
    // A view of the text: each space that goes moves nothing.
    var rest = text[...].drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
    return cut(rest.lazy.map { isSpace($0) ? " " : $0 }, atMost: limit)
  }

  /// A name that a person signs in with, on one line: spaces around it are its own, line ends are not.
  static func user(_ text: String, atMost limit: Int = longestLine) -> String {
    var rest = text[...].drop(while: \.isNewline)
    while let last = rest.last, last.isNewline { rest = rest.dropLast() }
    return cut(rest.lazy.map { $0.isNewline ? " " : $0 }, atMost: limit)
  }

  private static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" || character.isNewline }

  /// The first characters that have room.
  private static func cut(_ characters: some Sequence<Character>, atMost limit: Int) -> String {
    var (text, byteCount) = ("", 0)
    for character in characters {
      byteCount += character.utf8.count
      if byteCount > limit { break }
      text.append(character)
    }
    return text
  }

  /// A name that a file may have.
  static func fileName(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: "_"
      default: scalar == "/" ? "_" : scalar
      }
    }
    let name = cut(String(String.UnicodeScalarView(scalars)), atMost: longestName)
    return RecordAttachment.isName(name) ? name : "file"
  }

  /// A name that none of the others is: where it is taken, a number from 2 on follows it.
  static func unique(_ name: String, among taken: Set<String>) -> String {
    var (unique, number) = (name, 1)
    while taken.contains(unique) {
      number += 1
      unique = numbered(name, number)
    }
    return unique
  }

  /// A name that is taken, with a number.
  static func numbered(_ name: String, _ number: Int) -> String { "\(name) (\(number))" }
}
