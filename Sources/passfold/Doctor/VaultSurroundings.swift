// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What lies in the vault's folder and beside it, as far as names say.
package struct VaultSurroundings: Hashable, Sendable {
  /// Whether the vault's keys are there without its database, or the database without the keys.
  package var isHalf = false
  /// How many copies of a vault there are.
  package var copyCount = 0
  /// The names of folders that a restore or a repair left behind when it was ended.
  package var leftovers: [String] = []

  private static let mostNames = 4096

  /// Nothing out of the ordinary.
  package init() {}

  /// Looks beside a vault's folder; opens no file.
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
