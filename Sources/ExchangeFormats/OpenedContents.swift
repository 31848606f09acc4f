// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
import SecretMemory

/// Reads what lies under the seals of sealed formats as if it had been opened, for whoever tries the readers without a key to each input.
///
/// Formats that are sealed as a whole are left out: what is under their seal is their plain form.
package enum OpenedContents {
  /// The document of a KDBX file.
  ///
  /// - Parameter identifier: The stream that hides its values, with a key of zeros: 2 for Salsa20, 3 for ChaCha20.
  /// - Throws: What the reader of the whole file throws.
  package static func keePassDocument(
    _ bytes: UnsafeRawBufferPointer, hiddenBy identifier: UInt32
  ) throws(CredentialExchangeError) -> ImportedCollection {
    let stream = try KeePassInnerStream(KeePassInnerStream.Parameters(identifier: identifier, key: [UInt8](repeating: 0, count: 64)))
    return KeePassItems.collection(try KeePassDocumentReader.read(bytes, stream), binaries: [])
  }

  /// KDBX 4: the fields before the document, and the document.
  ///
  /// - Throws: What the reader of the whole file throws.
  package static func keePass(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    let inner = try KeePassContent.innerHeader(bytes)
    let document = UnsafeRawBufferPointer(rebasing: bytes[inner.byteCount...])
    return KeePassItems.collection(
      try KeePassDocumentReader.read(document, try KeePassInnerStream(inner.stream)), binaries: inner.binaries)
  }

  /// The packets of a sealed export of Proton Pass.
  ///
  /// - Throws: What the reader of the whole file throws.
  package static func protonPass(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    try PassphraseSeal.file(in: bytes, layers: PassphraseSeal.mostLayers).withBytes { (bytes) throws(CredentialExchangeError) in
      try ProtonPassArchive.content(bytes, keys: ImportKeys())
    }
  }

  /// The map of FreeOTP's backup, none of whose secrets open.
  ///
  /// - Throws: What the reader of the whole file throws.
  package static func freeOTP(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    FreeOTPBackupReader.collection(try JavaStringMap(bytes)) { _ in nil }
  }
}
