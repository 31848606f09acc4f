// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// Encrypts the index changes of transactions since the complete index was written. Each entry is bound to that index and to one
/// transaction (docs/formats/vault.md, "Index").
package struct IndexJournalSealing: Sendable {
  /// The length of the start of an entry in bytes: the length of its box (4) and its transaction (8).
  package static let headByteCount = 12

  private let key: SharedSecret
  private let context: [UInt8]

  /// Derives the key for the changes of one encrypted index from its header, as returned by ``SealedIndex/header(of:)``.
  package init(root: LocalRoot, header: [UInt8]) {
    let parent = KeyDerivation.derive(Label.index, from: root.key.copy())
    key = SharedSecret(KeyDerivation.derive(Label.indexJournal, from: parent, salt: Array(header.suffix(SealedIndex.saltByteCount))))
    context = Label.indexJournal + header
  }

  /// Encrypts the changes of one transaction.
  package func seal(
    _ content: [UInt8], transaction: UInt64, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> [UInt8] {
    let nonce: [UInt8] = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    let number = transaction.bigEndianBytes
    let box = try AuthenticatedEncryption.seal(content, key: key.copy(), nonce: nonce, authenticating: context + number)
    return UInt32(clamping: nonce.count + box.count).bigEndianBytes + number + nonce + box
  }

  /// Returns the length in bytes of the complete entry that begins with these bytes, and the transaction it claims; nil if there is no
  /// further header.
  package static func head(of bytes: ArraySlice<UInt8>) -> (byteCount: Int, transaction: UInt64)? {
    guard bytes.count >= headByteCount else { return nil }
    return (headByteCount + Int(UInt32(bigEndianBytes: bytes.prefix(4))), UInt64(bigEndianBytes: bytes.dropFirst(4).prefix(8)))
  }

  /// Opens a complete entry.
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
