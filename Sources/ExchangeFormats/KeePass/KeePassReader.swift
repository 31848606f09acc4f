// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import SecretMemory

/// Reads databases of KeePass 2 and its kin: KDBX 2 to 4.1.
enum KeePassReader {
  /// Everything in a file.
  ///
  /// - Throws: `passphraseNeeded` without keys; `notOpenable` for other keys than the file's; `unsupportedVariant` for KeePass 1 and for
  ///   ciphers that are not known; `malformed` for a damaged file; `overBounds`.
  static func read(_ bytes: UnsafeRawBufferPointer, keys: ImportKeys) throws(CredentialExchangeError) -> ImportedCollection {
    let header = try KeePassHeader(bytes)
    let candidates = KeePassCompositeKey.candidates(keys)
    for (index, candidate) in candidates.enumerated() {
      do throws(CredentialExchangeError) {
        let content = try KeePassContent(bytes, header, composite: try KeePassCompositeKey.key(candidate))
        return try read(content, header, bytes)
      } catch {
        guard error.code == .notOpenable, index < candidates.count - 1 else { throw error }
      }
    }
    throw CredentialExchangeError(.notOpenable)
  }

  /// Everything in a document that KeePass or KeePassXC wrote as XML, without a seal.
  ///
  /// - Throws: `malformed` for another document; `overBounds`.
  static func read(document bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    // The files of entries stand in it by their number, as in KDBX 3.
    KeePassItems.collection(try KeePassDocumentReader.read(bytes, nil), binaries: [])
  }

  private static func read(
    _ content: borrowing KeePassContent, _ header: KeePassHeader, _ bytes: UnsafeRawBufferPointer
  ) throws(CredentialExchangeError) -> ImportedCollection {
    let stream = try KeePassInnerStream(content.innerStream)
    let document = try content.withDocument { (document) throws(CredentialExchangeError) in
      try KeePassDocumentReader.read(document, stream)
    }
    // KDBX 3.1: nothing else seals the header.
    if header.generation < 4, let hash = document.headerHash, !hash.isEmpty {
      let own = SHA256.hash(data: UnsafeRawBufferPointer(rebasing: bytes[..<header.byteCount]))
      guard own.elementsEqual(hash) else { throw CredentialExchangeError(.malformed, offset: 0) }
    }
    return KeePassItems.collection(document, binaries: content.binaries)
  }
}
