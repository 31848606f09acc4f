// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// Appends text with everything percent-encoded except RFC 3986's unreserved characters and `@`.
  mutating func appendPercentEncoded(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "@"):
        append(byte)
      default:
        append(UInt8(ascii: "%"))
        append((byte >> 4).hexadecimalDigit)
        append((byte & 0x0F).hexadecimalDigit)
      }
    }
  }
}

extension UInt8 {
  fileprivate var hexadecimalDigit: UInt8 {
    self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "A") + self - 10
  }
}
