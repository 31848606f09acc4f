// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing

import passfold

/// Without a catalogue every message is in English, so a message that is parsed has to be reassembled as it was.
@Suite("The argument parser's messages")
struct ParserWordsTests {
  @Test("a help page in English is the parser's own")
  func help() {
    let text = """
      OVERVIEW: Bring what another program has into the vault.

      The format is detected from the file's content.

      USAGE: passfold import FILE [--json]
             passfold import --from PROVIDER [--json]

      ARGUMENTS:
        <file>                  The file.

      OPTIONS:
        --keep <keep>           What to do. (values: mine, theirs, both; default: mine)
        --limit <limit>         How many. (default: 30)
        -h, --help              Show help information.

      SUBCOMMANDS:
        file (default)          Import a file.

        See 'passfold help import <subcommand>' for detailed help.
      """
    #expect(ParserWords.help(text) == text)
  }

  @Test(
    "an error in English is the parser's own, in lower case",
    arguments: [
      "Unknown option '--jsn'. Did you mean '--json'?", "Unknown option '-x'", "Missing value for '--kind <kind>'",
      "The option '--json' does not take any value, but '1' was specified.", "Unexpected argument 'now'",
      "2 unexpected arguments: 'a', 'b'", "Missing expected argument '<file>'", "Missing one of: '--a', '--b'",
      "The value 'shoe' is invalid for '--kind <kind>'",
      "Value to be set with flag '--a' had already been set with flag '--b'", "--plain requires --watch.",
    ])
  func fault(_ sentence: String) {
    let usage = "Usage: passfold list [--json]\n       passfold list <word>\n  See 'passfold list --help' for more information."
    #expect(ParserWords.error("Error: \(sentence)\n\(usage)") == "error: \(sentence)\n\(usage)")
    #expect(
      ParserWords.error("Error: \(sentence)\nHelp:  --kind <kind>  List only this kind.\n\(usage)").contains(
        "\nHelp:  --kind <kind>  List only this kind.\n"))
  }

  private let commands = CommandNames(
    "passfold",
    [
      CommandNames("list"), CommandNames("log"), CommandNames("qr"),
      CommandNames("vault", [CommandNames("check", aliases: ["verify"]), CommandNames("repair")]),
    ])

  @Test(
    "a subcommand with at most two mistyped letters is reported with the likely intended one",
    arguments: [
      ("lits", "lits", "list"), ("--json lst --trash", "lst", "list"), ("lgo", "lgo", "log"), ("vault chekc now", "chekc", "check"),
      ("valt check", "valt", "vault"), ("vault repare", "repare", "repair"),
    ])
  func mistyped(_ line: String, word: String, meant: String) throws {
    let found = try #require(MistypedCommand(in: line.split(separator: " ").map(String.init), of: commands))
    #expect(found.word == word && found.meant == meant)
    let usage = "Usage: passfold [--version] <subcommand>"
    for fault in ["Unexpected argument 'x'", "2 unexpected arguments: 'x', 'y'", "Unknown option '--json'"] {
      #expect(
        ParserWords.error("Error: \(fault)\n\(usage)", mistyped: found)
          == "error: Unexpected argument '\(word)'. Did you mean '\(meant)'?\n\(usage)")
    }
    #expect(ParserWords.error("Error: Missing value for '--kind <kind>'", mistyped: found) == "error: Missing value for '--kind <kind>'")
  }

  @Test(
    "nothing is suggested for a word unlike every subcommand, or after a command without subcommands",
    arguments: ["wat", "ab", "list lgo", ""])
  func notMistyped(_ line: String) {
    #expect(MistypedCommand(in: line.split(separator: " ").map(String.init), of: commands) == nil)
  }

  @Test("help for a word that is no subcommand is an error, and not the help of the command before it")
  func topics() {
    func unknown(_ line: String) -> String? { UnknownTopic(in: line.split(separator: " ").map(String.init), of: commands)?.word }
    #expect(unknown("help nonsense") == "nonsense")
    #expect(unknown("help vault chekc") == "chekc")
    #expect(unknown("help list more") == "more")
    for known in ["help", "help vault", "help vault check", "help vault verify", "help --help", "list nonsense"] {
      #expect(unknown(known) == nil, "\(known)")
    }
  }

  @Test("an invalid value is reported with the possible ones")
  func values() {
    let text = "Error: The value 'x' is invalid for '--format <format>'. Please provide one of 'a', 'b' or 'c'."
    #expect(ParserWords.error(text) == "error: The value 'x' is invalid for '--format <format>'. Possible values: 'a', 'b', 'c'")
  }
}
