// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A command's name, and the names of its subcommands that help shows.
package struct CommandNames: Hashable, Sendable {
  let name: String
  let subcommands: [CommandNames]
  /// The other names that the command accepts.
  let aliases: [String]

  /// Creates a name.
  package init(_ name: String, _ subcommands: [CommandNames] = [], aliases: [String] = []) {
    self.name = name
    self.subcommands = subcommands
    self.aliases = aliases
  }

  /// Collects the names of a command and its subcommands.
  init(of command: any ParsableCommand.Type) {
    let shown = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    self.init(
      command.configuration.commandName ?? "", shown.map { CommandNames(of: $0) }, aliases: command.configuration.aliases)
  }
}

/// A mistyped subcommand, and the name that was probably meant.
package struct MistypedCommand: Hashable, Sendable {
  /// The word as it was typed.
  package let word: String
  /// The subcommand's name.
  package let meant: String

  /// Finds the first word that is not a subcommand; nil if no name is close to it.
  ///
  /// - Parameter arguments: The command line after the program's name.
  package init?(in arguments: [String], of program: CommandNames) {
    var command = program
    for word in arguments where !word.hasPrefix("-") {
      if let next = command.subcommands.first(where: { $0.name == word }) {
        command = next
        continue
      }
      let near = command.subcommands.map { (name: $0.name, distance: Self.distance(Array(word), Array($0.name))) }
        // Less than half of a short name may differ.
        .filter { $0.distance <= 2 && 2 * $0.distance <= $0.name.count }
      guard let meant = near.min(by: { $0.distance < $1.distance })?.name else { return nil }
      self.word = word
      self.meant = meant
      return
    }
    return nil
  }

  /// The number of letters inserted, omitted, replaced or swapped with their neighbour.
  private static func distance(_ typed: [Character], _ name: [Character]) -> Int {
    var (before, last) = ([Int](), Array(0...name.count))
    for (row, letter) in typed.enumerated() {
      var current = [row + 1]
      for (column, other) in name.enumerated() {
        var least = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == name[column - 1], typed[row - 1] == other { least = min(least, before[column - 1] + 1) }
        current.append(least)
      }
      (before, last) = (last, current)
    }
    return last[name.count]
  }
}
