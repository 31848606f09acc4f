// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The user's actions at the keyboard of the live list.
package enum WatchKey: Hashable, Sendable {
  /// A typed character, which is added to the search.
  case character(Character)
  case enter
  case tab
  case escape
  case backspace
  case up
  case down
  case pageUp
  case pageDown
  case home
  case end
  /// Control-U, which clears the search like a line.
  case clear
  /// Control-L.
  case redraw
  /// Control-C.
  case interrupt
  /// Control-Z.
  case suspend
}

/// Converts the bytes of a terminal in raw mode into keys (ECMA-48 control sequences, xterm's names for the keys).
///
/// An escape byte is the Escape key only if nothing follows it: the reader of the terminal calls ``flush()`` after a short silence.
package struct KeyReader: Sendable {
  /// The maximum length of a control sequence in bytes; longer ones are discarded.
  private static let sequenceLimit = 32
  private var waiting: [UInt8] = []

  /// Starts without input.
  package init() {}

  /// Whether bytes of an incomplete key are pending.
  package var isWaiting: Bool { !waiting.isEmpty }

  /// Consumes input and returns the complete keys.
  package mutating func read(_ bytes: some Sequence<UInt8>) -> [WatchKey] {
    waiting += bytes
    var keys: [WatchKey] = []
    while let (key, length) = Self.first(of: waiting) {
      if let key { keys.append(key) }
      waiting.removeFirst(min(length, waiting.count))
    }
    return keys
  }

  /// Stops waiting: a single escape byte is the Escape key, anything else was cut off.
  package mutating func flush() -> [WatchKey] {
    defer { waiting = [] }
    return waiting.first == 0x1B && waiting.count <= 2 ? [.escape] : []
  }

  /// Returns the first key and its number of bytes. The key is nil if it has no meaning here; the result is nil if the key is incomplete.
  private static func first(of bytes: [UInt8]) -> (WatchKey?, Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x1B: return sequence(bytes)
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x7F, 0x08: return (.backspace, 1)
    case 0x03: return (.interrupt, 1)
    case 0x0C: return (.redraw, 1)
    case 0x1A: return (.suspend, 1)
    case 0x15: return (.clear, 1)
    case 0x10: return (.up, 1)
    case 0x0E: return (.down, 1)
    case 0x20...0x7E: return (.character(Character(Unicode.Scalar(first))), 1)
    case 0xC2...0xF4: return character(bytes, length: first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4)
    default: return (nil, 1)
    }
  }

  private static func character(_ bytes: [UInt8], length: Int) -> (WatchKey?, Int)? {
    if let stray = bytes.dropFirst().prefix(length - 1).firstIndex(where: { $0 & 0xC0 != 0x80 }) { return (nil, stray) }
    guard bytes.count >= length else { return nil }
    guard let text = String(validating: bytes.prefix(length), as: UTF8.self), let character = text.first else { return (nil, length) }
    return (.character(character), length)
  }

  private static func sequence(_ bytes: [UInt8]) -> (WatchKey?, Int)? {
    guard bytes.count > 1 else { return nil }
    guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else {
      // Escape twice is Escape; Escape before another key means that key with Alt, which has no meaning here.
      return bytes[1] == 0x1B ? (.escape, 1) : (nil, 2)
    }
    guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return bytes.count > sequenceLimit ? (nil, bytes.count) : nil
    }
    let number = bytes[2..<end].prefix { $0 != UInt8(ascii: ";") }
    let key: WatchKey? =
      switch (bytes[end], String(decoding: number, as: UTF8.self)) {
      case (UInt8(ascii: "A"), _): .up
      case (UInt8(ascii: "B"), _): .down
      case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): .home
      case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): .end
      case (UInt8(ascii: "~"), "5"): .pageUp
      case (UInt8(ascii: "~"), "6"): .pageDown
      case (UInt8(ascii: "M"), _) where bytes[1] == UInt8(ascii: "O"): .enter
      default: nil
      }
    return (key, end + 1)
  }
}
