// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange

/// Reads a complete JSON text (RFC 8259), with limits on depth and count. Duplicate member names and data after the value are refused.
package struct JSONReader {
  static let deepest = 64
  static let mostValues = 8_000_000

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var depth = 0
  private var count = 0

  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    // RFC 8259 §8.1 lets a parser ignore a byte order mark, which Windows programs write.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Returns the value of a text.
  ///
  /// - Throws: `malformed` with the position; `overBounds` for more than 64 levels or 8 000 000 values.
  package static func value(of bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.value()
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.malformed }
    return value
  }

  private var malformed: CredentialExchangeError { CredentialExchangeError(.malformed, offset: position) }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  // RFC 8259 §3.
  private mutating func value() throws(CredentialExchangeError) -> JSONValue {
    count += 1
    guard count <= Self.mostValues, depth < Self.deepest else { throw CredentialExchangeError(.overBounds, offset: position) }
    depth += 1
    defer { depth -= 1 }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(CredentialExchangeError) -> JSONValue {
    let end = position + word.utf8CodeUnitCount
    let matches = word.withUTF8Buffer { letters in end <= bytes.count && bytes[position..<end].elementsEqual(letters) }
    guard matches else { throw malformed }
    position = end
    return value
  }

  // RFC 8259 §4.
  private mutating func object() throws(CredentialExchangeError) -> JSONValue {
    position += 1
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    skipSpace()
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      let start = position
      guard next == UInt8(ascii: "\"") else { throw malformed }
      let name = try JSONText.string(bytes, try text())
      // §4 leaves duplicate names to each reader; two readers of the same file must not see different passwords.
      guard names.insert(name).inserted else { throw CredentialExchangeError(.malformed, offset: start) }
      skipSpace()
      guard take(":") else { throw malformed }
      members.append(JSONValue.Member(name: name, value: try value()))
      skipSpace()
    } while take(",")
    guard take("}") else { throw malformed }
    return .object(members)
  }

  // RFC 8259 §5.
  private mutating func array() throws(CredentialExchangeError) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    skipSpace()
    if take("]") { return .array(elements) }
    repeat {
      elements.append(try value())
      skipSpace()
    } while take(",")
    guard take("]") else { throw malformed }
    return .array(elements)
  }

  // RFC 8259 §6.
  private mutating func number() throws(CredentialExchangeError) -> Range<Int> {
    let start = position
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return start..<position
  }

  private mutating func digits() throws(CredentialExchangeError) {
    let start = position
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    guard position > start else { throw malformed }
  }

  // RFC 8259 §7; every text is decoded once here, so that decoding it later cannot fail.
  private mutating func text() throws(CredentialExchangeError) -> Range<Int> {
    position += 1
    let start = position
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw malformed }
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < bytes.count else { throw CredentialExchangeError(.malformed, offset: bytes.count) }
    let range = start..<position
    position += 1
    try JSONText.decode(bytes, range) { _ in }
    return range
  }
}
