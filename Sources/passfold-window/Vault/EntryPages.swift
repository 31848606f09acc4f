// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

/// The entries of a long list, of which the parts are known that somebody has looked at.
struct EntryPages {
  /// Entries of one part.
  static let size = 50

  /// How many entries the whole list has.
  private(set) var total = 0
  private var entries: [Int: VaultEntry] = [:]
  private var asked: Set<Int> = []

  /// Starts with the first part of a list.
  init(_ list: VaultAnswer.EntryList = VaultAnswer.EntryList(entries: [])) {
    asked = [0]
    _ = take(list, from: 0)
  }

  /// The entry at a place; nil while it is on its way.
  subscript(position: Int) -> VaultEntry? { entries[position] }

  /// The first place of the part that has to be asked for so that a place is known; nil where nothing has to be asked, or it was.
  mutating func missing(for position: Int) -> Int? {
    guard entries[position] == nil, position >= 0, position < total else { return nil }
    let start = position / Self.size * Self.size
    return asked.insert(start).inserted ? start : nil
  }

  /// Takes note that a part will not come although it was asked for.
  mutating func forget(_ start: Int) { asked.remove(start) }

  /// Takes a part.
  ///
  /// - Returns: Whether the list is as long as before; otherwise it changed meanwhile.
  mutating func take(_ list: VaultAnswer.EntryList, from start: Int) -> Bool {
    let isSame = list.total == total
    total = list.total
    for (index, entry) in list.entries.enumerated() { entries[start + index] = entry }
    // An answer ends where a frame is full; what is missing is asked for again.
    if list.entries.count < min(Self.size, total - start) { asked.remove(start) }
    return isSame
  }
}
