// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Base64 (RFC 4648 §4 and §5) whose bytes are a secret.
enum Base64Secret {
  /// The bytes that a text stands for, of either alphabet, with or without padding, line breaks aside; nil for what is none.
  static func decode(_ text: UnsafeRawBufferPointer) -> SharedSecret? {
    let digits = text.prefix { $0 != UInt8(ascii: "=") }
    let padding = text[digits.endIndex...]
    guard padding.allSatisfy({ $0 == UInt8(ascii: "=") || isBreak($0) }), padding.filter({ $0 == UInt8(ascii: "=") }).count <= 2 else {
      return nil
    }
    var count = 0
    for byte in digits where !isBreak(byte) {
      guard value(byte) != nil else { return nil }
      count += 1
    }
    guard count % 4 != 1 else { return nil }
    var secret = SecretBytes(byteCount: count * 3 / 4)
    secret.withMutableBytes { target in
      var (bits, bitCount, place): (UInt32, Int, Int) = (0, 0, 0)
      for byte in digits {
        guard let value = value(byte) else { continue }
        bits = bits << 6 | UInt32(value)
        bitCount += 6
        guard bitCount >= 8, place < target.count else { continue }
        bitCount -= 8
        target[place] = UInt8(truncatingIfNeeded: bits >> UInt32(bitCount))
        bits &= (1 << UInt32(bitCount)) - 1
        place += 1
      }
    }
    return SharedSecret(secret)
  }

  private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
