// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations

/// Translates the argument parser's own texts into the user's language.
///
/// The parser has only English texts, so they are searched for in its output (swift-argument-parser, `HelpGenerator` and
/// `ErrorMessageGenerator`). Texts unknown here, such as an internal error of the parser, stay English.
package enum ParserWords {
  /// Translates a help page with the parser's headings.
  ///
  /// - Parameter text: The parser's output for a request for help, a manual or a completion.
  package static func help(_ text: String) -> String {
    var isUsage = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      if line.hasPrefix("USAGE: ") { isUsage = true }
      if line.isEmpty { isUsage = false }
      return heading(of: line) ?? (isUsage ? indented(line, as: "USAGE: ", translated("USAGE:")) : words(in: line))
    }
    return lines.joined(separator: "\n")
  }

  /// Translates an error in a command line, with the usage below it, to follow `passfold: `.
  ///
  /// - Parameters:
  ///   - text: The parser's error text; it begins with `Error: ` if the error comes from the parser or a command.
  ///   - mistyped: The subcommand that was probably meant. The parser does not know it, and reads the rest as arguments of another command.
  package static func error(_ text: String, mistyped: MistypedCommand? = nil) -> String {
    var isUsage = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      if let usage = between("Usage: ", "", in: line) {
        isUsage = true
        return translated("Usage:") + " " + usage
      }
      if let command = between("  See '", "' for more information.", in: line) {
        isUsage = false
        return "  " + translated("See '\(command)' for more information.")
      }
      if isUsage { return indented(line, as: "Usage: ", translated("Usage:")) }
      if let fault = between("Error: ", "", in: line) { return translated("error:") + " " + sentence(fault, mistyped) }
      if let help = between("Help:  ", "", in: line) { return translated("Help:") + "  " + help }
      return words(in: line)
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Help

  private static func heading(of line: Substring) -> String? {
    if let text = between("OVERVIEW: ", "", in: line) { return translated("OVERVIEW:") + " " + text }
    if let text = between("USAGE: ", "", in: line) { return translated("USAGE:") + " " + text }
    return switch line {
    case "ARGUMENTS:": translated("ARGUMENTS:")
    case "OPTIONS:": translated("OPTIONS:")
    case "SUBCOMMANDS:": translated("SUBCOMMANDS:")
    default: nil
    }
  }

  private static func words(in line: Substring) -> String {
    if let command = between("  See '", "' for detailed help.", in: line) {
      return "  " + translated("See '\(command)' for detailed help.")
    }
    var text = String(line)
    for (english, words) in phrases where text.contains(english) { text = text.replacing(english, with: words) }
    return text
  }

  private static let phrases: [(english: String, words: String)] = [
    ("Show help information.", translated("Show help information.")),
    ("Show subcommand help information.", translated("Show subcommand help information.")),
    ("(default: ", "(" + translated("default:") + " "),
    ("; default: ", "; " + translated("default:") + " "),
    ("(values: ", "(" + translated("values:") + " "),
  ]

  /// A continuation line of a usage, below the command and not below its heading.
  private static func indented(_ line: Substring, as english: String, _ heading: String) -> String {
    let indentation = String(repeating: " ", count: english.count)
    guard line.hasPrefix(indentation) else { return String(line) }
    return String(repeating: " ", count: TextWidth.columns(heading) + 1) + line.dropFirst(indentation.count)
  }

  // MARK: Faults

  private static func sentence(_ text: Substring, _ mistyped: MistypedCommand?) -> String {
    let isUnread =
      ["Unexpected argument '", "Unknown option '"].contains(where: text.hasPrefix) || text.contains(" unexpected arguments: '")
    if let mistyped, isUnread {
      return translated("Unexpected argument '\(mistyped.word)'. Did you mean '\(mistyped.meant)'?")
    }
    if let (option, other) = pair("Unknown option '", "'. Did you mean '", "'?", in: text) {
      return translated("Unknown option '\(option)'. Did you mean '\(other)'?")
    }
    if let option = between("Unknown option '", "'", in: text) { return translated("Unknown option '\(option)'") }
    if let option = between("Missing value for '", "'", in: text) { return translated("Missing value for '\(option)'") }
    if let (option, value) = pair("The option '", "' does not take any value, but '", "' was specified.", in: text) {
      return translated("The option '\(option)' does not take any value, but '\(value)' was specified.")
    }
    if let argument = between("Unexpected argument '", "'", in: text) { return translated("Unexpected argument '\(argument)'") }
    if let (count, arguments) = pair("", " unexpected arguments: '", "'", in: text) {
      return translated("\(count) unexpected arguments: '\(arguments)'")
    }
    if let argument = between("Missing expected argument '", "'", in: text) { return translated("Missing expected argument '\(argument)'") }
    if let arguments = between("Missing one of: '", "'", in: text) { return translated("Missing one of: '\(arguments)'") }
    if let (value, rest) = pair("The value '", "' is invalid for '", "", in: text) { return invalid(value, rest) ?? String(text) }
    if let (flag, other) = pair("Value to be set with flag '", "' had already been set with flag '", "'", in: text) {
      return translated("Value to be set with flag '\(flag)' had already been set with flag '\(other)'")
    }
    return String(text)
  }

  /// An invalid value of an option; `rest` names the option, and may list the valid values. Nil for unknown texts.
  private static func invalid(_ value: Substring, _ rest: Substring) -> String? {
    if let option = between("", "'. Please provide one of the following:", in: rest) {
      return translated("The value '\(value)' is invalid for '\(option)'. Possible values:")
    }
    if let (option, values) = pair("", "'. Please provide one of ", ".", in: rest) {
      let quoted = values.split(separator: "'", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      return translated(
        "The value '\(value)' is invalid for '\(option)'. Possible values: \(quoted.map { "'\($0.element)'" }.joined(separator: ", "))")
    }
    return between("", "'", in: rest).map { translated("The value '\(value)' is invalid for '\($0)'") }
  }

  // MARK: Reading

  private static func between(_ start: String, _ end: String, in text: Substring) -> Substring? {
    guard text.count >= start.count + end.count, text.hasPrefix(start), text.hasSuffix(end) else { return nil }
    return text.dropFirst(start.count).dropLast(end.count)
  }

  private static func pair(_ start: String, _ middle: String, _ end: String, in text: Substring) -> (Substring, Substring)? {
    guard let inner = between(start, end, in: text), let range = inner.firstRange(of: middle) else { return nil }
    return (inner[..<range.lowerBound], inner[range.upperBound...])
  }
}

extension ArgumentHelp {
  /// The help of an argument in the user's language.
  static func translated(_ message: Message) -> ArgumentHelp { ArgumentHelp(message.inSessionLanguage) }
}
