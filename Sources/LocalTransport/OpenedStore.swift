// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The entries of a store of `pass` on the way to the vault, with those that were not opened.
///
/// `PFPS0002`, then for each entry the length of its path in eight bytes, big-endian, the path in UTF-8, and in eight bytes what became of it: 0 has the
/// length of its text and the text behind it, 1 was not decrypted, 2 is too long.
package final class OpenedStore {
  private let collected = CollectedSecret()
  private var isAnyOpen = false
  private var firstClosed: String?

  /// Nothing yet.
  package init() { collected.append("PFPS0002".utf8) }

  /// How many bytes there are.
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

  /// What is sent.
  /// - Throws: `notOpened` where no entry was decrypted, though there are some.
  package func finished() throws(PasswordStoreFolder.Failure) -> CollectedSecret {
    if !isAnyOpen, let firstClosed { throw .notOpened(entry: firstClosed) }
    return collected
  }

  private func append(_ number: Int) { collected.append((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }) }
}
