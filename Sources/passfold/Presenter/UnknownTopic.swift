// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A word after `passfold help` that is not a subcommand. The parser ignores it, and shows another command's help.
package struct UnknownTopic: Hashable, Sendable {
  /// The word as it was typed.
  package let word: String

  /// The error in the parser's form.
  package var sentence: String { "Error: Unexpected argument '\(word)'\nHelp:  passfold --help" }

  /// Finds the first word that is not a subcommand; nil if there is none, or help was not requested.
  ///
  /// - Parameter arguments: The command line after the program's name.
  package init?(in arguments: [String], of program: CommandNames) {
    guard arguments.first == "help" else { return nil }
    var command = program
    for word in arguments.dropFirst() where !word.hasPrefix("-") && word != "help" {
      guard let next = command.subcommands.first(where: { $0.name == word || $0.aliases.contains(word) }) else {
        self.word = word
        return
      }
      command = next
    }
    return nil
  }
}
