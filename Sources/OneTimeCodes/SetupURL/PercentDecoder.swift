// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Returns the bytes of a part of a text one by one, with percent-encoding (RFC 3986 §2.1) decoded, and keeps track of their positions.
struct PercentDecoder {
  /// The escaping used in a part of a text.
  enum Encoding {
    /// Bytes are used unchanged.
    case none
    /// `%41` decodes to `A`.
    case percent
    /// Like `percent`, but `+` also decodes to a space, as in query values.
    case form
  }

  private var rest: TextPart
  private let encoding: Encoding
  private let parameter: String

  /// The offset in the whole text of the last byte returned.
  private(set) var offset: Int

  init(_ part: TextPart, _ encoding: Encoding, parameter: String) {
    rest = part
    self.encoding = encoding
    self.parameter = parameter
    offset = part.startIndex
  }

  /// Returns the next byte, or `nil` at the end.
  ///
  /// - Throws: `invalidPercentEncoding` if a percent sign is not followed by two hexadecimal digits.
  mutating func next() throws(OneTimeCodesError) -> UInt8? {
    offset = rest.startIndex
    guard let byte = rest.popFirst() else { return nil }
    switch byte {
    case UInt8(ascii: "%") where encoding != .none:
      guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
        throw OneTimeCodesError(.invalidPercentEncoding, at: offset, of: rest, character: "%", parameter: parameter)
      }
      return high << 4 | low
    case UInt8(ascii: "+") where encoding == .form: return UInt8(ascii: " ")
    default: return byte
    }
  }

  /// Returns the character that starts with the last byte returned, or U+FFFD if the bytes are not UTF-8.
  mutating func scalar(startingWith first: UInt8) throws(OneTimeCodesError) -> Unicode.Scalar {
    var bytes = [first]
    let start = offset
    while bytes.count < 4 {
      var ahead = self
      guard let byte = try ahead.next(), byte & 0xC0 == 0x80 else { break }
      bytes.append(byte)
      self = ahead
    }
    offset = start
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first ?? "\u{FFFD}"
  }

  /// Returns an error at the position of the last byte returned.
  func fault(_ code: OneTimeCodesError.Code, character: Character? = nil, suggestion: Character? = nil) -> OneTimeCodesError {
    OneTimeCodesError(code, at: offset, of: rest, character: character, suggestion: suggestion, parameter: parameter)
  }

  /// Returns the rest as display text, without surrounding spaces.
  ///
  /// - Throws: `invalidPercentEncoding`, including for bytes that are not UTF-8; `controlCharacter`; `tooLong` if the text exceeds
  ///   ``SetupURL/maximumTextByteCount``.
  consuming func text() throws(OneTimeCodesError) -> String {
    var decoder = self
    let start = decoder
    var bytes: [UInt8] = []
    while let byte = try decoder.next() {
      guard byte >= 0x20, byte != 0x7F, !(byte <= 0x9F && byte >= 0x80 && bytes.last == 0xC2) else {
        throw decoder.fault(.controlCharacter)
      }
      if byte != UInt8(ascii: " ") || !bytes.isEmpty { bytes.append(byte) }
    }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    guard bytes.count <= SetupURL.maximumTextByteCount else { throw start.fault(.tooLong) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw start.fault(.invalidPercentEncoding) }
    return text
  }
}

extension UInt8 {
  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
