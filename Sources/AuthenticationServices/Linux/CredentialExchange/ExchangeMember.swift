// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The name of a member in the JSON of FIDO's Credential Exchange Format 1.0, with the format's encodings of values.
struct ExchangeMember: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringLiteral name: String) { stringValue = name }
  init(stringValue name: String) { stringValue = name }
  init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer where Key == ExchangeMember {
  /// Decodes bytes, which are base64url.
  ///
  /// - Throws: `DecodingError` if the member is missing or invalid.
  func bytes(_ member: Key) throws -> Data {
    guard let data = ExchangeBytes.data(of: try decode(String.self, forKey: member)) else {
      throw DecodingError.dataCorruptedError(forKey: member, in: self, debugDescription: "no base64url")
    }
    return data
  }

  /// Decodes optional bytes.
  func bytesIfPresent(_ member: Key) throws -> Data? { try contains(member) && !decodeNil(forKey: member) ? bytes(member) : nil }

  /// Decodes an optional date, in seconds since 1970.
  func dateIfPresent(_ member: Key) throws -> Date? {
    try decodeIfPresent(Int64.self, forKey: member).map { Date(timeIntervalSince1970: TimeInterval($0)) }
  }

  /// Decodes a text; empty if it is missing.
  func text(_ member: Key) throws -> String { try decodeIfPresent(String.self, forKey: member) ?? "" }

  /// Decodes a list; empty if it is missing.
  func list<Element: Decodable>(_ member: Key, of type: Element.Type = Element.self) throws -> [Element] {
    try decodeIfPresent([Element].self, forKey: member) ?? []
  }
}

extension KeyedEncodingContainer where Key == ExchangeMember {
  /// Encodes bytes as base64url.
  mutating func write(_ data: Data, _ member: Key) throws { try encode(ExchangeBytes.text(of: data), forKey: member) }

  /// Encodes optional bytes.
  mutating func write(_ data: Data?, _ member: Key) throws { if let data { try write(data, member) } }

  /// Encodes a date in whole seconds since 1970. A date outside that range is left out.
  mutating func write(_ date: Date?, _ member: Key) throws {
    try encodeIfPresent(date.flatMap { Int64(exactly: $0.timeIntervalSince1970.rounded(.down)) }, forKey: member)
  }
}

/// Bytes as base64url without padding (RFC 4648 §5).
enum ExchangeBytes {
  static func text(of data: Data) -> String {
    String(
      decoding: data.base64EncodedData().lazy.filter { $0 != UInt8(ascii: "=") }.map { byte in
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: byte
        }
      }, as: UTF8.self)
  }

  /// Decodes bytes, with or without padding; nil for an invalid text.
  static func data(of text: String) -> Data? {
    var usual: [UInt8] = []
    usual.reserveCapacity(text.utf8.count + 3)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"): usual.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): usual.append(UInt8(ascii: "/"))
      case UInt8(ascii: "="): break
      default: usual.append(byte)
      }
    }
    usual += [UInt8](repeating: UInt8(ascii: "="), count: (4 - usual.count % 4) % 4)
    return Data(base64Encoded: Data(usual))
  }
}
