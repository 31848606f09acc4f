// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The entries of a `pass` store to be sent to the vault, including those that could not be decrypted.
///
/// The format is `PFPS0002` followed by the entries. Each has the length of its path in eight bytes, big-endian, the path in UTF-8, and the
/// result in eight bytes: 0 is followed by the length of the text and the text, 1 means not decrypted, 2 means too long.
package final class OpenedStore {
  private let collected = CollectedSecret()
  private var isAnyOpen = false
  private var firstClosed: String?

  /// Creates an empty store.
  package init() { collected.append("PFPS0002".utf8) }

  /// The number of bytes.
  package var byteCount: Int { collected.byteCount }

  /// Adds an entry.
  package func append(_ entry: PasswordStoreFolder.Entry, _ opening: PasswordStoreFolder.Opening) {
    let name = Array(entry.name.utf8)
    append(name.count)
    collected.append(name)
    switch opening {
    case .text(let text):
      isAnyOpen = true
      append(0)
      append(text.byteCount)
      collected.append(text)
    case .notDecrypted:
      firstClosed = firstClosed ?? entry.name
      append(1)
    case .tooLong: append(2)
    }
  }

  /// Returns the data to send.
  ///
  /// - Throws: `notOpened` if there are entries but none was decrypted.
  package func finished() throws(PasswordStoreFolder.Failure) -> CollectedSecret {
    if !isAnyOpen, let firstClosed { throw .notOpened(entry: firstClosed) }
    return collected
  }

  private func append(_ number: Int) { collected.append((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }) }
}
