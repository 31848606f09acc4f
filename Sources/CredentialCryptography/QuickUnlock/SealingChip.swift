// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CSealingChip
import SecretMemory

/// A TPM 2.0 that keeps secrets until it is reset. It releases a secret with an authorisation only to callers that present it.
package struct SealingChip: Hashable, Sendable {
  /// The path of a TPM on Linux that several programs can use concurrently.
  package static let usualPath = "/dev/tpmrm0"

  /// The path of the device, or of a local socket that accepts the same bytes.
  package let path: String

  /// Names a TPM; it is not accessed until something is sealed.
  package init(path: String = Self.usualPath) { self.path = path }

  /// Seals 32 bytes under an authorisation of 32 bytes; takes a few tenths of a second.
  /// - Throws: `chipMissing`, `chipLockedOut`, `chipFailed`.
  func seal(_ secret: borrowing SecretBytes, authorisation: borrowing SecretBytes) throws(CredentialCryptographyError) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: Int(PASSFOLD_CHIP_SEALED_LIMIT))
    var count = 0
    let result = secret.withBytes { secret in
      authorisation.withBytes { authorisation in passfold_chip_seal(path, Self.bytes(secret), Self.bytes(authorisation), &sealed, &count) }
    }
    try Self.check(result)
    return Array(sealed.prefix(count))
  }

  /// Returns a sealed secret. The TPM counts each wrong authorisation and refuses further ones for a while by its own rules.
  /// - Throws: `wrongPIN`, `chipMissing`, `chipLockedOut`, and `chipFailed`, also after a reset of the TPM.
  func unseal(_ sealed: [UInt8], authorisation: borrowing SecretBytes) throws(CredentialCryptographyError) -> SecretBytes {
    var secret = SecretBytes(byteCount: Int(PASSFOLD_CHIP_SECRET_BYTES))
    let result = authorisation.withBytes { authorisation in
      secret.withMutableBytes { secret in
        passfold_chip_unseal(
          path, sealed, sealed.count, Self.bytes(authorisation), secret.baseAddress?.assumingMemoryBound(to: UInt8.self))
      }
    }
    try Self.check(result)
    return secret
  }

  /// Seals 32 bytes for anyone with access to the TPM and the returned value.
  /// - Throws: `chipMissing`, `chipFailed`.
  func seal(_ secret: borrowing SecretBytes) throws(CredentialCryptographyError) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: Int(PASSFOLD_CHIP_SEALED_LIMIT))
    var count = 0
    try Self.check(secret.withBytes { passfold_chip_seal(path, Self.bytes($0), nil, &sealed, &count) })
    return Array(sealed.prefix(count))
  }

  /// Returns a secret that was sealed without an authorisation.
  /// - Throws: `chipMissing`, and `chipFailed`, also after a reset of the TPM.
  func unseal(_ sealed: [UInt8]) throws(CredentialCryptographyError) -> SecretBytes {
    var secret = SecretBytes(byteCount: Int(PASSFOLD_CHIP_SECRET_BYTES))
    let result = secret.withMutableBytes { secret in
      passfold_chip_unseal(path, sealed, sealed.count, nil, secret.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
    try Self.check(result)
    return secret
  }

  private static func bytes(_ secret: UnsafeRawBufferPointer) -> UnsafePointer<UInt8>? {
    secret.baseAddress?.assumingMemoryBound(to: UInt8.self)
  }

  private static func check(_ result: CInt) throws(CredentialCryptographyError) {
    switch UInt32(bitPattern: result) {
    case PASSFOLD_CHIP_DONE.rawValue: return
    case PASSFOLD_CHIP_MISSING.rawValue: throw CredentialCryptographyError(.chipMissing)
    case PASSFOLD_CHIP_WRONG_AUTHORISATION.rawValue: throw CredentialCryptographyError(.wrongPIN)
    case PASSFOLD_CHIP_LOCKED_OUT.rawValue: throw CredentialCryptographyError(.chipLockedOut)
    default: throw CredentialCryptographyError(.chipFailed)
    }
  }
}
