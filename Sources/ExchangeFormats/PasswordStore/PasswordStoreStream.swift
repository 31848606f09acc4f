// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// A password store as the command hands it in: its entries, each with its path, decrypted by the person's own GnuPG.
///
/// `PFPS0001`, then for each entry the length of its path in eight bytes, big-endian, the path in UTF-8, and in the same way its text.
enum PasswordStoreStream {
  private static let mark = Array("PFPS0001".utf8)
  /// The most entries.
  private static let most = 200_000

  static func isOne(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: mark) }

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    guard isOne(bytes) else { throw CredentialExchangeError(.malformed, offset: 0) }
    var reader = CarriageReader(UnsafeRawBufferPointer(rebasing: bytes[mark.count...]))
    var collection = ImportedCollection()
    while !reader.isAtEnd {
      guard collection.readCount < most else { throw CredentialExchangeError(.overBounds) }
      let path = try reader.text()
      let (item, findings) = PasswordStoreEntry.item(path: path, text: try reader.secret(), entry: collection.readCount)
      collection.items.append(item)
      collection.findings += findings
      collection.readCount += 1
    }
    return collection
  }
}
