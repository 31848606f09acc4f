// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Reads the fields of one protocol-buffer message in locked memory, without copying them.
///
/// Never reads past the message's last byte. Accepts only the shortest encoding of a number, and rejects groups, which version 3 of the
/// format does not have.
struct ProtocolBufferReader {
  /// A field's content, for the wire types that a migration payload uses.
  enum Value {
    case number(UInt64)
    case bytes(TextPart)
    /// A 32-bit or 64-bit field. Migration payloads give these no meaning.
    case fixed
  }

  private static let malformed = OneTimeCodesError(.malformedPayload, parameter: "data")
  private var rest: TextPart

  init(_ message: TextPart) { rest = message }

  /// Returns the next field, or `nil` after the last one.
  ///
  /// - Throws: `malformedPayload`.
  mutating func next() throws(OneTimeCodesError) -> (field: UInt64, value: Value)? {
    if rest.isEmpty { return nil }
    let tag = try readNumber()
    let field = tag >> 3
    guard (1..<1 << 29).contains(field) else { throw Self.malformed }
    switch tag & 7 {
    case 0: return (field, .number(try readNumber()))
    case 1:
      _ = try take(8)
      return (field, .fixed)
    case 2:
      let count = try readNumber()
      guard count <= UInt64(rest.count) else { throw Self.malformed }
      return (field, .bytes(try take(Int(count))))
    case 5:
      _ = try take(4)
      return (field, .fixed)
    default: throw Self.malformed
    }
  }

  /// Reads a number of up to ten bytes, seven bits each, least significant first.
  private mutating func readNumber() throws(OneTimeCodesError) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard let byte = rest.popFirst() else { throw Self.malformed }
      // The tenth byte has room for only the last bit.
      guard shift < 63 || byte <= 1 else { throw Self.malformed }
      number |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 {
        guard byte != 0 || shift == 0 else { throw Self.malformed }
        return number
      }
    }
    throw Self.malformed
  }

  private mutating func take(_ count: Int) throws(OneTimeCodesError) -> TextPart {
    guard count <= rest.count else { throw Self.malformed }
    let taken = rest.prefix(count)
    rest = rest.dropFirst(count)
    return taken
  }
}
