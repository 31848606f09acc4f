// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange

/// The paths of the groups in a KDBX document.
struct KeePassFolders {
  /// The path of each group below the outermost one, whose own name is that of the database; in the trash, the path starts there.
  private var paths: [[String]] = []
  private var isTrash: [Bool] = []
  /// The tags of each group and its parents.
  private var tags: [[String]] = []
  private let places: [[UInt8]: Int]

  init(_ document: KeePassDocument) {
    places = Dictionary(document.groups.enumerated().map { ($1.identifier, $0) }) { first, _ in first }
    let bin = document.recycleBin.contains { $0 != 0 } ? document.recycleBin : nil
    for group in document.groups {
      let own = Self.tags(group.tags)
      guard let parent = group.parent else {
        paths.append([])
        isTrash.append(false)
        tags.append(own)
        continue
      }
      let isBin = group.identifier == bin
      paths.append(isBin ? [] : paths[parent] + [group.name])
      isTrash.append(isBin || isTrash[parent])
      tags.append(tags[parent] + own)
    }
  }

  /// The paths of the groups outside the trash.
  var pathsInUse: [[String]] { zip(paths, isTrash).filter { !$1 }.map(\.0) }

  /// Returns the shelf, folder and tags that an entry gets from its group.
  func place(of entry: KeePassEntry) -> (shelf: ExchangedItem.Shelf, path: [String], tags: [String]) {
    guard paths.indices.contains(entry.group) else { return (.inUse, [], []) }
    var path = paths[entry.group]
    // KDBX 4.1 remembers the previous group of deleted entries.
    if isTrash[entry.group], path.isEmpty, let place = places[entry.previousGroup], !isTrash[place] { path = paths[place] }
    return (isTrash[entry.group] ? .trash : .inUse, path, tags[entry.group])
  }

  /// Returns the tags in a text, separated by semicolons or commas.
  static func tags(_ text: String) -> [String] {
    text.split { $0 == ";" || $0 == "," }.map(\.trimmingSpace).filter { !$0.isEmpty }
  }
}
