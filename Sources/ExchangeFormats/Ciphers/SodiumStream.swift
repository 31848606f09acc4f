// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CSodium
import CredentialExchange
import SecretMemory

/// A message of libsodium's `secretstream` (XChaCha20 and Poly1305) under a key by its `pwhash` (Argon2id of one lane).
enum SodiumStream {
  /// The most memory that a file may ask for, 1 GiB.
  static let mostMemory = 1 << 30
  /// The most passes over it.
  static let mostPasses = 1024
  /// The most memory that all passes together may go over, 32 GiB.
  static let mostWork = 32 << 30

  /// The key that a passphrase stands for.
  ///
  /// - Parameters:
  ///   - salt: 16 bytes.
  ///   - memory: In bytes, at least 8192.
  ///   - passes: At least 1.
  /// - Throws: `overBounds` where more is asked for than is given, `malformed` for parameters that there are none of.
  static func key(
    passphrase: SharedSecret, salt: [UInt8], memory: Int, passes: Int
  ) throws(CredentialExchangeError) -> SharedSecret {
    guard salt.count == crypto_pwhash_saltbytes(), memory >= crypto_pwhash_memlimit_min(), passes >= 1 else {
      throw CredentialExchangeError(.malformed)
    }
    guard memory <= mostMemory, passes <= mostPasses, memory * passes <= mostWork else { throw CredentialExchangeError(.overBounds) }
    // Before this the library does not know what the processor can do.
    guard sodium_init() >= 0 else { throw CredentialExchangeError(.unsupportedVariant) }
    var key = SecretBytes(byteCount: crypto_secretstream_xchacha20poly1305_keybytes())
    let isDone = passphrase.withBytes { passphrase in
      key.withMutableBytes { key in
        guard let target = key.baseAddress, let text = passphrase.baseAddress else { return false }
        return crypto_pwhash(
          target, UInt64(key.count), text, UInt64(passphrase.count), salt, UInt64(passes), memory, crypto_pwhash_alg_argon2id13()) == 0
      }
    }
    // What is left to go wrong is that there is not so much memory.
    guard isDone else { throw CredentialExchangeError(.overBounds) }
    return SharedSecret(key)
  }

  /// The text of a stream's only message.
  ///
  /// - Parameters:
  ///   - header: The stream's beginning, 24 bytes.
  ///   - key: 32 bytes.
  /// - Throws: `notOpenable` for another key or a changed message, `malformed` for what has not the length of one.
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
