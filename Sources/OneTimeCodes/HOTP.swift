// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import SecretMemory

extension OneTimeCodeParameters {
  /// The code for one value of the moving factor (RFC 4226 §5.3).
  public func text(forStep step: UInt64) -> String {
    // Step 1: the HMAC over the moving factor as eight bytes, most significant first.
    let key = secret.withBytes { SymmetricKey(data: $0) }
    let value = withUnsafeBytes(of: step.bigEndian) { message in
      switch algorithm {
      case .sha1: truncate(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key))
      case .sha256: truncate(HMAC<SHA256>.authenticationCode(for: message, using: key))
      case .sha512: truncate(HMAC<SHA512>.authenticationCode(for: message, using: key))
      }
    }
    return form == .steam ? steamText(value) : decimalText(value)
  }

  /// Step 2: dynamic truncation: four bytes from the offset that the last byte's low half names, without the sign bit.
  private func truncate(_ mac: HashedAuthenticationCode<some HashFunction>) -> UInt32 {
    mac.withUnsafeBytes { bytes in
      let offset = Int((bytes.last ?? 0) & 0x0F)
      return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    }
  }

  /// Step 3: the value modulo 10^digits, with leading zeros.
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
    let alphabet = Array("23456789BCDFGHJKMNPQRTVWXY".utf8)
    var rest = value
    return String(unsafeUninitializedCapacity: digits) { characters in
      for index in 0..<digits {
        characters[index] = alphabet[Int(rest % 26)]
        rest /= 26
      }
      return digits
    }
  }
}
