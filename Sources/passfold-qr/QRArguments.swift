// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The program's command.
package enum QRArguments {
  /// Read a picture from the given source.
  case read(Source)
  /// Draw the content of standard input.
  case write(SymbolWriting)
  /// Run as the decoder of another process of this program.
  case decode

  /// The source of a picture.
  package enum Source: Equatable, Sendable {
    /// A file's path; `-` is standard input.
    case image(String)
    case clipboard
    case screen
  }

  /// Parses the arguments, without the program's name.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  /// - Throws: `usage`.
  package init(_ arguments: [String], variable: (String) -> String?) throws(QRFailure) {
    var rest = arguments[...]
    switch rest.popFirst() {
    case "read": self = .read(try Self.source(&rest))
    case "write": self = .write(try Self.writing(&rest, SymbolWriting(variable: variable)))
    case Decoder.argument where rest.isEmpty: self = .decode
    default: throw QRFailure(.usage)
    }
  }

  private static func source(_ rest: inout ArraySlice<String>) throws(QRFailure) -> Source {
    let source: Source
    switch rest.popFirst() {
    case "--image": source = .image(try value(&rest))
    case "--clipboard": source = .clipboard
    case "--screen": source = .screen
    default: throw QRFailure(.usage)
    }
    guard rest.isEmpty else { throw QRFailure(.usage) }
    return source
  }

  private static func writing(_ rest: inout ArraySlice<String>, _ start: SymbolWriting) throws(QRFailure) -> SymbolWriting {
    var writing = start
    while let option = rest.popFirst() {
      switch option {
      case "--format": writing.format = try value(&rest, SymbolWriting.Format.init)
      case "--ground": writing.ground = try value(&rest, SymbolWriting.Ground.init)
      case "--scale": writing.scale = try value(&rest) { Int($0) }
      case "--size-limit": writing.room = try value(&rest, room)
      case "--ascii": writing.isASCII = true
      case "--utf8": writing.isASCII = false
      default: throw QRFailure(.usage)
      }
    }
    return writing
  }

  private static func value(_ rest: inout ArraySlice<String>) throws(QRFailure) -> String {
    guard let value = rest.popFirst(), !value.isEmpty else { throw QRFailure(.usage) }
    return value
  }

  private static func value<Value>(_ rest: inout ArraySlice<String>, _ parse: (String) -> Value?) throws(QRFailure) -> Value {
    guard let value = parse(try value(&rest)) else { throw QRFailure(.usage) }
    return value
  }

  /// Parses `COLUMNSxROWS`, both greater than zero.
  private static func room(_ text: String) -> (columns: Int, rows: Int)? {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
    return (numbers[0], numbers[1])
  }
}
