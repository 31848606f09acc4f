// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
package import SecretMemory

/// A file being added to the vault. Each part is encrypted as it arrives, so at most one is in memory in plaintext.
package struct AttachmentDraft: Sendable {
  /// The name the user gave the file.
  package let name: String
  /// The announced length in bytes.
  package let byteCount: Int
  private let mediaType: String?
  private let blob: BlobName
  private let contentKey: SharedSecret
  private let cipher: BlobCipher
  private var chunks: [[UInt8]] = []
  private var digest = ContentDigest()

  init(named name: String, byteCount: Int, mediaType: String?, using generator: inout some RandomNumberGenerator) {
    self.name = name
    self.byteCount = byteCount
    self.mediaType = mediaType
    blob = BlobName.random(using: &generator)
    contentKey = SharedSecret(SecretBytes.random(byteCount: BlobCipher.keyByteCount, using: &generator))
    cipher = BlobCipher(contentKey: contentKey, blob: blob, byteCount: byteCount)
  }

  /// The required length of the next part in bytes: 64 KiB or the remainder, 0 when the file is complete.
  package var nextByteCount: Int { cipher.shape.contentByteCount(ofChunk: chunks.count) }

  /// The number of bytes still to come.
  package var missingByteCount: Int { max(0, byteCount - chunks.count * BlobShape.chunkByteCount) }

  /// Appends the next part.
  /// - Throws: `attachmentIncomplete` unless the part has exactly ``nextByteCount`` bytes.
  package mutating func append(_ part: SharedSecret) throws(CredentialVaultError) {
    guard part.byteCount == nextByteCount, part.byteCount > 0 else { throw CredentialVaultError(.attachmentIncomplete) }
    try seal(part)
  }

  private mutating func seal(_ part: SharedSecret) throws(CredentialVaultError) {
    digest.update(part)
    do {
      chunks.append(try cipher.seal(part, asChunk: chunks.count))
    } catch {
      throw CredentialVaultError(error)
    }
  }

  /// Returns the record's description of the file, and the chunks to store with it.
  func finished(at now: Date) throws(CredentialVaultError) -> (attachment: RecordAttachment, blob: BlobChange.Stored) {
    guard missingByteCount == 0 else { throw CredentialVaultError(.attachmentIncomplete) }
    var whole = self
    // The remaining chunks are padding.
    while whole.chunks.count < cipher.shape.chunkCount { try whole.seal(SharedSecret(SecretBytes(byteCount: 0))) }
    let attachment = RecordAttachment(
      blob: blob, name: name, byteCount: byteCount, mediaType: mediaType, added: now, contentKey: contentKey, digest: whole.digest.bytes)
    return (attachment, BlobChange.Stored(blob: blob, chunks: whole.chunks))
  }
}
