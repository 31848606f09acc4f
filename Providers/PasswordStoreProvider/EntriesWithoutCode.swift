// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Which entries were opened and had no one-time code, so that none is suggested from them; kept in the provider's own folder, by path and
/// time, as a changed entry may have one.
package struct EntriesWithoutCode: Sendable {
  private let file: URL
  private var times: [String: Double] = [:]

  /// Reads the file; what cannot be read is nothing known.
  package init(file: URL) {
    self.file = file
    times = (try? JSONDecoder().decode([String: Double].self, from: Data(contentsOf: file))) ?? [:]
  }

  /// Whether an entry may have a code.
  package func mayHaveCode(_ entry: StoreEntry, in store: PasswordStore) -> Bool {
    guard let known = times[entry.path] else { return true }
    return store.time(of: entry) != known
  }

  /// Takes note of what an opened entry had; true when that was not known.
  package mutating func note(_ entry: StoreEntry, in store: PasswordStore, hasCode: Bool) -> Bool {
    let former = times[entry.path]
    times[entry.path] = hasCode ? nil : store.time(of: entry)
    guard former != times[entry.path] else { return false }
    try? JSONEncoder().encode(times).write(to: file, options: .atomic)
    return true
  }
}
