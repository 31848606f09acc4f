// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Folders that name their parents, as paths from the outermost name.
enum FolderPaths {
  static let deepest = 64

  /// Each folder's path by its identifier; where folders lie in each other in a ring, or too deep, the path begins somewhere within.
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
