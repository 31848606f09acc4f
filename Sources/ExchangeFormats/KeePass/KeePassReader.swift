// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import SecretMemory

/// Reads databases of KeePass 2 and related programs: KDBX 2 to 4.1.
enum KeePassReader {
  /// Returns everything in a file.
  ///
  /// - Throws: `passphraseNeeded` without keys; `notOpenable` for wrong keys; `unsupportedVariant` for KeePass 1 and unknown ciphers;
  ///   `malformed` for a damaged file; `overBounds`.
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

  /// Returns everything in an unencrypted XML document of KeePass or KeePassXC.
  ///
  /// - Throws: `malformed` for a different document; `overBounds`.
  static func read(document bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    // It contains the files of entries by number, as in KDBX 3.
    KeePassItems.collection(try KeePassDocumentReader.read(bytes, nil), binaries: [])
  }

  private static func read(
    _ content: borrowing KeePassContent, _ header: KeePassHeader, _ bytes: UnsafeRawBufferPointer
  ) throws(CredentialExchangeError) -> ImportedCollection {
    let stream = try KeePassInnerStream(content.innerStream)
    let document = try content.withDocument { (document) throws(CredentialExchangeError) in
      try KeePassDocumentReader.read(document, stream)
    }
    // KDBX 3.1: nothing else authenticates the header.
    if header.generation < 4, let hash = document.headerHash, !hash.isEmpty {
      let own = SHA256.hash(data: UnsafeRawBufferPointer(rebasing: bytes[..<header.byteCount]))
      guard own.elementsEqual(hash) else { throw CredentialExchangeError(.malformed, offset: 0) }
    }
    return KeePassItems.collection(document, binaries: content.binaries)
  }
}
