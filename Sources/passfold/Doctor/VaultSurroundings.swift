// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The contents of the vault's folder and its surroundings, as far as file names tell.
package struct VaultSurroundings: Hashable, Sendable {
  /// Whether the vault's keys exist without its database, or the database without the keys.
  package var isHalf = false
  /// The number of snapshots.
  package var copyCount = 0
  /// The names of folders left over from an interrupted restore or repair.
  package var leftovers: [String] = []

  private static let mostNames = 4096

  /// Nothing out of the ordinary.
  package init() {}

  /// Inspects the surroundings of a vault's folder without opening any file.
  package init(of path: String) {
    func holds(_ name: String) -> Bool { access(path + name, F_OK) == 0 }
    isHalf = holds("/vault.sqlite") != (holds("/vault.keys") || holds("/vault.keys.next"))
    copyCount = Self.names(in: path + ".snapshots").count { $0.hasSuffix(".passfold") && !$0.hasPrefix(".") }
    guard let end = path.lastIndex(of: "/") else { return }
    let own = path[path.index(after: end)...]
    let nursery = own + ".new-"
    leftovers = Self.names(in: String(path[...end])).filter { name in
      name == own + ".replaced"
        || name.hasPrefix(nursery) && name.dropFirst(nursery.count).allSatisfy(\.isHexDigit)
          && name.utf8.count == nursery.utf8.count + 16
    }.sorted()
  }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while names.count < mostNames, let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }
}
