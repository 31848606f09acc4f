// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange

/// Where the groups of a KDBX document lie.
struct KeePassFolders {
  /// The path of each group from the outermost, whose own name is that of the database; within the trash, from there.
  private var paths: [[String]] = []
  private var isTrash: [Bool] = []
  /// The tags of each group and of those around it.
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

  /// The shelf, the folder and the tags that an entry has by its group.
  func place(of entry: KeePassEntry) -> (shelf: ExchangedItem.Shelf, path: [String], tags: [String]) {
    guard paths.indices.contains(entry.group) else { return (.inUse, [], []) }
    var path = paths[entry.group]
    // KDBX 4.1 remembers where what was thrown away has been.
    if isTrash[entry.group], path.isEmpty, let place = places[entry.previousGroup], !isTrash[place] { path = paths[place] }
    return (isTrash[entry.group] ? .trash : .inUse, path, tags[entry.group])
  }

  /// The tags in a text, between semicolons or commas.
  static func tags(_ text: String) -> [String] {
    text.split { $0 == ";" || $0 == "," }.map(\.trimmingSpace).filter { !$0.isEmpty }
  }
}
