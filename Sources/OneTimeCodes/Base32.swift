// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import SecretMemory

/// Base32 as people and services write one-time-code secrets (RFC 4648 §6), to and from locked memory.
///
/// Reading is strict about the alphabet and about length. Tolerated, because secrets are printed in groups and typed by hand: spaces and
/// dashes anywhere, lower case, padding with any number of `=` at the end, and unused bits of the last character that are not zero.
/// `0`, `1`, `8` and `9` are not in the alphabet; they are refused and never guessed to be `O`, `I` or `B`.
public enum Base32 {
  /// Reads a secret.
  ///
  /// - Throws: `missingSecret` for no characters at all, `secretNotBase32` with position and character, `secretIncomplete`.
  public static func decode(_ text: String) throws(OneTimeCodesError) -> SecretBytes {
    let characters = SecretBytes(copying: text.utf8)
    return try characters.withBytes { (bytes) throws(OneTimeCodesError) in try decode(bytes) }
  }

  /// Reads a secret from UTF-8 bytes, so that a secret that already sits in locked memory need not become a `String`.
  ///
  /// - Throws: As ``decode(_:)-(String)``.
  public static func decode(_ utf8: UnsafeRawBufferPointer) throws(OneTimeCodesError) -> SecretBytes {
    let symbolCount = try countSymbols(utf8)
    guard symbolCount > 0 else { throw OneTimeCodesError(.missingSecret, parameter: "secret") }
    guard ![1, 3, 6].contains(symbolCount % 8) else { throw OneTimeCodesError(.secretIncomplete, parameter: "secret") }
    var secret = SecretBytes(byteCount: symbolCount * 5 / 8)
    secret.withMutableBytes { output in
      var pending: UInt32 = 0
      var pendingBits = 0
      var written = 0
      for byte in utf8 {
        guard let value = value(of: byte) else { continue }
        pending = pending << 5 | UInt32(value)
        pendingBits += 5
        if pendingBits >= 8 {
          pendingBits -= 8
          output[written] = UInt8(truncatingIfNeeded: pending >> UInt32(pendingBits))
          written += 1
        }
      }
      pending = 0
    }
    return secret
  }

  /// Writes bytes in upper case without padding.
  public static func encode(_ bytes: UnsafeRawBufferPointer) -> SecretBytes {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    var text = SecretBytes(byteCount: (bytes.count * 8 + 4) / 5)
    text.withMutableBytes { output in
      for index in output.indices {
        let bit = index * 5
        let high = UInt16(bytes[bit / 8]) << 8
        let low = bit / 8 + 1 < bytes.count ? UInt16(bytes[bit / 8 + 1]) : 0
        output[index] = alphabet[Int((high | low) >> UInt16(11 - bit % 8) & 0x1F)]
      }
    }
    return text
  }

  /// Counts the characters of the alphabet and refuses any other character that is not tolerated.
  private static func countSymbols(_ utf8: UnsafeRawBufferPointer) throws(OneTimeCodesError) -> Int {
    var count = 0
    var position = 0
    var padded = false
    for (offset, byte) in utf8.enumerated() {
      switch byte {
      case _ where value(of: byte) != nil && !padded: count += 1
      case UInt8(ascii: "="): padded = true
      case UInt8(ascii: " "), UInt8(ascii: "-"), 0x09, 0x0A, 0x0D: break
      default:
        let character = String(decoding: utf8[offset..<min(offset + 4, utf8.count)], as: UTF8.self).first
        throw OneTimeCodesError(.secretNotBase32, position: position, character: character, parameter: "secret")
      }
      position += 1
    }
    return count
  }

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a")
    case UInt8(ascii: "2")...UInt8(ascii: "7"): byte - UInt8(ascii: "2") + 26
    default: nil
    }
  }
}
