// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CSodium
import CredentialExchange
import SecretMemory

/// A message of libsodium's `secretstream` (XChaCha20 and Poly1305) under a key from its `pwhash` (Argon2id with one lane).
enum SodiumStream {
  /// The maximum memory that a file may demand, 1 GiB.
  static let mostMemory = 1 << 30
  /// The maximum number of passes over it.
  static let mostPasses = 1024
  /// The maximum memory over all passes, 32 GiB.
  static let mostWork = 32 << 30

  /// Derives the key from a passphrase.
  ///
  /// - Parameters:
  ///   - salt: 16 bytes.
  ///   - memory: In bytes, at least 8192.
  ///   - passes: At least 1.
  /// - Throws: `overBounds` if the limits are exceeded, `malformed` for invalid parameters.
  static func key(
    passphrase: SharedSecret, salt: [UInt8], memory: Int, passes: Int
  ) throws(CredentialExchangeError) -> SharedSecret {
    guard salt.count == crypto_pwhash_saltbytes(), memory >= crypto_pwhash_memlimit_min(), passes >= 1 else {
      throw CredentialExchangeError(.malformed)
    }
    guard memory <= mostMemory, passes <= mostPasses, memory * passes <= mostWork else { throw CredentialExchangeError(.overBounds) }
    // This makes the library detect the processor's features.
    guard sodium_init() >= 0 else { throw CredentialExchangeError(.unsupportedVariant) }
    var key = SecretBytes(byteCount: crypto_secretstream_xchacha20poly1305_keybytes())
    let isDone = passphrase.withBytes { passphrase in
      key.withMutableBytes { key in
        guard let target = key.baseAddress, let text = passphrase.baseAddress else { return false }
        return crypto_pwhash(
          target, UInt64(key.count), text, UInt64(passphrase.count), salt, UInt64(passes), memory, crypto_pwhash_alg_argon2id13()) == 0
      }
    }
    // The only remaining cause of failure is too little memory.
    guard isDone else { throw CredentialExchangeError(.overBounds) }
    return SharedSecret(key)
  }

  /// Decrypts the only message of a stream.
  ///
  /// - Parameters:
  ///   - header: The start of the stream, 24 bytes.
  ///   - key: 32 bytes.
  /// - Throws: `notOpenable` for a wrong key or an altered message, `malformed` for a message of an impossible length.
  static func open(_ message: [UInt8], header: [UInt8], key: SharedSecret) throws(CredentialExchangeError) -> SharedSecret {
    let overhead = crypto_secretstream_xchacha20poly1305_abytes()
    guard message.count >= overhead, header.count == crypto_secretstream_xchacha20poly1305_headerbytes(),
      key.byteCount == crypto_secretstream_xchacha20poly1305_keybytes()
    else { throw CredentialExchangeError(.malformed) }
    var text = SecretBytes(byteCount: message.count - overhead)
    var state = crypto_secretstream_xchacha20poly1305_state()
    defer { withUnsafeMutableBytes(of: &state) { wipe($0) } }
    let hasBegun = key.withBytes { key in
      guard let key = key.baseAddress else { return false }
      return crypto_secretstream_xchacha20poly1305_init_pull(&state, header, key) == 0
    }
    let isOpen = text.withMutableBytes { text in
      guard hasBegun, let target = text.baseAddress else { return false }
      return crypto_secretstream_xchacha20poly1305_pull(&state, target, nil, nil, message, UInt64(message.count), nil, 0) == 0
    }
    guard isOpen else { throw CredentialExchangeError(.notOpenable) }
    return SharedSecret(text)
  }
}
