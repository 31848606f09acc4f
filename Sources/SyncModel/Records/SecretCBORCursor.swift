// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Reads deterministic CBOR (RFC 8949 §4.2.1) in secret memory without copying skipped items.
package struct SecretCBORCursor {
  private static let deepest = 8

  /// The major types (RFC 8949 §3.1).
  package enum Major: UInt8, Sendable {
    /// An integer from 0.
    case unsigned
    /// An integer below 0.
    case negative
    /// A byte string.
    case bytes
    /// A text string.
    case text
    /// An array.
    case array
    /// A map.
    case map
    /// A tag, which no record contains.
    case tag
    /// A simple value.
    case simple
  }
  /// The bytes are not in deterministic encoding, or not of the requested type.
  package struct Malformed: Error {
    /// Creates the error.
    package init() {}
  }

  private let bytes: UnsafeRawBufferPointer
  /// The number of bytes read.
  package private(set) var position: Int

  /// Creates a cursor over bytes, which must stay in place.
  package init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// Whether all bytes were read.
  package var isAtEnd: Bool { position == bytes.count }

  /// Reads the head of the next item: its type, and its length, count or value.
  package mutating func readHead() throws(Malformed) -> (major: Major, argument: UInt64) {
    guard position < bytes.count, let major = Major(rawValue: bytes[position] >> 5) else { throw Malformed() }
    let additional = bytes[position] & 31
    position += 1
    if additional < 24 { return (major, UInt64(additional)) }
    guard additional < 28 else { throw Malformed() }
    let size = 1 << Int(additional - 24)
    guard bytes.count - position >= size else { throw Malformed() }
    let argument = bytes[position..<position + size].reduce(0) { $0 << 8 | UInt64($1) }
    position += size
    let smallest: [Int: UInt64] = [1: 24, 2: 1 << 8, 4: 1 << 16, 8: 1 << 32]
    guard argument >= smallest[size, default: 0] else { throw Malformed() }
    return (major, argument)
  }

  /// Reads an unsigned integer.
  package mutating func readUnsigned() throws(Malformed) -> UInt64 {
    let head = try readHead()
    guard head.major == .unsigned else { throw Malformed() }
    return head.argument
  }

  /// Reads a byte string.
  package mutating func readBytes() throws(Malformed) -> Slice<UnsafeRawBufferPointer> {
    let head = try readHead()
    guard head.major == .bytes else { throw Malformed() }
    return try take(head.argument)
  }

  /// Reads a text string, which must not be a secret.
  package mutating func readText() throws(Malformed) -> String {
    let head = try readHead()
    guard head.major == .text, let text = String(validating: try take(head.argument), as: UTF8.self) else { throw Malformed() }
    return text
  }

  /// Skips one item of any type and returns its encoding.
  package mutating func skipItem(depth: Int = 0) throws(Malformed) -> Slice<UnsafeRawBufferPointer> {
    guard depth <= Self.deepest else { throw Malformed() }
    let start = position
    let head = try readHead()
    switch head.major {
    case .unsigned, .negative: break
    case .bytes: _ = try take(head.argument)
    case .text:
      let text = try take(head.argument)
      guard String(validating: text, as: UTF8.self) != nil else { throw Malformed() }
    case .array:
      for _ in 0..<(try plausible(head.argument)) { _ = try skipItem(depth: depth + 1) }
    case .map:
      var last: Slice<UnsafeRawBufferPointer>?
      for _ in 0..<(try plausible(head.argument)) {
        let key = try skipItem(depth: depth + 1)
        if let last, !last.lexicographicallyPrecedes(key) { throw Malformed() }
        last = key
        _ = try skipItem(depth: depth + 1)
      }
    case .tag: throw Malformed()
    case .simple:
      // Records contain no floats and no unassigned simple values.
      guard (20...22).contains(head.argument), position == start + 1 else { throw Malformed() }
    }
    return bytes[start..<position]
  }

  private mutating func take(_ count: UInt64) throws(Malformed) -> Slice<UnsafeRawBufferPointer> {
    guard count <= UInt64(bytes.count - position) else { throw Malformed() }
    defer { position += Int(count) }
    return bytes[position..<position + Int(count)]
  }

  /// Accepts a count only if the remaining bytes could hold that many items.
  private func plausible(_ count: UInt64) throws(Malformed) -> Int {
    guard count <= UInt64(bytes.count - position) else { throw Malformed() }
    return Int(count)
  }

  /// Returns the head of an item as the encoder writes it.
  package static func head(_ major: Major, _ argument: UInt64) -> [UInt8] {
    let top = major.rawValue << 5
    let size: Int
    switch argument {
    case ..<24: return [top | UInt8(argument)]
    case ...0xFF: size = 1
    case ...0xFFFF: size = 2
    case ...0xFFFF_FFFF: size = 4
    default: size = 8
    }
    return [top | UInt8(24 + size.trailingZeroBitCount)]
      + (0..<size).map { UInt8(truncatingIfNeeded: argument >> UInt64(8 * (size - 1 - $0))) }
  }
}
