// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A reader of lengths, fields and integers from bytes that never reads past their end.
///
/// A length is written in groups of seven bits, the lowest first, with the highest bit set on all but the last.
struct CompactBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// The index of the next byte.
  var position: Int { rest.startIndex }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8? { rest.popFirst() }

  /// Reads a length of at most four groups, in its only shortest form.
  mutating func length() -> Int? {
    var value = 0
    for group in 0..<4 {
      guard let byte = rest.popFirst() else { return nil }
      value |= Int(byte & 0x7F) << (7 * group)
      if byte & 0x80 == 0 { return byte == 0 && group > 0 ? nil : value }
    }
    return nil
  }

  /// Reads a field of at most `limit` bytes.
  mutating func bytes(limit: Int) -> ArraySlice<UInt8>? {
    guard let count = length(), count <= limit else { return nil }
    return take(count)
  }

  /// Reads a field that may be missing; the outer nil means malformed bytes.
  mutating func optionalBytes(limit: Int) -> ArraySlice<UInt8>?? {
    guard let count = length(), count <= limit + 1 else { return nil }
    if count == 0 { return .some(nil) }
    guard let field = take(count - 1) else { return nil }
    return .some(field)
  }

  /// Reads eight bytes, the lowest first.
  mutating func integer() -> Int? {
    guard let field = take(8) else { return nil }
    return Int(truncatingIfNeeded: field.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  static func append(_ length: Int, to bytes: inout [UInt8]) {
    var value = length
    while value > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: value))
  }

  static func append(integer: Int, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: UInt64(bitPattern: Int64(integer)).littleEndian) { bytes.append(contentsOf: $0) }
  }
}
