// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Base64 (RFC 4648 §4 and §5) of bytes that may be a secret, in memory for secrets on both sides.
enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The bytes of a text of either alphabet, with or without padding; nil for what is none.
  static func bytes(of text: SharedSecret) -> SharedSecret? { text.withBytes(bytes) }

  /// The bytes of a text of either alphabet, with or without padding; nil for what is none.
  static func bytes(of text: UnsafeRawBufferPointer) -> SharedSecret? {
    var end = text.count
    while end > 0, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    guard end % 4 != 1, text.count - end < 3 else { return nil }
    var bytes = SecretBytes(byteCount: end * 3 / 4)
    let isSound = bytes.withMutableBytes { target in
      var (pending, bits, place): (UInt32, UInt32, Int) = (0, 0, 0)
      for byte in text[..<end] {
        guard let value = value(of: byte) else { return false }
        (pending, bits) = (pending << 6 | value, bits + 6)
        guard bits >= 8 else { continue }
        bits -= 8
        target[place] = UInt8(truncatingIfNeeded: pending >> bits)
        place += 1
      }
      return true
    }
    return isSound ? SharedSecret(bytes) : nil
  }

  /// The text of bytes in the alphabet for URLs, without padding.
  static func text(of bytes: SharedSecret) -> SharedSecret {
    bytes.withBytes { source in
      var text = SecretBytes(byteCount: (source.count * 8 + 5) / 6)
      text.withMutableBytes { target in
        for index in target.indices {
          let bit = index * 6
          let high = UInt16(source[bit / 8]) << 8
          let low = bit / 8 + 1 < source.count ? UInt16(source[bit / 8 + 1]) : 0
          target[index] = alphabet[Int((high | low) >> UInt16(10 - bit % 8) & 0x3F)]
        }
      }
      return SharedSecret(text)
    }
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"), UInt8(ascii: "+"): 62
    case UInt8(ascii: "_"), UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
