// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Bytes that JSON represents as base64url without padding (RFC 4648 §5; WebAuthn L3 §3, "Base64url Encoding").
public struct Base64URL: Hashable, Sendable {
  /// The decoded bytes.
  public var bytes: [UInt8]

  /// Creates a value from bytes.
  public init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// Reads the text form; nil for padding, characters outside the alphabet, an impossible length or nonzero unused bits.
  public init?(parsing text: some StringProtocol) {
    guard let bytes = Self.decode(text.utf8, .forURLs) else { return nil }
    self.bytes = bytes
  }

  /// Returns the bytes of an unpadded text in the given alphabet, or nil if it is invalid.
  static func decode(_ text: some Collection<UInt8>, _ alphabet: Alphabet) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(text.count / 4 * 3 + 2)
    var accumulator: UInt32 = 0
    var bitCount: UInt32 = 0
    for character in text {
      let value = alphabet.values[Int(character)]
      guard value < 64 else { return nil }
      accumulator = accumulator << 6 | UInt32(value)
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        output.append(UInt8(truncatingIfNeeded: accumulator >> bitCount))
      }
    }
    // Each byte string has exactly one text: a lone character or set unused bits would allow a second spelling.
    guard bitCount < 6, accumulator & (1 << bitCount - 1) == 0 else { return nil }
    return output
  }

  /// The text, without padding.
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

  /// The characters for the values 0 to 63.
  struct Alphabet: Sendable {
    /// The base64url alphabet (RFC 4648 §5).
    static let forURLs = Alphabet(last: "-", "_")
    /// The base64 alphabet (RFC 4648 §4).
    static let usual = Alphabet(last: "+", "/")

    /// The value of each byte; 255 if it is not in the alphabet.
    let values: [UInt8]

    private init(last plus: Unicode.Scalar, _ slash: Unicode.Scalar) {
      var values = [UInt8](repeating: .max, count: 256)
      let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
      for (value, character) in (letters + [UInt8(ascii: plus), UInt8(ascii: slash)]).enumerated() { values[Int(character)] = UInt8(value) }
      self.values = values
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
