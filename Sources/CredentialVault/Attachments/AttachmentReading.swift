// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory

/// A file being read from the vault, part by part.
package struct AttachmentReading: Sendable {
  /// The file.
  package let attachment: RecordAttachment
  private let cipher: BlobCipher
  private var number = 0
  private var digest = ContentDigest()

  init(_ attachment: RecordAttachment) {
    self.attachment = attachment
    cipher = attachment.cipher
  }

  /// The number of bytes still to come.
  package var missingByteCount: Int { max(0, attachment.byteCount - number * BlobShape.chunkByteCount) }

  /// Returns the next part; nil at the end. Checks the padding after the last part, and the digest of the complete file, before returning
  /// the last part.
  ///
  /// - Parameter stored: Returns the stored chunk with the given number.
  /// - Throws: `attachmentDamaged` if the data differs from what was stored.
  mutating func next(_ stored: (Int) -> [UInt8]?) throws(CredentialVaultError) -> SharedSecret? {
    guard number < cipher.shape.chunkCount else { return nil }
    let part = try open(stored)
    while missingByteCount == 0, number < cipher.shape.chunkCount { _ = try open(stored) }
    if number == cipher.shape.chunkCount, !constantTimeEquals(digest.bytes, attachment.digest) {
      throw CredentialVaultError(.attachmentDamaged)
    }
    return part
  }

  private mutating func open(_ stored: (Int) -> [UInt8]?) throws(CredentialVaultError) -> SharedSecret {
    guard let sealed = stored(number) else { throw CredentialVaultError(.attachmentDamaged) }
    let content: SharedSecret
    do {
      content = SharedSecret(try cipher.open(sealed, asChunk: number))
    } catch {
      throw CredentialVaultError(.attachmentDamaged)
    }
    digest.update(content)
    number += 1
    return content
  }

  /// Whether all of the file is present and unchanged.
  static func isWhole(_ attachment: RecordAttachment, _ stored: (Int) -> [UInt8]?) -> Bool {
    var reading = AttachmentReading(attachment)
    do throws(CredentialVaultError) {
      while try reading.next(stored) != nil {}
      return true
    } catch {
      return false
    }
  }
}
