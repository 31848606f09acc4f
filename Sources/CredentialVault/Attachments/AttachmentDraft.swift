// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
package import SecretMemory

/// A file on its way into the vault. Each part is sealed as it comes, so that no more than one lies in memory in clear.
package struct AttachmentDraft: Sendable {
  /// What a person calls it.
  package let name: String
  /// How many bytes were announced.
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

  /// How many bytes the next part must have: 64 KiB, or what is left; 0 where everything is here.
  package var nextByteCount: Int { cipher.shape.contentByteCount(ofChunk: chunks.count) }

  /// How many bytes are still to come.
  package var missingByteCount: Int { max(0, byteCount - chunks.count * BlobShape.chunkByteCount) }

  /// Takes the next part.
  /// - Throws: `attachmentIncomplete` unless it has exactly ``nextByteCount`` bytes.
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

  /// What the record says of the file, and the chunks to be stored with it.
  func finished(at now: Date) throws(CredentialVaultError) -> (attachment: RecordAttachment, blob: BlobChange.Stored) {
    guard missingByteCount == 0 else { throw CredentialVaultError(.attachmentIncomplete) }
    var whole = self
    // What is left is padding.
    while whole.chunks.count < cipher.shape.chunkCount { try whole.seal(SharedSecret(SecretBytes(byteCount: 0))) }
    let attachment = RecordAttachment(
      blob: blob, name: name, byteCount: byteCount, mediaType: mediaType, added: now, contentKey: contentKey, digest: whole.digest.bytes)
    return (attachment, BlobChange.Stored(blob: blob, chunks: whole.chunks))
  }
}
