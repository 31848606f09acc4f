// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A value in JSON text, RFC 8259, whose texts stay where they are: a secret leaves the file only into memory for secrets.
package indirect enum JSONValue: Sendable {
  /// A member of an object.
  package struct Member: Sendable {
    /// Its name, decoded.
    package let name: String
    /// Its value.
    package let value: JSONValue
  }

  /// The word `null`.
  case null
  /// The word `true` or `false`.
  case boolean(Bool)
  /// Where the number stands.
  case number(Range<Int>)
  /// Where the text between the quotes stands.
  case text(Range<Int>)
  /// The elements in their order.
  case array([JSONValue])
  /// The members in the order of the text; no two have one name.
  case object([Member])

  /// The value of the member with a name, where this is an object that has it.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The elements, where this is an array.
  package var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// Whether this is an object.
  package var isObject: Bool { if case .object = self { true } else { false } }

  /// Whether this is `true` or `false`.
  package var isBoolean: Bool { if case .boolean = self { true } else { false } }
}
