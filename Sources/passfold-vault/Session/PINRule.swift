// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The form of a PIN: 6 to 12 digits, without the ones that a thief would try first.
enum PINRule {
  private static let lengths = 6...12

  /// Returns whether the typed text can be a PIN; every other text is a passphrase.
  static func mayBePIN(_ typed: borrowing SecretBytes) -> Bool {
    typed.withBytes { bytes in
      lengths.contains(bytes.count) && bytes.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
  }

  /// Returns whether a new PIN is allowed: digits that are all the same, or go up or down one by one, are not.
  static func isSuitable(_ pin: borrowing SecretBytes) -> Bool {
    guard mayBePIN(pin) else { return false }
    return pin.withBytes { bytes in
      let steps = Set(zip(bytes, bytes.dropFirst()).map { Int($1) - Int($0) })
      return steps.count > 1 || !steps.allSatisfy { (-1...1).contains($0) }
    }
  }
}
