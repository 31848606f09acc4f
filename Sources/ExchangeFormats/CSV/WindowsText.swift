// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Windows-1252 text as in the Encoding Standard (§9.1), which also covers ISO 8859-1.
enum WindowsText {
  // 0x80 to 0x9F; a byte without a character stands for the control character of the same number.
  private static let upper: [Unicode.Scalar] = [
    "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2C6}", "\u{2030}", "\u{160}",
    "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}", "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}",
    "\u{2013}", "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
  ]

  /// Whether bytes could be such a text: they contain only characters, tabs and line breaks.
  static func isOne(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.allSatisfy { byte in
      switch byte {
      case 0x09, 0x0A, 0x0D: true
      case 0x00...0x1F, 0x7F, 0x81, 0x8D, 0x8F, 0x90, 0x9D: false
      default: true
      }
    }
  }

  /// Returns the same text in UTF-8.
  static func utf8(of bytes: UnsafeRawBufferPointer) -> SharedSecret {
    SharedSecret.counted { (write: (UInt8) -> Void) in
      for byte in bytes {
        let scalar = 0x80...0x9F ~= byte ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte)
        for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { write(unit) }
      }
    }
  }
}
