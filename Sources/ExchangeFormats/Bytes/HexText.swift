// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Hexadecimal digits of either case, decoded into secret memory.
enum HexText {
  /// Decodes pairs of digits, skipping white space.
  ///
  /// - Returns: nil for any other character or an odd number of digits.
  static func decode(_ text: UnsafeRawBufferPointer) -> SharedSecret? {
    var count = 0
    for byte in text where !isSpace(byte) {
      guard value(byte) != nil else { return nil }
      count += 1
    }
    guard count % 2 == 0 else { return nil }
    var decoded = SecretBytes(byteCount: count / 2)
    decoded.withMutableBytes { decoded in
      var place = 0
      for byte in text {
        guard let value = value(byte) else { continue }
        decoded[place / 2] = decoded[place / 2] << 4 | value
        place += 1
      }
    }
    return SharedSecret(decoded)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
