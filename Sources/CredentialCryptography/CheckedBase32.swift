// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A secret to be copied by hand: Base32 characters (RFC 4648 §6) and 4 check characters, in groups separated by hyphens.
struct CheckedBase32 {
  private static let checkCharacterCount = 4
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  /// The secret's length in bytes.
  let byteCount: Int
  /// The number of characters between two hyphens.
  let groupLength: Int
  /// The label for deriving the check characters, so that one kind of text is never mistaken for another.
  let checkLabel: [UInt8]

  private var bodyCharacterCount: Int { (byteCount * 8 + 4) / 5 }
  private var characterCount: Int { bodyCharacterCount + Self.checkCharacterCount }

  /// Reads typed text, ignoring case, spaces and hyphens; nil for a wrong length, character or check.
  func read(_ text: borrowing SecretBytes) -> SecretBytes? {
    var symbols = SecretBytes(byteCount: characterCount)
    let complete = text.withBytes { text in
      symbols.withMutableBytes { symbols in
        var count = 0
        for byte in text where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "-") {
          guard let value = Self.value(of: byte), count < symbols.count else { return false }
          symbols[count] = value
          count += 1
        }
        return count == symbols.count
      }
    }
    guard complete else { return nil }
    var secret = SecretBytes(byteCount: byteCount)
    let remainder = symbols.withBytes { symbols in
      secret.withMutableBytes { secret in Self.join(symbols.prefix(bodyCharacterCount), into: secret) }
    }
    let check = checkSymbols(of: secret)
    let checks = symbols.withBytes { constantTimeEquals(Array($0.suffix(Self.checkCharacterCount)), check) }
    // The last body character has bits beyond the secret. A second spelling of a secret counts as a typing error.
    guard checks, remainder == 0 else { return nil }
    return secret
  }

  /// Returns the text in ASCII.
  func text(of secret: borrowing SecretBytes) -> SecretBytes {
    let hyphenCount = (characterCount - 1) / groupLength
    var text = SecretBytes(byteCount: characterCount + hyphenCount)
    let check = checkSymbols(of: secret)
    secret.withBytes { secret in
      text.withMutableBytes { text in
        for index in 0..<characterCount {
          let symbol = index < bodyCharacterCount ? Self.symbol(index, of: secret) : check[index - bodyCharacterCount]
          let place = index + index / groupLength
          text[place] = Self.alphabet[Int(symbol)]
          if index % groupLength == groupLength - 1, place + 1 < text.count { text[place + 1] = UInt8(ascii: "-") }
        }
      }
    }
    return text
  }

  /// Returns the first 20 bits of a labelled hash as four 5-bit symbols.
  private func checkSymbols(of secret: borrowing SecretBytes) -> [UInt8] {
    // HKDF instead of a plain hash, so that the secret is never in an array outside secret memory.
    let hash = KeyDerivation.derive(checkLabel, from: secret, byteCount: 4)
    return hash.withBytes { bytes in (0..<Self.checkCharacterCount).map { Self.symbol($0, of: bytes) } }
  }

  /// Returns the `index`-th group of five bits, with zero bits after the end.
  private static func symbol(_ index: Int, of bytes: UnsafeRawBufferPointer) -> UInt8 {
    let bit = index * 5
    let high = UInt16(bytes[bit / 8]) << 8
    let low = bit / 8 + 1 < bytes.count ? UInt16(bytes[bit / 8 + 1]) : 0
    return UInt8(truncatingIfNeeded: (high | low) >> UInt16(11 - bit % 8)) & 0x1F
  }

  /// Joins 5-bit symbols into bytes and returns the remaining bits.
  private static func join(_ symbols: some Sequence<UInt8>, into bytes: UnsafeMutableRawBufferPointer) -> UInt16 {
    var pending: UInt16 = 0
    var pendingBits: UInt16 = 0
    var count = 0
    for symbol in symbols {
      pending = pending << 5 | UInt16(symbol)
      pendingBits += 5
      if pendingBits >= 8 {
        pendingBits -= 8
        bytes[count] = UInt8(truncatingIfNeeded: pending >> pendingBits)
        count += 1
        pending &= (1 << pendingBits) - 1
      }
    }
    return pending
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
