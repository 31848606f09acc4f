// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// Writes JSON text (RFC 8259) into secret memory; secrets are copied only there.
///
/// Members keep the order in which they are written. The caller is responsible for the correct order of names, values and the ends of
/// objects and arrays; it does not depend on untrusted data.
package struct JSONWriter {
  private enum Piece {
    case plain([UInt8])
    case secret(SharedSecret)
  }

  private var pieces: [Piece] = []
  private var needsComma = false

  /// Creates an empty writer.
  package init() {}

  /// Writes an object with the members that `body` writes.
  package mutating func object(_ body: (inout JSONWriter) -> Void) { nested("{", "}", body) }

  /// Writes an array with the values that `body` writes.
  package mutating func array(_ body: (inout JSONWriter) -> Void) { nested("[", "]", body) }

  /// Writes an array with a value for each element.
  package mutating func array<Element>(of elements: [Element], _ body: (inout JSONWriter, Element) -> Void) {
    array { writer in for element in elements { body(&writer, element) } }
  }

  /// Writes a member's name; its value must follow.
  package mutating func name(_ name: String) {
    text(name)
    append(":")
    needsComma = false
  }

  /// Writes a non-secret text.
  package mutating func text(_ text: String) {
    var text = text
    var escaped: [UInt8] = []
    text.withUTF8 { Self.escape(UnsafeRawBufferPointer($0)) { escaped.append($0) } }
    begin()
    append("\"")
    append(escaped)
    append("\"")
    needsComma = true
  }

  /// Writes a secret text in UTF-8; invalid bytes become U+FFFD.
  package mutating func secret(_ secret: SharedSecret) {
    begin()
    append("\"")
    pieces.append(.secret(secret))
    append("\"")
    needsComma = true
  }

  /// Writes a whole number.
  package mutating func number(_ number: Int) { word("\(number)") }

  /// Writes a Boolean value.
  package mutating func boolean(_ value: Bool) { word(value ? "true" : "false") }

  /// Writes null.
  package mutating func null() { word("null") }

  private mutating func word(_ word: String) {
    begin()
    append(word)
    needsComma = true
  }

  private mutating func nested(_ first: String, _ last: String, _ body: (inout JSONWriter) -> Void) {
    begin()
    append(first)
    needsComma = false
    body(&self)
    append(last)
    needsComma = true
  }

  private mutating func begin() { if needsComma { append(",") } }

  private mutating func append(_ text: String) { append(Array(text.utf8)) }

  private mutating func append(_ bytes: [UInt8]) {
    guard case .plain(var last)? = pieces.last else { return pieces.append(.plain(bytes)) }
    // Keeps a single reference to the array while it grows, which avoids copies.
    pieces.removeLast()
    last += bytes
    pieces.append(.plain(last))
  }

  /// Returns the complete text.
  package func file() -> SharedSecret { SharedSecret.counted(write) }

  private func write(_ body: (UInt8) -> Void) {
    for piece in pieces {
      switch piece {
      case .plain(let bytes): bytes.forEach(body)
      case .secret(let secret): secret.withBytes { Self.escape($0, body) }
      }
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  // RFC 8259 §7.
  private static func escape(_ bytes: UnsafeRawBufferPointer, _ body: (UInt8) -> Void) {
    var rest = bytes[...]
    while let invalid = UTF8Bytes.firstWrongPlace(UnsafeRawBufferPointer(rebasing: rest)) {
      for byte in rest.prefix(invalid) { escape(byte, body) }
      for byte in UTF8.encodedReplacementCharacter { body(byte) }
      rest = rest.dropFirst(invalid + 1)
    }
    for byte in rest { escape(byte, body) }
  }

  private static func escape(_ byte: UInt8, _ body: (UInt8) -> Void) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      body(UInt8(ascii: "\\"))
      body(byte)
    case 0..<0x20, 0x7F:
      for byte in "\\u00".utf8 { body(byte) }
      body(digits[Int(byte >> 4)])
      body(digits[Int(byte & 15)])
    default: body(byte)
    }
  }
}

extension JSONWriter {
  /// Writes a member with a text.
  package mutating func member(_ name: String, _ text: String) {
    self.name(name)
    self.text(text)
  }

  /// Writes a member with a secret text, or with null.
  package mutating func member(_ name: String, _ secret: SharedSecret?) {
    self.name(name)
    if let secret { self.secret(secret) } else { null() }
  }

  /// Writes a member with a number.
  package mutating func member(_ name: String, _ number: Int) {
    self.name(name)
    self.number(number)
  }

  /// Writes a member with a Boolean value.
  package mutating func member(_ name: String, _ value: Bool) {
    self.name(name)
    boolean(value)
  }

  /// Writes a member with an object.
  package mutating func member(_ name: String, _ body: (inout JSONWriter) -> Void) {
    self.name(name)
    object(body)
  }

  /// Writes a member with an array of a value for each element.
  package mutating func member<Element>(_ name: String, of elements: [Element], _ body: (inout JSONWriter, Element) -> Void) {
    self.name(name)
    array(of: elements, body)
  }
}
