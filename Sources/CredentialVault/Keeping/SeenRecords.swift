// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel

/// The known records that were found in the database. It uses one byte per record, because a set of the names in a large vault takes
/// megabytes.
struct SeenRecords {
  private let index: CredentialIndex
  private var isRowMet: [Bool]
  /// Records that the index does not know, and whether they were found.
  private var others: [RecordIdentifier: Bool] = [:]

  init(_ index: CredentialIndex, and others: some Sequence<RecordIdentifier>) {
    self.index = index
    isRowMet = [Bool](repeating: false, count: index.offsets.count)
    for id in others where index.row(ofRecord: id) == nil { self.others[id] = false }
  }

  mutating func meet(_ id: RecordIdentifier) {
    if let row = index.row(ofRecord: id) {
      isRowMet[Int(row)] = true
    } else if others[id] != nil {
      others[id] = true
    }
  }

  /// The records that were not found, in order.
  var missing: [RecordIdentifier] { identifiers(met: false) }

  /// The records that were found, in order.
  var found: [RecordIdentifier] { identifiers(met: true) }

  private func identifiers(met isMet: Bool) -> [RecordIdentifier] {
    let others = others.filter { $0.value == isMet }.map(\.key)
    return (isRowMet.indices.filter { isRowMet[$0] == isMet }.compactMap(index.identifier(ofRow:)) + others).sorted()
  }
}
