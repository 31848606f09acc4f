// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange

/// Resolves folders that name their parents into paths starting with the outermost name.
enum FolderPaths {
  static let deepest = 64

  /// Returns each folder's path by identifier; if folders form a cycle or are nested too deeply, the path starts partway.
  static func paths(names: [String: String], parents: [String: String]) -> [String: [String]] {
    var paths: [String: [String]] = [:]
    for id in names.keys {
      var (path, next, seen): ([String], String?, Set<String>) = ([], id, [])
      while let current = next, let name = names[current], seen.insert(current).inserted, path.count < deepest {
        path.append(name)
        next = parents[current]
      }
      paths[id] = path.reversed()
    }
    return paths
  }
}

extension ImportedCollection {
  // The names in a finding are limited to about this many bytes.
  private static let longestNames = 1024

  /// Reports the folders without entries in one finding: an entry's folder becomes its tag, so these have no place in a vault.
  mutating func tellEmptyFolders(among paths: some Sequence<[String]>) {
    var used: Set<[String]> = []
    for path in items.flatMap(\.folders) {
      for count in path.indices { used.insert(Array(path[...count])) }
    }
    var names = ""
    for name in Set(paths).subtracting(used).map({ $0.joined(separator: "/") }).sorted() where !name.isEmpty {
      guard names.utf8.count + name.utf8.count <= Self.longestNames else {
        names += names.isEmpty ? "…" : ", …"
        break
      }
      names += names.isEmpty ? name : ", \(name)"
    }
    if !names.isEmpty { tell(.noPlace, "folders (\(names))") }
  }
}
