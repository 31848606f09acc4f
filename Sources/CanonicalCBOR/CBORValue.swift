// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One data item of CBOR's generic data model (RFC 8949 §2).
///
/// Text is compared by its UTF-8 bytes, not by Unicode equivalence, because two spellings have two different encodings.
public indirect enum CBORValue: Sendable {
  /// Major type 0: an integer from 0 to 2^64 − 1.
  case unsigned(UInt64)
  /// Major type 1: the integer −1 − n for the given n.
  case negative(UInt64)
  /// Major type 2.
  case bytes([UInt8])
  /// Major type 3.
  case text(String)
  /// Major type 4.
  case array([CBORValue])
  /// Major type 5.
  case map(CBORMap)
  /// Major type 6: a tag number and the tagged item.
  case tagged(UInt64, CBORValue)
  /// Simple values 20 and 21.
  case boolean(Bool)
  /// Simple value 22.
  case null
  /// Simple value 23.
  case undefined
  /// A simple value without its own case.
  case simple(CBORSimple)
  /// A floating-point number, with the width of its encoding.
  case float(CBORFloat)

  /// Returns the integer item for a signed number.
  public static func integer(_ number: Int64) -> CBORValue {
    number >= 0 ? .unsigned(UInt64(number)) : .negative(UInt64(-1 - number))
  }
}

extension CBORValue {
  /// The number of an integer item; nil for another type or a number outside `Int64`.
  public var integerValue: Int64? {
    switch self {
    case .unsigned(let number): Int64(exactly: number)
    case .negative(let number): Int64(exactly: number).map { -1 - $0 }
    default: nil
    }
  }

  /// The content of a byte string; nil for another type.
  public var bytesValue: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }

  /// The content of a text string; nil for another type.
  public var textValue: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The elements of an array; nil for another type.
  public var arrayValue: [CBORValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The map; nil for another type.
  public var mapValue: CBORMap? {
    if case .map(let map) = self { map } else { nil }
  }

  /// The value of a boolean; nil for another type.
  public var booleanValue: Bool? {
    if case .boolean(let flag) = self { flag } else { nil }
  }
}

extension CBORValue: Hashable {
  /// Returns whether both are the same item of the data model. Text and floats are compared by their bits.
  public static func == (left: CBORValue, right: CBORValue) -> Bool {
    switch (left, right) {
    case (.unsigned(let a), .unsigned(let b)), (.negative(let a), .negative(let b)): a == b
    case (.bytes(let a), .bytes(let b)): a == b
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a == b
    case (.map(let a), .map(let b)): a == b
    case (.tagged(let a, let x), .tagged(let b, let y)): a == b && x == y
    case (.boolean(let a), .boolean(let b)): a == b
    case (.null, .null), (.undefined, .undefined): true
    case (.simple(let a), .simple(let b)): a == b
    case (.float(let a), .float(let b)): a == b
    default: false
    }
  }

  /// Hashes the item's CTAP2 canonical encoding, so that equal items have the same hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(CBOREncoder(profile: .ctap2).encode(self))
  }
}

extension CBORValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral {
  /// Creates an integer item.
  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }

  /// Creates a text string.
  public init(stringLiteral value: String) {
    self = .text(value)
  }

  /// Creates an array.
  public init(arrayLiteral elements: CBORValue...) {
    self = .array(elements)
  }

  /// Creates a boolean.
  public init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }
}

/// A simple value without its own case in ``CBORValue``: 0 to 19 or 32 to 255 (RFC 8949 §3.3).
public struct CBORSimple: Hashable, Sendable {
  /// The simple value's number.
  public let number: UInt8

  /// Creates a simple value; nil for 20 to 23, which have names, and 24 to 31, which no well-formed item contains.
  public init?(_ number: UInt8) {
    guard !(20...31).contains(number) else { return nil }
    self.number = number
  }
}
