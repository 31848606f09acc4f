// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// RK: 256 random bits on paper, a member of the account like a device.
package struct RecoveryKey: Sendable {
  private static let byteCount = 32
  private static let bodyCharacterCount = 52
  private static let checkCharacterCount = 4
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  private let secret: SharedSecret
  /// The keys that the recovery key stands for.
  package let memberKeys: MemberKeys

  private init(secret: SharedSecret) throws(CredentialCryptographyError) {
    self.secret = secret
    memberKeys = try MemberKeys(
      signingSeed: SharedSecret(KeyDerivation.derive(Label.recoverySigning, from: secret.copy())),
      keyAgreementSeed: SharedSecret(KeyDerivation.derive(Label.recoveryKeyAgreement, from: secret.copy())))
  }

  /// Generates a recovery key.
  package static func generate(using generator: inout some RandomNumberGenerator) throws(CredentialCryptographyError) -> RecoveryKey {
    try RecoveryKey(secret: SharedSecret(SecretBytes.random(byteCount: byteCount, using: &generator)))
  }

  /// Reads the key as a person types it: case, spaces and hyphens do not matter.
  /// - Throws: `recoveryKeyMistyped` when length, an alphabet character or the check characters are wrong.
  package init(text: borrowing SecretBytes) throws(CredentialCryptographyError) {
    var symbols = SecretBytes(byteCount: Self.bodyCharacterCount + Self.checkCharacterCount)
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
    guard complete else { throw CredentialCryptographyError(.recoveryKeyMistyped) }
    var secret = SecretBytes(byteCount: Self.byteCount)
    let remainder = symbols.withBytes { symbols in
      secret.withMutableBytes { secret in Self.join(symbols.prefix(Self.bodyCharacterCount), into: secret) }
    }
    let check = Self.checkSymbols(of: secret)
    let checks = symbols.withBytes { constantTimeEquals(Array($0.suffix(Self.checkCharacterCount)), check) }
    // The last body character carries four bits beyond the key; a second spelling of one key is a typing error.
    guard checks, remainder == 0 else { throw CredentialCryptographyError(.recoveryKeyMistyped) }
    try self.init(secret: SharedSecret(secret))
  }

  /// The key for paper: 52 Base32 characters and 4 check characters, in 14 groups of four between hyphens, ASCII.
  package func text() -> SecretBytes {
    var text = SecretBytes(byteCount: (Self.bodyCharacterCount + Self.checkCharacterCount) / 4 * 5 - 1)
    let check = Self.checkSymbols(of: secret.copy())
    secret.withBytes { secret in
      text.withMutableBytes { text in
        for index in 0..<(Self.bodyCharacterCount + Self.checkCharacterCount) {
          let symbol = index < Self.bodyCharacterCount ? Self.symbol(index, of: secret) : check[index - Self.bodyCharacterCount]
          text[index / 4 * 5 + index % 4] = Self.alphabet[Int(symbol)]
          if index % 4 == 3, index / 4 * 5 + 4 < text.count { text[index / 4 * 5 + 4] = UInt8(ascii: "-") }
        }
      }
    }
    return text
  }

  /// The first 20 bits of a labelled hash, as four 5-bit symbols.
  private static func checkSymbols(of secret: borrowing SecretBytes) -> [UInt8] {
    // HKDF stands in for a bare hash, so that the key never lies in an array outside secret memory.
    let hash = KeyDerivation.derive(Label.recoveryCheck, from: secret, byteCount: 4)
    return hash.withBytes { bytes in (0..<checkCharacterCount).map { symbol($0, of: bytes) } }
  }

  /// The `index`-th group of five bits, zero bits behind the end.
  private static func symbol(_ index: Int, of bytes: UnsafeRawBufferPointer) -> UInt8 {
    let bit = index * 5
    let high = UInt16(bytes[bit / 8]) << 8
    let low = bit / 8 + 1 < bytes.count ? UInt16(bytes[bit / 8 + 1]) : 0
    return UInt8(truncatingIfNeeded: (high | low) >> UInt16(11 - bit % 8)) & 0x1F
  }

  /// Joins 5-bit symbols into bytes and returns the bits that are left over.
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

extension RecoveryKey {
  /// The recovery key's place among the members: the hash of its public keys.
  package var identifier: DeviceIdentifier { Self.identifier(of: memberKeys.publicKeys) }

  static func identifier(of keys: MemberPublicKeys) -> DeviceIdentifier {
    Identifier(trusted: Array(KeyDerivation.hash(Label.recoveryIdentifier, keys.signing, keys.keyAgreement).prefix(16)))
  }
}
