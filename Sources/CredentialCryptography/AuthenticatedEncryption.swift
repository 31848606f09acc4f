// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import SecretMemory

/// AES-256-GCM between secret memory and plain ciphertext. A key is in the cipher only for the duration of one call.
enum AuthenticatedEncryption {
  static let tagByteCount = 16
  static let nonceByteCount = 12

  /// Returns ciphertext followed by the tag.
  static func seal(
    _ plaintext: some DataProtocol, key: borrowing SecretBytes, nonce: [UInt8], authenticating context: [UInt8]
  ) throws(CredentialCryptographyError) -> [UInt8] {
    let box: AES.GCM.SealedBox
    do {
      box = try key.withBytes { key in
        try AES.GCM.seal(
          plaintext, using: SymmetricKey(data: key), nonce: AES.GCM.Nonce(data: nonce), authenticating: context)
      }
    } catch {
      throw CredentialCryptographyError(.libraryFailure)
    }
    return Array(box.ciphertext) + Array(box.tag)
  }

  /// Opens ciphertext followed by the tag.
  /// - Throws: `authenticationFailed` for anything but data encrypted with this key, nonce and context.
  static func open(
    _ sealed: some Collection<UInt8>, key: borrowing SecretBytes, nonce: some Collection<UInt8>, authenticating context: [UInt8]
  ) throws(CredentialCryptographyError) -> SecretBytes {
    guard sealed.count >= tagByteCount, nonce.count == nonceByteCount else { throw CredentialCryptographyError(.malformed) }
    var opened: Data
    do {
      opened = try key.withBytes { key in
        let box = try AES.GCM.SealedBox(
          nonce: AES.GCM.Nonce(data: Array(nonce)), ciphertext: Array(sealed.dropLast(tagByteCount)),
          tag: Array(sealed.suffix(tagByteCount)))
        return try AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: context)
      }
    } catch {
      throw CredentialCryptographyError(.authenticationFailed)
    }
    let secret = SecretBytes(copying: opened)
    opened.withUnsafeMutableBytes { wipe($0) }
    return secret
  }
}
