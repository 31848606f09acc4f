// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CArgon2
package import SecretMemory

/// Argon2id version 1.3 (RFC 9106) by libargon2. Nothing else calls the library.
package enum Argon2id {
  /// Derives `byteCount` bytes (4 or more) from a passphrase and a salt (8 bytes or more). Takes as long as the cost dictates.
  /// - Throws: `outOfMemory` if the machine cannot provide the memory for the cost.
  package static func derive(
    passphrase: borrowing SecretBytes, salt: [UInt8], cost: KeyDerivationCost, byteCount: Int
  ) throws(CredentialCryptographyError) -> SecretBytes {
    var output = SecretBytes(byteCount: byteCount)
    let status = passphrase.withBytes { passphrase in
      output.withMutableBytes { output in
        argon2id_hash_raw(
          cost.passes, cost.memoryKiB, cost.lanes, passphrase.baseAddress, passphrase.count, salt, salt.count, output.baseAddress,
          output.count)
      }
    }
    guard status == ARGON2_OK.rawValue else {
      throw CredentialCryptographyError(status == ARGON2_MEMORY_ALLOCATION_ERROR.rawValue ? .outOfMemory : .libraryFailure)
    }
    return output
  }
}
