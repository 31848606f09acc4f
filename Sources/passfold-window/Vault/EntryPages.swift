// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

/// The entries of a long list, of which only the parts viewed so far are known.
struct EntryPages {
  /// The number of entries in a part.
  static let size = 50

  /// The number of entries in the whole list.
  private(set) var total = 0
  private var entries: [Int: VaultEntry] = [:]
  private var asked: Set<Int> = []

  /// Starts with the first part of a list.
  init(_ list: VaultAnswer.EntryList = VaultAnswer.EntryList(entries: [])) {
    asked = [0]
    _ = take(list, from: 0)
  }

  /// The entry at a position; nil if it has not arrived yet.
  subscript(position: Int) -> VaultEntry? { entries[position] }

  /// Returns the start of the part to request for a position; nil if the entry is known or its part was already requested.
  mutating func missing(for position: Int) -> Int? {
    guard entries[position] == nil, position >= 0, position < total else { return nil }
    let start = position / Self.size * Self.size
    return asked.insert(start).inserted ? start : nil
  }

  /// Notes that a requested part will not arrive.
  mutating func forget(_ start: Int) { asked.remove(start) }

  /// Takes a part.
  ///
  /// - Returns: Whether the list is as long as before; otherwise it has changed in the meantime.
  mutating func take(_ list: VaultAnswer.EntryList, from start: Int) -> Bool {
    let isSame = list.total == total
    total = list.total
    for (index, entry) in list.entries.enumerated() { entries[start + index] = entry }
    // An answer ends when its frame is full; missing entries are requested again.
    if list.entries.count < min(Self.size, total - start) { asked.remove(start) }
    return isSame
  }
}
