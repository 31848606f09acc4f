// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

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
