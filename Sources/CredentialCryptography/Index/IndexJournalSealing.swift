// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// Seals what transactions changed in the index since it was written as a whole: entries that belong to that one index and to one transaction
/// each (docs/formats/vault.md, "Index").
package struct IndexJournalSealing: Sendable {
  /// What an entry begins with: the length of its box (4) and its transaction (8).
  package static let headByteCount = 12

  private let key: SharedSecret
  private let context: [UInt8]

  /// Derives the key for the changes of one sealed index, whose header ``SealedIndex/header(of:)`` tells.
  package init(root: LocalRoot, header: [UInt8]) {
    let parent = KeyDerivation.derive(Label.index, from: root.key.copy())
    key = SharedSecret(KeyDerivation.derive(Label.indexJournal, from: parent, salt: Array(header.suffix(SealedIndex.saltByteCount))))
    context = Label.indexJournal + header
  }

  /// Seals what one transaction changed.
  package func seal(
    _ content: [UInt8], transaction: UInt64, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> [UInt8] {
    let nonce: [UInt8] = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    let number = transaction.bigEndianBytes
    let box = try AuthenticatedEncryption.seal(content, key: key.copy(), nonce: nonce, authenticating: context + number)
    return UInt32(clamping: nonce.count + box.count).bigEndianBytes + number + nonce + box
  }

  /// The length of the whole entry that begins with these bytes, and the transaction that it claims; nil where no head is left.
  package static func head(of bytes: ArraySlice<UInt8>) -> (byteCount: Int, transaction: UInt64)? {
    guard bytes.count >= headByteCount else { return nil }
    return (headByteCount + Int(UInt32(bigEndianBytes: bytes.prefix(4))), UInt64(bigEndianBytes: bytes.dropFirst(4).prefix(8)))
  }

  /// Opens a whole entry.
  /// - Throws: `malformed`, `authenticationFailed`.
  package func open(_ entry: ArraySlice<UInt8>) throws(CredentialCryptographyError) -> SecretBytes {
    let nonceByteCount = AuthenticatedEncryption.nonceByteCount
    guard let head = Self.head(of: entry), head.byteCount == entry.count, entry.count >= Self.headByteCount + nonceByteCount else {
      throw CredentialCryptographyError(.malformed)
    }
    let nonced = entry.dropFirst(Self.headByteCount)
    return try AuthenticatedEncryption.open(
      nonced.dropFirst(nonceByteCount), key: key.copy(), nonce: nonced.prefix(nonceByteCount),
      authenticating: context + entry.dropFirst(4).prefix(8))
  }
}
