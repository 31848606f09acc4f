// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGcrypt
package import CredentialExchange
package import SecretMemory

/// The password-hashing function Argon2 (RFC 9106), with limits on the cost that a file may demand.
package enum Argon2 {
  /// The variants (RFC 9106 §1).
  package enum Variant: UInt32, Hashable, Sendable {
    /// The memory access depends on the passphrase.
    case d = 0
    /// The memory access does not depend on the passphrase.
    case i = 1
    /// The first half of the first pass is like ``i``, the rest like ``d``.
    case id = 2
  }

  /// The version of RFC 9106 §3.1.
  package static let version: UInt32 = 0x13
  /// The version before it, which overwrites memory where the later one mixes.
  package static let firstVersion: UInt32 = 0x10
  /// The maximum memory that a file may demand, 1 GiB.
  static let mostMemoryKiB = 1 << 20
  /// The maximum number of passes over the memory.
  static let mostPasses = 10_000
  /// The maximum memory over all passes, 64 GiB: about a minute on a small machine.
  static let mostWorkKiB = 64 << 20
  /// The maximum number of lanes.
  static let mostLanes = 256
  /// The maximum length of the salt in bytes.
  static let longestSalt = 1024
  /// The maximum length of the result in bytes.
  static let longestResult = 1024

  /// Derives a key; the calling thread computes everything, whatever the number of lanes.
  ///
  /// - Parameters:
  ///   - variant: The variant.
  ///   - passphrase: P of RFC 9106 §3.1; the library does not accept an empty one.
  ///   - salt: S, at least 8 bytes.
  ///   - passes: t.
  ///   - memoryKiB: m, at least 8 for each lane.
  ///   - lanes: p.
  ///   - version: v.
  ///   - secret: K, if there is one.
  ///   - associated: X.
  ///   - byteCount: T, at least 4.
  /// - Throws: `overBounds` if the parameters exceed the limits, `malformed` for invalid parameters, `unsupportedVariant` for an unknown
  ///   version, `notOpenable` for an empty passphrase.
  package static func derive(
    _ variant: Variant, passphrase: SharedSecret, salt: [UInt8], passes: Int, memoryKiB: Int, lanes: Int, version: UInt32 = version,
    secret: SharedSecret? = nil, associated: [UInt8] = [], byteCount: Int
  ) throws(CredentialExchangeError) -> SharedSecret {
    guard [firstVersion, Self.version].contains(version), CipherLibrary.isReady else { throw CredentialExchangeError(.unsupportedVariant) }
    guard passes >= 1, lanes >= 1, salt.count >= 8, byteCount >= 4 else { throw CredentialExchangeError(.malformed) }
    guard passes <= mostPasses, lanes <= mostLanes, memoryKiB <= mostMemoryKiB, memoryKiB * passes <= mostWorkKiB,
      salt.count <= longestSalt, associated.count <= longestSalt, byteCount <= longestResult
    else { throw CredentialExchangeError(.overBounds) }
    guard memoryKiB >= 8 * lanes else { throw CredentialExchangeError(.malformed) }
    guard passphrase.byteCount > 0 else { throw CredentialExchangeError(.notOpenable) }
    guard version == Self.version else {
      return try FirstArgon2.derive(
        variant, passphrase: passphrase, salt: salt, passes: passes, memoryKiB: memoryKiB, lanes: lanes, secret: secret,
        associated: associated,
        byteCount: byteCount)
    }
    let parameters = [UInt(byteCount), UInt(passes), UInt(memoryKiB), UInt(lanes)]
    var result = SecretBytes(byteCount: byteCount)
    let isDone = passphrase.withBytes { passphrase in
      (secret ?? SharedSecret(SecretBytes(byteCount: 0))).withBytes { secret in
        result.withMutableBytes { result in
          var handle: gcry_kdf_hd_t?
          let opened = gcry_kdf_open(
            &handle, Int32(GCRY_KDF_ARGON2.rawValue), Int32(variant.rawValue), parameters, UInt32(parameters.count),
            passphrase.baseAddress, passphrase.count, salt, salt.count, secret.baseAddress, secret.count, associated, associated.count)
          guard opened == 0, let handle else { return false }
          defer { gcry_kdf_close(handle) }
          return gcry_kdf_compute(handle, nil) == 0 && gcry_kdf_final(handle, result.count, result.baseAddress) == 0
        }
      }
    }
    // The only remaining cause of failure is too little memory.
    guard isDone else { throw CredentialExchangeError(.overBounds) }
    return SharedSecret(result)
  }
}
