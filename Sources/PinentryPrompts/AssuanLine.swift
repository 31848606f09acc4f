// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The lines of the Assuan protocol (libassuan manual, "Implementation": server responses and client requests).
package enum AssuanLine {
  /// The maximum length of a line without its line feed.
  package static let byteLimit = 1000

  /// A line from a server.
  package enum Reply: Equatable, Sendable {
    /// The command succeeded.
    case ok
    /// The command failed, with libgpg-error's code.
    case error(UInt32)
    /// The range of the escaped data in the line.
    case data(Range<Int>)
    /// A status message, by its keyword.
    case status(String)
    /// A comment, to be ignored.
    case comment
    /// An inquiry, which Passfold never triggers.
    case inquiry
  }

  /// Parses a server's line without its line feed; nil if it has none of the protocol's forms.
  package static func parse(_ line: UnsafeRawBufferPointer) -> Reply? {
    guard line.count <= byteLimit, let first = line.first else { return nil }
    if first == UInt8(ascii: "#") { return .comment }
    let end = line.firstIndex(of: UInt8(ascii: " ")) ?? line.count
    let rest = min(end + 1, line.count)..<line.count
    switch line[..<end] {
    case let word where word.elementsEqual("OK".utf8): return .ok
    case let word where word.elementsEqual("D".utf8): return end < line.count ? .data(rest) : nil
    case let word where word.elementsEqual("INQUIRE".utf8): return .inquiry
    case let word where word.elementsEqual("S".utf8):
      let keyword = line[rest].prefix { $0 != UInt8(ascii: " ") }
      return .status(String(decoding: keyword, as: UTF8.self))
    case let word where word.elementsEqual("ERR".utf8):
      let digits = line[rest].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard let code = UInt32(String(decoding: digits, as: UTF8.self)) else { return nil }
      return .error(code)
    default: return nil
    }
  }

  /// Decodes percent escapes in data, writing to `target`. Returns the number of bytes written, or nil if the escapes are invalid or the
  /// target is too small.
  package static func unescape(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Int? {
    var read = 0
    var written = 0
    while read < source.count {
      guard written < target.count else { return nil }
      if source[read] == UInt8(ascii: "%") {
        guard read + 2 < source.count, let high = hexValue(source[read + 1]), let low = hexValue(source[read + 2]) else { return nil }
        target[written] = high << 4 | low
        read += 3
      } else {
        target[written] = source[read]
        read += 1
      }
      written += 1
    }
    return written
  }

  /// Returns a command line with its line feed. Control characters except line breaks are dropped, and a text that does not fit is cut
  /// between characters.
  package static func command(_ verb: String, _ text: String? = nil) -> [UInt8] {
    var line = Array(verb.utf8)
    if let text {
      line.append(UInt8(ascii: " "))
      for character in text where !isDropped(character) {
        let escaped = Array(character.utf8).flatMap(escape)
        if line.count + escaped.count > byteLimit { break }
        line += escaped
      }
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "%"): Array("%25".utf8)
    case UInt8(ascii: "\n"): Array("%0A".utf8)
    case UInt8(ascii: "\r"): Array("%0D".utf8)
    default: [byte]
    }
  }

  private static func isDropped(_ character: Character) -> Bool {
    character.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n" && scalar != "\r"
      // Bidirectional overrides could change how a prompt reads.
      case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
      default: false
      }
    }
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
