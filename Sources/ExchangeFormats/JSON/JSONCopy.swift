// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A copy of a JSON value in secret memory, for values that a reader keeps without interpreting them.
enum JSONCopy {
  /// The maximum length of one copied value.
  static let mostBytes = 65_536

  /// Returns the characters of a text, or JSON for any other value; nil if it is too long.
  static func secret(of value: JSONValue, in bytes: UnsafeRawBufferPointer) -> SharedSecret? {
    if case .text(let range) = value { return range.count <= mostBytes ? try? JSONText.secret(bytes, range) : nil }
    var count = 0
    write(value, in: bytes) { _ in count += 1 }
    guard count <= mostBytes else { return nil }
    return SharedSecret.counted { write(value, in: bytes, $0) }
  }

  private static func write(_ value: JSONValue, in bytes: UnsafeRawBufferPointer, _ body: (UInt8) -> Void) {
    func quoted(_ range: Range<Int>) {
      body(UInt8(ascii: "\""))
      bytes[range].forEach(body)
      body(UInt8(ascii: "\""))
    }
    switch value {
    case .null: "null".utf8.forEach(body)
    case .boolean(let flag): (flag ? "true" : "false").utf8.forEach(body)
    case .number(let range): bytes[range].forEach(body)
    case .text(let range): quoted(range)
    case .array(let elements):
      body(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { body(UInt8(ascii: ",")) }
        write(element, in: bytes, body)
      }
      body(UInt8(ascii: "]"))
    case .object(let members):
      body(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { body(UInt8(ascii: ",")) }
        // Characters that would need escaping are dropped from a name; the value is what matters.
        body(UInt8(ascii: "\""))
        member.name.utf8.filter { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }.forEach(body)
        body(UInt8(ascii: "\""))
        body(UInt8(ascii: ":"))
        write(member.value, in: bytes, body)
      }
      body(UInt8(ascii: "}"))
    }
  }
}
