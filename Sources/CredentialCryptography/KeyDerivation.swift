// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import SecretMemory

/// HKDF, HMAC and hash calls that keep keys in secret memory.
enum KeyDerivation {
  /// Derives a key with HKDF-SHA256, using the label as its info (RFC 5869); no salt means 32 zero bytes.
  static func derive(_ label: [UInt8], from key: borrowing SecretBytes, salt: [UInt8] = [], byteCount: Int = 32) -> SecretBytes {
    let derived = key.withBytes { key in
      HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(data: key), salt: salt, info: label, outputByteCount: byteCount)
    }
    var secret = SecretBytes(byteCount: byteCount)
    derived.withUnsafeBytes { source in
      secret.withMutableBytes { target in target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source.prefix(target.count))) }
    }
    return secret
  }

  /// Returns the first 16 bytes of HMAC-SHA256.
  static func commitment(_ message: [UInt8], key: UnsafeRawBufferPointer) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)).prefix(16))
  }

  /// Returns the SHA-256 hash of bytes in secret memory.
  static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var hash = SHA256()
    hash.update(bufferPointer: bytes)
    return Array(hash.finalize())
  }

  /// Returns the SHA-256 hash of the parts in order.
  static func hash(_ parts: [UInt8]...) -> [UInt8] {
    var hash = SHA256()
    for part in parts { hash.update(data: part) }
    return Array(hash.finalize())
  }
}
