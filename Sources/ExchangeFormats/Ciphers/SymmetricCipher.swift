// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGcrypt
import CredentialExchange
import SecretMemory

/// A cipher in progress, which changes bytes in place.
struct SymmetricCipher: ~Copyable {
  /// The ciphers.
  enum Algorithm: Hashable, Sendable {
    /// AES with a key of 32 bytes in CBC mode; whole blocks only.
    case aesCBC
    /// Twofish with a key of 32 bytes in CBC mode; whole blocks only.
    case twofishCBC
    /// ChaCha20 (RFC 8439 §2.4), starting at block 0.
    case chaCha20
    /// Salsa20 with a key of 32 bytes, starting at block 0.
    case salsa20
    /// AES with a key of 32 bytes, applied repeatedly to the block passed as the nonce.
    case aesIterated
    /// AES with a key of 16, 24 or 32 bytes in CFB mode, as in OpenPGP (RFC 9580 §12.9); any number of bytes.
    case aesCFB

    /// The length in bytes of the nonce or initialisation vector.
    var nonceByteCount: Int {
      switch self {
      case .aesCBC, .twofishCBC, .aesIterated, .aesCFB: 16
      case .chaCha20: 12
      case .salsa20: 8
      }
    }

    /// Whether the plain text is padded to whole blocks (RFC 5652 §6.3).
    var isPadded: Bool { self == .aesCBC || self == .twofishCBC }

    fileprivate func parameters(keyByteCount: Int) -> (gcry_cipher_algos, gcry_cipher_modes, gcry_cipher_flags) {
      let none = gcry_cipher_flags(rawValue: 0)
      return switch self {
      case .aesCBC: (GCRY_CIPHER_AES256, GCRY_CIPHER_MODE_CBC, none)
      case .twofishCBC: (GCRY_CIPHER_TWOFISH, GCRY_CIPHER_MODE_CBC, none)
      case .chaCha20: (GCRY_CIPHER_CHACHA20, GCRY_CIPHER_MODE_STREAM, none)
      case .salsa20: (GCRY_CIPHER_SALSA20, GCRY_CIPHER_MODE_STREAM, none)
      // CBC over zeros applies the cipher to its own last result.
      case .aesIterated: (GCRY_CIPHER_AES256, GCRY_CIPHER_MODE_CBC, GCRY_CIPHER_CBC_MAC)
      case .aesCFB:
        (keyByteCount == 16 ? GCRY_CIPHER_AES : keyByteCount == 24 ? GCRY_CIPHER_AES192 : GCRY_CIPHER_AES256, GCRY_CIPHER_MODE_CFB, none)
      }
    }
  }

  private let handle: gcry_cipher_hd_t

  /// Sets up a cipher.
  ///
  /// - Throws: `malformed` for a key or a nonce of the wrong length, `unsupportedVariant` if the library cannot be used.
  init(_ algorithm: Algorithm, key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
    guard CipherLibrary.isReady else { throw CredentialExchangeError(.unsupportedVariant) }
    guard key.count == 32 || algorithm == .aesCFB && [16, 24].contains(key.count), nonce.count == algorithm.nonceByteCount else {
      throw CredentialExchangeError(.malformed)
    }
    let (cipher, mode, flags) = algorithm.parameters(keyByteCount: key.count)
    var opened: gcry_cipher_hd_t?
    guard gcry_cipher_open(&opened, Int32(cipher.rawValue), Int32(mode.rawValue), flags.rawValue) == 0, let opened else {
      throw CredentialExchangeError(.unsupportedVariant)
    }
    guard gcry_cipher_setkey(opened, key.baseAddress, key.count) == 0, gcry_cipher_setiv(opened, nonce.baseAddress, nonce.count) == 0
    else {
      gcry_cipher_close(opened)
      throw CredentialExchangeError(.malformed)
    }
    handle = opened
  }

  deinit { gcry_cipher_close(handle) }

  /// Decrypts bytes in place; the next call continues after them.
  mutating func decrypt(_ bytes: UnsafeMutableRawBufferPointer) throws(CredentialExchangeError) {
    guard bytes.isEmpty || gcry_cipher_decrypt(handle, bytes.baseAddress, bytes.count, nil, 0) == 0 else {
      throw CredentialExchangeError(.malformed)
    }
  }

  /// Encrypts bytes in place; the next call continues after them.
  mutating func encrypt(_ bytes: UnsafeMutableRawBufferPointer) throws(CredentialExchangeError) {
    guard bytes.isEmpty || gcry_cipher_encrypt(handle, bytes.baseAddress, bytes.count, nil, 0) == 0 else {
      throw CredentialExchangeError(.malformed)
    }
  }

  /// Encrypts one buffer into another; ``Algorithm/aesIterated`` writes only the last block.
  mutating func encrypt(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws(CredentialExchangeError) {
    guard gcry_cipher_encrypt(handle, target.baseAddress, target.count, source.baseAddress, source.count) == 0 else {
      throw CredentialExchangeError(.malformed)
    }
  }
}
