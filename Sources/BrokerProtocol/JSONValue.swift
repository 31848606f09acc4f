// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A JSON value passed on unchanged, for the dictionaries that the WebAuthn specification defines.
package enum JSONValue: Codable, Hashable, Sendable {
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number, as a 64-bit binary one: integers above 2⁵³ lose digits.
  case number(Double)
  /// A string without its quotes and escapes.
  case text(String)
  /// An array of values in their order.
  case array([JSONValue])
  /// An object of values by their names, whose order is not kept.
  case object([String: JSONValue])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .number(let value):
      // Whole numbers are encoded as integers, as COSE algorithm numbers and time-outs require.
      if let whole = Int(exactly: value) { try container.encode(whole) } else { try container.encode(value) }
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
