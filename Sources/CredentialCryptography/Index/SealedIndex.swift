// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// The search index on disk: chunks of 1 MiB that cannot be truncated, swapped or repeated (docs/formats/vault.md, "Index").
package enum SealedIndex {
  private static let magic = Array("PFI1".utf8)
  static let saltByteCount = 16
  private static let headerByteCount = 4 + 8 + saltByteCount
  private static let chunkByteCount = 1 << 20
  private static let sealedChunkByteCount = chunkByteCount + AuthenticatedEncryption.tagByteCount
  /// The number of bytes needed to read the header of an encrypted index; a shorter file is not an index.
  package static let beginningByteCount = headerByteCount + 1

  /// An index being opened chunk by chunk.
  package struct Opening: ~Copyable {
    /// The length of an encrypted chunk in bytes; the last one has the remainder.
    package static let chunkByteCount = SealedIndex.sealedChunkByteCount

    private let key: SharedSecret
    private let context: [UInt8]
    private var counter: UInt64 = 0

    /// Starts with the header returned by ``SealedIndex/header(of:)``.
    package init(header: [UInt8], root: LocalRoot) {
      key = SharedSecret(SealedIndex.fileKey(root: root, salt: Array(header.suffix(SealedIndex.saltByteCount))))
      context = Label.index + header
    }

    /// Opens the next chunk.
    ///
    /// - Parameter isLast: Whether it is the last chunk, which the chunk's nonce also says.
    /// - Throws: `malformed`, `authenticationFailed`.
    package mutating func open(_ chunk: some Collection<UInt8>, isLast: Bool) throws(CredentialCryptographyError) -> SecretBytes {
      defer { counter += 1 }
      return try AuthenticatedEncryption.open(
        chunk, key: key.copy(), nonce: SealedIndex.nonce(counter: counter, isLast: isLast), authenticating: context)
    }
  }

  /// Encrypts an index together with the number of the last transaction it reflects.
  package static func seal(
    _ index: [UInt8], transaction: UInt64, root: LocalRoot, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> [UInt8] {
    let salt: [UInt8] = (0..<saltByteCount).map { _ in generator.next() }
    let header = magic + transaction.bigEndianBytes + salt
    let key = fileKey(root: root, salt: salt)
    var output = header
    output.reserveCapacity(headerByteCount + (index.count / chunkByteCount + 1) * sealedChunkByteCount)
    var start = 0
    var counter: UInt64 = 0
    repeat {
      let end = min(start + chunkByteCount, index.count)
      let nonce = nonce(counter: counter, isLast: end == index.count)
      output += try AuthenticatedEncryption.seal(index[start..<end], key: key, nonce: nonce, authenticating: Label.index + header)
      start = end
      counter += 1
    } while start < index.count
    return output
  }

  /// Returns the transaction that an encrypted index claims to reflect; nil if it is not an index of this version. Only ``open(_:root:)``
  /// verifies it.
  package static func transaction(of sealed: [UInt8]) -> UInt64? {
    guard sealed.count > headerByteCount, sealed.starts(with: magic) else { return nil }
    return UInt64(bigEndianBytes: sealed[4..<12])
  }

  /// Returns the header of an encrypted index, which is unique to it; nil if it is not an index of this version.
  package static func header(of sealed: [UInt8]) -> [UInt8]? {
    transaction(of: sealed) == nil ? nil : Array(sealed.prefix(headerByteCount))
  }

  /// Opens an index.
  /// - Throws: `malformed`, `authenticationFailed`.
  package static func open(_ sealed: [UInt8], root: LocalRoot) throws(CredentialCryptographyError) -> [UInt8] {
    guard transaction(of: sealed) != nil else { throw CredentialCryptographyError(.malformed) }
    var opening = Opening(header: Array(sealed.prefix(headerByteCount)), root: root)
    var index: [UInt8] = []
    index.reserveCapacity(sealed.count)
    var start = headerByteCount
    while start < sealed.count {
      let end = min(start + sealedChunkByteCount, sealed.count)
      try opening.open(sealed[start..<end], isLast: end == sealed.count).withBytes { index.append(contentsOf: $0) }
      start = end
    }
    return index
  }

  private static func fileKey(root: LocalRoot, salt: [UInt8]) -> SecretBytes {
    KeyDerivation.derive(Label.index, from: KeyDerivation.derive(Label.index, from: root.key.copy()), salt: salt)
  }

  /// STREAM (Hoang and others, 2015): eleven bytes count the chunks, the twelfth marks the last one.
  private static func nonce(counter: UInt64, isLast: Bool) -> [UInt8] {
    [0, 0, 0] + counter.bigEndianBytes + [isLast ? 1 : 0]
  }
}
