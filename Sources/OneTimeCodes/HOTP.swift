// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import SecretMemory

extension OneTimeCodeParameters {
  /// The code for one value of the moving factor (RFC 4226 §5.3).
  public func text(forStep step: UInt64) -> String {
    // Step 1: the HMAC over the moving factor as eight bytes, most significant first.
    let value = withUnsafeBytes(of: step.bigEndian) { message in
      secret.withBytes { key in
        switch algorithm {
        case .sha1: truncate(SecretHMAC<Insecure.SHA1>.authenticationCode(for: message, key: key))
        case .sha256: truncate(SecretHMAC<SHA256>.authenticationCode(for: message, key: key))
        case .sha512: truncate(SecretHMAC<SHA512>.authenticationCode(for: message, key: key))
        }
      }
    }
    return form == .steam ? steamText(value) : decimalText(value)
  }

  /// Step 2: dynamic truncation: four bytes from the offset given by the last byte's low half, without the sign bit.
  private func truncate(_ mac: some Digest) -> UInt32 {
    mac.withUnsafeBytes { bytes in
      let offset = Int((bytes.last ?? 0) & 0x0F)
      // The shortest hash has 20 bytes, and the offset is at most 15.
      return UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) & 0x7FFF_FFFF
    }
  }

  /// Step 3: the value modulo 10^digits, with leading zeros. With ten digits, the value itself.
  private func decimalText(_ value: UInt32) -> String {
    var rest = value
    return String(unsafeUninitializedCapacity: digits) { characters in
      for index in (0..<digits).reversed() {
        characters[index] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
      return digits
    }
  }

  /// Steam's step 3: five digits in base 26, least significant first, in an alphabet without look-alikes.
  private func steamText(_ value: UInt32) -> String {
    var rest = value
    return String(unsafeUninitializedCapacity: digits) { characters in
      for index in 0..<digits {
        characters[index] = Self.steamAlphabet[Int(rest % 26)]
        rest /= 26
      }
      return digits
    }
  }

  private static let steamAlphabet = Array("23456789BCDFGHJKMNPQRTVWXY".utf8)
}
