// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel

/// Which of the records that are known were met in the database: a byte for each, since a set of the names of a large vault takes megabytes.
struct MetRecords {
  private let index: CredentialIndex
  private var isRowMet: [Bool]
  /// Records that the index does not know, and whether they were met.
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

  /// Those that were not met, in their order.
  var missing: [RecordIdentifier] { identifiers(met: false) }

  /// Those that were met, in their order.
  var found: [RecordIdentifier] { identifiers(met: true) }

  private func identifiers(met isMet: Bool) -> [RecordIdentifier] {
    let others = others.filter { $0.value == isMet }.map(\.key)
    return (isRowMet.indices.filter { isRowMet[$0] == isMet }.compactMap(index.identifier(ofRow:)) + others).sorted()
  }
}
