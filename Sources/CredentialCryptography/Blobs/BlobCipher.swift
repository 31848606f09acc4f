// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import SecretMemory
// Imported explicitly, because Crypto has a type of the same name.
package import class SecretMemory.SharedSecret

/// The subject of a blob name.
package enum BlobSubject {}
/// The sixteen random bytes under which the chunks of a file are stored.
package typealias BlobName = Identifier<BlobSubject>

/// Encrypts and decrypts the chunks of one blob (docs/formats/vault.md, "Blobs"). A content key encrypts one blob once, so nonces are
/// counted.
package struct BlobCipher: Sendable {
  /// The length of a content key in bytes.
  package static let keyByteCount = 32

  /// The division of the content into chunks.
  package let shape: BlobShape
  private let blob: BlobName
  private let key: SharedSecret

  /// Creates a cipher with the content key from the blob's record.
  package init(contentKey: SharedSecret, blob: BlobName, byteCount: Int) {
    shape = BlobShape(byteCount: byteCount)
    self.blob = blob
    key = SharedSecret(KeyDerivation.derive(Label.blob + blob.bytes, from: contentKey.copy()))
  }

  /// Encrypts a chunk, counted from 0.
  /// - Throws: `malformed` unless the content is exactly that chunk's.
  package func seal(_ content: SharedSecret, asChunk number: Int) throws(CredentialCryptographyError) -> [UInt8] {
    guard (0..<shape.chunkCount).contains(number), content.byteCount == shape.contentByteCount(ofChunk: number) else {
      throw CredentialCryptographyError(.malformed)
    }
    var plaintext = SecretBytes(byteCount: shape.plaintextByteCount(ofChunk: number))
    let mark = markPosition(inChunk: number)
    content.withBytes { content in
      plaintext.withMutableBytes { plaintext in
        plaintext.copyMemory(from: content)
        if let mark { plaintext[mark] = Padding.mark }
      }
    }
    return try plaintext.withBytes { (plaintext) throws(CredentialCryptographyError) in
      try AuthenticatedEncryption.seal(plaintext, key: key.copy(), nonce: nonce(number), authenticating: context(number))
    }
  }

  /// Decrypts a chunk, counted from 0, and returns its part of the content.
  /// - Throws: `malformed`, `authenticationFailed` for anything but that chunk of this blob.
  package func open(_ sealed: [UInt8], asChunk number: Int) throws(CredentialCryptographyError) -> SecretBytes {
    guard (0..<shape.chunkCount).contains(number),
      sealed.count == shape.plaintextByteCount(ofChunk: number) + AuthenticatedEncryption.tagByteCount
    else { throw CredentialCryptographyError(.malformed) }
    let plaintext = try AuthenticatedEncryption.open(sealed, key: key.copy(), nonce: nonce(number), authenticating: context(number))
    let length = shape.contentByteCount(ofChunk: number)
    let mark = markPosition(inChunk: number)
    let isPadded = plaintext.withBytes { bytes in bytes.indices[length...].allSatisfy { bytes[$0] == ($0 == mark ? Padding.mark : 0) } }
    guard isPadded else { throw CredentialCryptographyError(.malformed) }
    return plaintext.withBytes { SecretBytes(copying: $0[..<length]) }
  }

  /// Returns the position in a chunk's plaintext where the content ends; nil if it does not end there.
  private func markPosition(inChunk number: Int) -> Int? {
    let position = shape.byteCount - number * BlobShape.chunkByteCount
    return (0..<shape.plaintextByteCount(ofChunk: number)).contains(position) ? position : nil
  }

  /// STREAM (Hoang and others, 2015): eleven bytes count the chunks, the twelfth marks the last one.
  private func nonce(_ number: Int) -> [UInt8] { [0, 0, 0] + UInt64(number).bigEndianBytes + [shape.isLast(number) ? 1 : 0] }

  private func context(_ number: Int) -> [UInt8] {
    Label.blob + blob.bytes + UInt32(truncatingIfNeeded: number).bigEndianBytes + [shape.isLast(number) ? 1 : 0]
  }
}

/// The digest of a file that is read in parts.
package struct ContentDigest: Sendable {
  private var hash = SHA256()

  /// Creates the digest of an empty file.
  package init() {}

  /// Adds the next part.
  package mutating func update(_ part: SharedSecret) { part.withBytes { hash.update(bufferPointer: $0) } }

  /// SHA-256 of everything added so far.
  package var bytes: [UInt8] { Array(hash.finalize()) }
}
