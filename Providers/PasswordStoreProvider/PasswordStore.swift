// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The folder of a password store: which entries there are, without opening one.
package struct PasswordStore: Sendable {
  /// The most entries that are listed.
  private static let limit = 50_000

  /// The folder's path.
  package let folder: String

  /// Looks at the store in `folder`.
  package init(folder: String) { self.folder = folder }

  /// Every entry, by its path; what begins with a dot belongs to `pass` and git, and links are not followed.
  package func entries() -> [StoreEntry] {
    var found: [String] = []
    let keys: [URLResourceKey] = [.isRegularFileKey]
    let root = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL.path + "/"
    let files = FileManager.default.enumerator(
      at: URL(fileURLWithPath: folder, isDirectory: true), includingPropertiesForKeys: keys, options: [.skipsHiddenFiles])
    while let file = files?.nextObject() as? URL, found.count < Self.limit {
      let path = file.standardizedFileURL.path
      guard path.hasSuffix(".gpg"), path.hasPrefix(root), (try? file.resourceValues(forKeys: Set(keys)))?.isRegularFile == true else {
        continue
      }
      found.append(String(path.dropFirst(root.count).dropLast(4)))
    }
    return found.sorted().map(StoreEntry.init)
  }

  /// The entry of a path that the system kept; nil where it is gone, or where the path leads out of the store.
  package func entry(_ path: String) -> StoreEntry? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") }), FileManager.default.fileExists(atPath: file(path)) else {
      return nil
    }
    return StoreEntry(path: path)
  }

  /// The encrypted file of an entry.
  package func file(of entry: StoreEntry) -> String { file(entry.path) }

  /// When an entry was last written, in seconds since 1970.
  package func time(of entry: StoreEntry) -> Double? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file(of: entry))
    return (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970
  }

  private func file(_ path: String) -> String { folder + "/" + path + ".gpg" }
}
