// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import FoundationEssentials
import SecretMemory

import class SecretMemory.SharedSecret

/// The derivation of an OpenPGP key from a passphrase: simple, salted, iterated, or with Argon2 (RFC 9580 §3.7.1).
struct PassphraseKey {
  private enum Way {
    // The number of hashed bytes; at least the salt and the passphrase are hashed.
    case hashed(UInt8, salt: [UInt8], count: Int)
    case argon2(salt: [UInt8], passes: Int, lanes: Int, memoryKiB: Int)
  }

  private static let blockByteCount = 65_536
  private let way: Way

  /// Reads the parameters of the derivation.
  ///
  /// - Throws: `unsupportedVariant` for an unknown derivation or hash, `malformed` for truncated data.
  init(_ cursor: inout ByteCursor) throws(CredentialExchangeError) {
    let kind = try cursor.number(UInt8.self)
    if kind == 4 {
      let salt = Array(try cursor.take(16))
      let (passes, lanes, exponent) = (
        Int(try cursor.number(UInt8.self)), Int(try cursor.number(UInt8.self)), try cursor.number(UInt8.self)
      )
      guard exponent < 32 else { throw CredentialExchangeError(.malformed) }
      way = .argon2(salt: salt, passes: passes, lanes: lanes, memoryKiB: 1 << Int(exponent))
      return
    }
    let hash = try cursor.number(UInt8.self)
    guard [2, 8, 9, 10].contains(hash) else { throw CredentialExchangeError(.unsupportedVariant) }
    switch kind {
    case 0: way = .hashed(hash, salt: [], count: 0)
    case 1: way = .hashed(hash, salt: Array(try cursor.take(8)), count: 0)
    case 3:
      let salt = Array(try cursor.take(8))
      let code = Int(try cursor.number(UInt8.self))
      way = .hashed(hash, salt: salt, count: (16 + code & 15) << (code >> 4 + 6))
    default: throw CredentialExchangeError(.unsupportedVariant)
    }
  }

  /// Derives a key of the given length.
  ///
  /// - Throws: `overBounds` and `malformed` like Argon2.
  func key(_ passphrase: SharedSecret, byteCount: Int) throws(CredentialExchangeError) -> SharedSecret {
    switch way {
    case .argon2(let salt, let passes, let lanes, let memoryKiB):
      return try Argon2.derive(
        .id, passphrase: passphrase, salt: salt, passes: passes, memoryKiB: memoryKiB, lanes: lanes, byteCount: byteCount)
    case .hashed(2, let salt, let count): return key(Insecure.SHA1.self, passphrase, salt, count, byteCount)
    case .hashed(8, let salt, let count): return key(SHA256.self, passphrase, salt, count, byteCount)
    case .hashed(9, let salt, let count): return key(SHA384.self, passphrase, salt, count, byteCount)
    case .hashed(_, let salt, let count): return key(SHA512.self, passphrase, salt, count, byteCount)
    }
  }

  private func key<Hash: HashFunction>(
    _: Hash.Type, _ passphrase: SharedSecret, _ salt: [UInt8], _ count: Int, _ byteCount: Int
  ) -> SharedSecret {
    // The salt and the passphrase repeatedly, in blocks that end with a passphrase.
    let unit = salt.count + passphrase.byteCount
    var block = SecretBuilder(capacity: max(unit, Self.blockByteCount))
    repeat {
      block.append(salt)
      passphrase.withBytes { block.append($0) }
    } while unit > 0 && block.count + unit <= Self.blockByteCount
    var key = SecretBuilder(capacity: 64)
    var zeros = 0
    while key.count < byteCount {
      // §3.7.1.1: each further hash is preceded by one more zero byte.
      var hash = Hash()
      hash.update(data: [UInt8](repeating: 0, count: zeros))
      var left = unit == 0 ? 0 : max(count, unit)
      block.withBytes { block in
        while left > 0 {
          let part = min(left, block.count)
          hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: block[..<part]))
          left -= part
        }
      }
      hash.finalize().withUnsafeBytes { key.append($0) }
      zeros += 1
    }
    return key.withBytes { SharedSecret(copying: $0[..<byteCount]) }
  }
}
