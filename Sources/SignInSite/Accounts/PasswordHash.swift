// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation
import SecretMemory

/// The stored form of a password: scrypt (RFC 7914) with an individual salt and the cost at the time.
struct PasswordHash: Sendable {
  let salt: [UInt8]
  let rounds: Int
  let hash: [UInt8]

  /// Restores a stored hash.
  init(salt: [UInt8], rounds: Int, hash: [UInt8]) {
    self.salt = salt
    self.rounds = rounds
    self.hash = hash
  }

  /// Hashes a new password. This takes tens of milliseconds by design.
  init(password: String, environment: SiteEnvironment) throws {
    let salt = environment.randomBytes(16)
    self.init(
      salt: salt, rounds: environment.passwordRounds,
      hash: try Self.derive(password: password, salt: salt, rounds: environment.passwordRounds))
  }

  /// Returns whether this is the password. The work and the comparison are the same either way.
  func matches(_ password: String) throws -> Bool {
    constantTimeEquals(try Self.derive(password: password, salt: salt, rounds: rounds), hash)
  }

  /// Derives the hash. Composed characters are equal however they were typed (RFC 8265 §4.2).
  private static func derive(password: String, salt: [UInt8], rounds: Int) throws -> [UInt8] {
    let characters = Array(password.precomposedStringWithCanonicalMapping.utf8)
    let key = try KDF.Scrypt.deriveKey(from: characters, salt: salt, outputByteCount: 32, rounds: rounds, blockSize: 8, parallelism: 1)
    return key.withUnsafeBytes { Array($0) }
  }
}
