// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The result of deriving a key from a PIN: the authorisation that the TPM asks for, and a share of the key that encrypts the root.
package struct PINKey: Sendable {
  static let byteCount = 64
  let bytes: SharedSecret

  init(bytes: SharedSecret) { self.bytes = bytes }

  /// Derives both from a PIN. Takes as long as the cost dictates.
  /// - Throws: `outOfMemory`.
  init(_ pin: borrowing SecretBytes, salt: [UInt8], cost: KeyDerivationCost) throws(CredentialCryptographyError) {
    bytes = SharedSecret(try Argon2id.derive(passphrase: pin, salt: salt, cost: cost, byteCount: Self.byteCount))
  }

  /// The authorisation that the TPM compares. The TPM strips trailing zeros from an authorisation, so the last byte is never zero.
  var authorisation: SecretBytes {
    var authorisation = bytes.withBytes { SecretBytes(copying: $0[..<32]) }
    authorisation.withMutableBytes { $0[31] |= 1 }
    return authorisation
  }

  /// Returns the key that encrypts the root: an attacker who extracts the secret from the TPM without the PIN still has to guess the PIN.
  func wrappingKey(with secret: borrowing SecretBytes) -> SecretBytes {
    var both = SecretBytes(byteCount: secret.byteCount + 32)
    both.withMutableBytes { both in
      secret.withBytes { both.copyMemory(from: $0) }
      bytes.withBytes { bytes in
        UnsafeMutableRawBufferPointer(rebasing: both[(both.count - 32)...]).copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[32...]))
      }
    }
    return KeyDerivation.derive(Label.sealedRoot, from: both)
  }
}
