// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
package import CredentialVault
package import VaultProtocol

extension VaultAnswer.EntryList {
  /// Creates the requested part of a list, as far as it fits into one answer.
  package init(_ matches: CredentialMatches, _ query: VaultCall.ListQuery) {
    self.init(entries: [], total: matches.count)
    var place = query.after.flatMap { RecordIdentifier($0) }.flatMap { matches.place(after: $0) } ?? query.offset ?? 0
    var byteCount = 0
    while entries.count < query.limit ?? .max, let summary = matches[place] {
      var entry = VaultEntry(summary)
      let others = matches.others(at: place)
      if !others.isEmpty {
        entry.others = others.map {
          VaultEntry.Other(record: String(describing: $0.id), kind: VaultEntry.Kind($0.kind), pending: $0.pending == nil ? nil : true)
        }
      }
      byteCount += entry.mostBytes
      // A page has at least one entry, so that a request for the next page makes progress.
      guard byteCount <= Self.mostBytes || entries.isEmpty else { return }
      entries.append(entry)
      place += 1
    }
  }
}

extension VaultEntry {
  /// The number of bytes of its members' names and of its members of a fixed length.
  private static let frameByteCount = 192
  private static let otherByteCount = 96

  /// An upper bound for the number of bytes of its JSON; a hundred times faster to compute than encoding it.
  var mostBytes: Int {
    let texts = [title, user] + services + (tags ?? []) + (about ?? []) + (matching ?? [:]).flatMap { [$0.key, $0.value] }
    return Self.frameByteCount + (others?.count ?? 0) * Self.otherByteCount + texts.reduce(0) { $0 + Self.mostBytes(of: $1) + 3 }
  }

  private static func mostBytes(of text: String) -> Int {
    text.utf8.reduce(0) { count, byte in
      switch byte {
      case 0..<0x20, 0x7F: count + 6
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): count + 2
      default: count + 1
      }
    }
  }
}
