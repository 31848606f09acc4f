// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A value in JSON text (RFC 8259). Its texts stay in the file: secrets are copied only into secret memory.
package indirect enum JSONValue: Sendable {
  /// A member of an object.
  package struct Member: Sendable {
    /// The decoded name.
    package let name: String
    /// The value.
    package let value: JSONValue
  }

  /// The word `null`.
  case null
  /// The word `true` or `false`.
  case boolean(Bool)
  /// The range of a number.
  case number(Range<Int>)
  /// The range of a text, without its quotes.
  case text(Range<Int>)
  /// The elements in order.
  case array([JSONValue])
  /// The members in the order of the text; their names are unique.
  case object([Member])

  /// The value of a member, if this is an object that has it.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The elements, if this is an array.
  package var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// Whether this is an object.
  package var isObject: Bool { if case .object = self { true } else { false } }

  /// Whether this is `true` or `false`.
  package var isBoolean: Bool { if case .boolean = self { true } else { false } }
}
