// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
import SecretMemory

/// Reads the decrypted contents of encrypted formats, so that the readers can be tested without a key for each input.
///
/// Formats that are encrypted as a whole are omitted: their decrypted contents are their plain form.
package enum OpenedContents {
  /// Reads the document of a KDBX file.
  ///
  /// - Parameter identifier: The stream that hides its values, with a key of zeros: 2 for Salsa20, 3 for ChaCha20.
  /// - Throws: The errors of the reader for complete files.
  package static func keePassDocument(
    _ bytes: UnsafeRawBufferPointer, hiddenBy identifier: UInt32
  ) throws(CredentialExchangeError) -> ImportedCollection {
    let stream = try KeePassInnerStream(KeePassInnerStream.Parameters(identifier: identifier, key: [UInt8](repeating: 0, count: 64)))
    return KeePassItems.collection(try KeePassDocumentReader.read(bytes, stream), binaries: [])
  }

  /// Reads the fields before the document in KDBX 4, and the document.
  ///
  /// - Throws: The errors of the reader for complete files.
  package static func keePass(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    let inner = try KeePassContent.innerHeader(bytes)
    let document = UnsafeRawBufferPointer(rebasing: bytes[inner.byteCount...])
    return KeePassItems.collection(
      try KeePassDocumentReader.read(document, try KeePassInnerStream(inner.stream)), binaries: inner.binaries)
  }

  /// Reads the packets of an encrypted Proton Pass export.
  ///
  /// - Throws: The errors of the reader for complete files.
  package static func protonPass(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    try PassphraseSeal.file(in: bytes, layers: PassphraseSeal.mostLayers).withBytes { (bytes) throws(CredentialExchangeError) in
      try ProtonPassArchive.content(bytes, keys: ImportKeys())
    }
  }

  /// Reads the map of a FreeOTP backup, without opening any secrets.
  ///
  /// - Throws: The errors of the reader for complete files.
  package static func freeOTP(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    FreeOTPBackupReader.collection(try JavaStringMap(bytes)) { _ in nil }
  }
}
