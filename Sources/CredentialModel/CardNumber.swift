// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// Functions on a card's number: its stored form, and its check digit (ISO/IEC 7812-1).
package enum CardNumber {
  /// Returns the stored form of a number: without spaces and hyphens if the rest is digits, and otherwise as typed.
  package static func normalized(_ typed: SharedSecret) -> SharedSecret {
    typed.withBytes { bytes in
      guard let count = digitCount(bytes) else { return SharedSecret(copying: bytes) }
      var digits = SecretBytes(byteCount: count)
      digits.withMutableBytes { target in
        var position = 0
        for byte in bytes where isDigit(byte) {
          target[position] = byte
          position += 1
        }
      }
      return SharedSecret(digits)
    }
  }

  /// Whether the last digit matches the others by the Luhn algorithm (ISO/IEC 7812-1 annex B), as for every card of the known brands.
  package static func passesCheck(_ number: SharedSecret) -> Bool {
    number.withBytes { bytes in
      guard let count = digitCount(bytes), count > 1 else { return false }
      var (sum, place) = (0, count)
      for byte in bytes where isDigit(byte) {
        let digit = Int(byte - UInt8(ascii: "0"))
        // Every second digit from the right counts double; the check digit counts once.
        let weighed = place % 2 == 0 ? digit * 2 : digit
        sum += weighed > 9 ? weighed - 9 : weighed
        place -= 1
      }
      return sum % 10 == 0
    }
  }

  /// Returns the number of digits; nil if there are none, or if there are characters other than digits, spaces and hyphens.
  private static func digitCount(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var count = 0
    for byte in bytes {
      if isDigit(byte) { count += 1 } else if byte != UInt8(ascii: " "), byte != UInt8(ascii: "-") { return nil }
    }
    return count > 0 ? count : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
