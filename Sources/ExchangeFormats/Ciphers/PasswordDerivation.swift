// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import CryptoExtras
import FoundationEssentials
import SecretMemory

import class SecretMemory.SharedSecret

/// Derives keys from passphrases with PBKDF2 (RFC 8018 §5.2) and scrypt (RFC 7914), with limits on the cost that a file may demand.
enum PasswordDerivation {
  /// The maximum number of PBKDF2 rounds: some ten seconds on a small machine.
  static let mostRounds = 20_000_000
  /// The maximum memory for scrypt, 1 GiB.
  static let mostMemory = 1 << 30
  /// The maximum memory over all lanes of scrypt, 4 GiB.
  static let mostWork = 4 << 30
  static let longestSalt = 1024

  /// The hash function for PBKDF2's HMAC.
  enum Hash {
    case sha1, sha256, sha512
  }

  /// Derives a key of 32 bytes with PBKDF2.
  ///
  /// - Throws: `overBounds` if the limits are exceeded, `malformed` for less than one round.
  static func pbkdf2(
    _ hash: Hash, passphrase: SharedSecret, salt: [UInt8], rounds: Int
  ) throws(CredentialExchangeError) -> SharedSecret {
    guard rounds >= 1 else { throw CredentialExchangeError(.malformed) }
    guard rounds <= mostRounds, salt.count <= longestSalt else { throw CredentialExchangeError(.overBounds) }
    let function: KDF.Insecure.PBKDF2.HashFunction =
      switch hash {
      case .sha1: .insecureSHA1
      case .sha256: .sha256
      case .sha512: .sha512
      }
    let key = passphrase.withBytes { passphrase in
      try? KDF.Insecure.PBKDF2.deriveKey(
        from: passphrase, salt: salt, using: function, outputByteCount: 32, unsafeUncheckedRounds: rounds)
    }
    guard let key else { throw CredentialExchangeError(.malformed) }
    return key.withUnsafeBytes { SharedSecret(copying: $0) }
  }

  /// Derives a key of 32 bytes with scrypt.
  ///
  /// - Parameters:
  ///   - cost: N, a power of two.
  ///   - blockSize: r.
  ///   - lanes: p.
  /// - Throws: `overBounds` if the limits are exceeded, `malformed` for invalid parameters.
  static func scrypt(
    passphrase: SharedSecret, salt: [UInt8], cost: Int, blockSize: Int, lanes: Int
  ) throws(CredentialExchangeError) -> SharedSecret {
    guard cost > 1, cost & (cost - 1) == 0, blockSize >= 1, lanes >= 1 else { throw CredentialExchangeError(.malformed) }
    guard cost <= mostMemory, blockSize <= mostMemory, lanes <= 1024, salt.count <= longestSalt,
      128 * cost * blockSize <= mostMemory, 128 * cost * blockSize * lanes <= mostWork
    else { throw CredentialExchangeError(.overBounds) }
    let key = passphrase.withBytes { passphrase in
      try? KDF.Scrypt.deriveKey(
        from: passphrase, salt: salt, outputByteCount: 32, rounds: cost, blockSize: blockSize, parallelism: lanes,
        maxMemory: 2 * mostMemory)
    }
    guard let key else { throw CredentialExchangeError(.malformed) }
    return key.withUnsafeBytes { SharedSecret(copying: $0) }
  }
}
