// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SecretMemory

/// The canonical form of a passphrase for hashing, so that keyboards that compose "é" differently give the same result.
package enum PassphraseNormalisation {
  /// Returns the UTF-8 of the passphrase's NFKD form (Unicode Standard Annex 15).
  ///
  /// A passphrase outside ASCII passes through a `String`, whose storage Swift does not wipe; ASCII never leaves secret memory.
  /// - Throws: `passphraseNotUTF8`.
  package static func normalise(_ passphrase: borrowing SecretBytes) throws(CredentialCryptographyError) -> SecretBytes {
    if passphrase.withBytes({ $0.allSatisfy { $0 < 0x80 } }) { return passphrase.copy() }
    guard let text = passphrase.withBytes({ String(validating: $0, as: UTF8.self) }) else {
      throw CredentialCryptographyError(.passphraseNotUTF8)
    }
    return SecretBytes(copying: text.decomposedStringWithCompatibilityMapping.utf8)
  }
}
