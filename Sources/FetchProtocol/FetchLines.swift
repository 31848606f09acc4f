// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The header of messages between broker and fetching process: lines with a name, a space and a value, then an empty line.
struct FetchLines {
  private var text = ""
  private var isWhole = true

  /// Adds a line.
  mutating func append(_ name: String, _ value: String) {
    if !Self.isValue(value) { isWhole = false }
    text += name + " " + value + "\n"
  }

  /// The lines followed by an empty one; nil if a value was invalid.
  var encoded: [UInt8]? { isWhole ? Array((text + "\n").utf8) : nil }

  /// Returns whether a text can be a line's value: visible ASCII and spaces, not empty.
  static func isValue(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
  }

  /// Splits bytes into the header and the rest; nil if the header has no end, repeats a name or contains an invalid line.
  static func parse<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> (lines: [String: String], rest: Bytes.SubSequence)? {
    var lines: [String: String] = [:]
    var rest = bytes[...]
    while let end = rest.prefix(FetchOutcome.maximumHeadByteCount).firstIndex(of: 0x0a) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[rest.index(after: end)...]
      if line.isEmpty { return (lines, rest) }
      guard lines.count < 16, let space = line.firstIndex(of: " "), space != line.startIndex else { return nil }
      let value = String(line[line.index(after: space)...])
      guard isValue(value), lines.updateValue(value, forKey: String(line[..<space])) == nil else { return nil }
    }
    return nil
  }
}
