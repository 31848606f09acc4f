// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// A password store in the form that the command passes on: its entries, each with its path, decrypted by the user's own GnuPG.
///
/// `PFPS0002`, then for each entry: the length of its path in eight bytes, big-endian; the path in UTF-8; and the result in eight bytes. 0
/// is followed by the length of the text and the text; 1 means not decrypted, 2 too long.
enum PasswordStoreStream {
  private static let mark = Array("PFPS0002".utf8)
  /// The maximum number of entries.
  private static let most = 200_000

  static func isOne(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: mark) }

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    guard isOne(bytes) else { throw CredentialExchangeError(.malformed, offset: 0) }
    var reader = CarriageReader(UnsafeRawBufferPointer(rebasing: bytes[mark.count...]))
    var collection = ImportedCollection()
    while !reader.isAtEnd {
      guard collection.readCount < most else { throw CredentialExchangeError(.overBounds) }
      let path = try reader.text()
      let state = try reader.number()
      switch state {
      case 0:
        let (item, findings) = PasswordStoreEntry.item(path: path, text: try reader.secret(), entry: collection.readCount)
        collection.items.append(item)
        collection.findings += findings
      case 1, 2:
        let place = ImportFinding.Place(entry: collection.readCount, title: path)
        collection.findings.append(ImportFinding(state == 1 ? .notDecrypted : .tooLarge, at: place, outcome: .leftOut))
      default: throw reader.malformed
      }
      collection.readCount += 1
    }
    return collection
  }
}
