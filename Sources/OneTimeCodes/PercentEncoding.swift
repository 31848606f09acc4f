// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Percent-encoding (RFC 3986 §2.1) over bytes that may be secret.
extension Slice<UnsafeRawBufferPointer> {
  /// Hands out the decoded bytes one by one; there are at most as many as encoded ones.
  ///
  /// - Throws: `invalidPercentEncoding` with the position inside this part.
  func percentDecode(_ part: String, plusIsSpace: Bool = false, _ body: (UInt8) -> Void) throws(OneTimeCodesError) {
    var rest = self[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
          throw OneTimeCodesError(.invalidPercentEncoding, parameter: part)
        }
        body(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: body(UInt8(ascii: " "))
      default: body(byte)
      }
    }
  }

  /// The decoded bytes as text for people.
  ///
  /// - Throws: `invalidPercentEncoding`, also for bytes that are not UTF-8; `controlCharacter`.
  func percentDecodedText(_ part: String, plusIsSpace: Bool = false) throws(OneTimeCodesError) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    try percentDecode(part, plusIsSpace: plusIsSpace) { bytes.append($0) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw OneTimeCodesError(.invalidPercentEncoding, parameter: part)
    }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw OneTimeCodesError(.controlCharacter, parameter: part)
    }
    return text
  }
}

extension String {
  /// The UTF-8 bytes with everything but RFC 3986's unreserved characters and `@` encoded.
  var percentEncoded: [UInt8] {
    utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): [byte]
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "@"): [byte]
      default: [UInt8(ascii: "%"), (byte >> 4).hexadecimalDigit, (byte & 0x0F).hexadecimalDigit]
      }
    }
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

  fileprivate var hexadecimalDigit: UInt8 {
    self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "A") + self - 10
  }
}
