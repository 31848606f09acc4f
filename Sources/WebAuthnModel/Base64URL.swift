// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Bytes that stand in JSON as base64url without padding (RFC 4648 §5; WebAuthn L3 §3, "Base64url Encoding").
public struct Base64URL: Hashable, Sendable {
  /// The bytes themselves.
  public var bytes: [UInt8]

  /// Wraps bytes.
  public init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// Reads the text form, or returns nil for padding, foreign characters, an impossible length or bits left over.
  public init?(parsing text: some StringProtocol) {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count / 4 * 3 + 2)
    var accumulator: UInt32 = 0
    var bitCount = 0
    for character in text.utf8 {
      guard let value = Self.value(of: character) else { return nil }
      accumulator = accumulator << 6 | UInt32(value)
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        output.append(UInt8(truncatingIfNeeded: accumulator >> UInt32(bitCount)))
      }
    }
    // One text per byte string: a lone character or set bits behind the last byte would make a second spelling.
    guard bitCount < 6, accumulator & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
    bytes = output
  }

  /// The text form.
  public var text: String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count / 3 * 4 + 3)
    var accumulator: UInt32 = 0
    var bitCount = 0
    for byte in bytes {
      accumulator = accumulator << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        output.append(Self.character(for: accumulator >> UInt32(bitCount)))
      }
    }
    if bitCount > 0 { output.append(Self.character(for: accumulator << UInt32(6 - bitCount))) }
    return String(decoding: output, as: UTF8.self)
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }

  private static func character(for bits: UInt32) -> UInt8 {
    let value = UInt8(bits & 0x3f)
    return switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "-")
    default: UInt8(ascii: "_")
    }
  }
}

extension Base64URL: Codable {
  /// Reads the text form; throws `DecodingError.dataCorrupted` for anything else.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = Base64URL(parsing: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not base64url without padding")
    }
    self = value
  }

  /// Writes the text form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
