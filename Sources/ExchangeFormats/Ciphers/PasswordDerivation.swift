// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import CryptoExtras
import FoundationEssentials
import SecretMemory

import class SecretMemory.SharedSecret

/// Keys from passphrases, by PBKDF2 (RFC 8018 §5.2) and scrypt (RFC 7914), within the bounds of what a file may ask of a machine.
enum PasswordDerivation {
  /// The most rounds of PBKDF2: some ten seconds of a small machine.
  static let mostRounds = 20_000_000
  /// The most memory that scrypt may take, 1 GiB.
  static let mostMemory = 1 << 30
  /// The most memory that all lanes of scrypt together may go over, 4 GiB.
  static let mostWork = 4 << 30
  static let longestSalt = 1024

  /// The hash under PBKDF2's HMAC.
  enum Hash {
    case sha1, sha256, sha512
  }

  /// A key of 32 bytes by PBKDF2.
  ///
  /// - Throws: `overBounds` where more is asked for than is given, `malformed` for no rounds at all.
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

  /// A key of 32 bytes by scrypt.
  ///
  /// - Parameters:
  ///   - cost: N, a power of two.
  ///   - blockSize: r.
  ///   - lanes: p.
  /// - Throws: `overBounds` where more is asked for than is given, `malformed` for parameters that scrypt does not have.
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
