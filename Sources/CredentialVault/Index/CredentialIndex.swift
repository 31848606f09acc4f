// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
import FoundationEssentials
import Glibc

/// What is known of all records while the vault is unlocked, and the cache of it at rest.
///
/// The records lie one after the other in the bytes in which they are sealed too; a summary is made of them when somebody asks for it.
package struct CredentialIndex: Sendable {
  /// What is known of a record.
  package enum Entry: Hashable, Sendable {
    /// It is there.
    case present(CredentialSummary)
    /// It is in the trash.
    case trashed(CredentialSummary)
    /// Written by a newer version: kept as it is.
    case tooNew
    /// Did not open: kept as it is.
    case damaged
    /// Erased for good: nothing is left but its name and revision.
    case erased

    /// What is known of a record outside the trash.
    var present: CredentialSummary? { if case .present(let summary) = self { summary } else { nil } }
  }

  private static let version: UInt8 = 7
  /// The fewest bytes of replaced rows that are worth moving the others for.
  private static let wasteLimit = 1 << 20

  private(set) var bytes: [UInt8] = [version]
  /// Where each row begins.
  private(set) var offsets: [UInt32] = []
  /// What each row's text has, for search.
  private(set) var signatures: [SearchSignature] = []
  /// The rows of the records outside the trash, in the order of lists.
  private(set) var order: [UInt32] = []
  private var rows: [RecordIdentifier: UInt32] = [:]
  private var wastedBytes = 0
  private(set) var presentCounts: [CredentialKind: Int] = [:]

  /// Knows of no record.
  package init() {}

  /// How many records there are, also in the trash; those that were erased are none any more.
  var count: Int { offsets.count - count(of: .erased) }

  /// What is known of a record; nil for one that is not known.
  package subscript(id: RecordIdentifier) -> Entry? {
    guard let row = rows[id] else { return nil }
    return entry(ofRow: row)
  }

  func row(ofRecord id: RecordIdentifier) -> UInt32? { rows[id] }

  func identifier(ofRow row: Int) -> RecordIdentifier? { bytes.withUnsafeBytes { IndexRow.id(at: Int(offsets[row]), in: $0) } }

  func entry(ofRow row: UInt32) -> Entry {
    bytes.withUnsafeBytes { IndexRow.entry(at: Int(offsets[Int(row)]), in: $0) }
  }

  /// What a person calls a record; nil where it is not known.
  func title(of id: RecordIdentifier) -> String? {
    switch self[id] {
    case .present(let summary)?, .trashed(let summary)?: summary.title.isEmpty ? summary.relyingPartyID : summary.title
    default: nil
    }
  }

  func summary(ofRow row: UInt32) -> CredentialSummary? {
    bytes.withUnsafeBytes { IndexRow.summary(at: Int(offsets[Int(row)]), in: $0) }
  }

  /// The revision of a record that was stored last; 0 where none is known, as of one that did not open.
  package func revision(of id: RecordIdentifier) -> UInt64 {
    guard let row = rows[id] else { return 0 }
    return bytes.withUnsafeBytes { IndexRow.revision(at: Int(offsets[Int(row)]), in: $0) }
  }

  /// Calls back with the identifier and the revision of every record, in no order.
  func forEachRevision(_ body: (UnsafeRawBufferPointer, UInt64) -> Void) {
    bytes.withUnsafeBytes { bytes in
      for offset in offsets {
        let id = UnsafeRawBufferPointer(rebasing: bytes[Int(offset) + 4..<Int(offset) + 20])
        body(id, IndexRow.revision(at: Int(offset), in: bytes))
      }
    }
  }

  /// Enters many records at once.
  mutating func enter(contentsOf records: [(id: RecordIdentifier, entry: Entry, revision: UInt64)]) {
    for record in records {
      let offset = bytes.count
      IndexRow.append(record.entry, revision: record.revision, id: record.id, to: &bytes)
      enterRow(at: offset, of: record.id, keepsOrder: false)
    }
    sort()
  }

  /// Enters rows as ``IndexRows`` has them; false where they are none.
  ///
  /// - Parameter hear: Called with what became of each record, where somebody wants to know.
  package mutating func enter(rows appended: ArraySlice<UInt8>, _ hear: ((RecordChange) -> Void)? = nil) -> Bool {
    var offset = bytes.count
    bytes += appended
    while offset < bytes.count {
      guard let length = bytes.withUnsafeBytes({ IndexRow.byteCount(at: offset, in: $0) }),
        let id = bytes.withUnsafeBytes({ IndexRow.id(at: offset, in: $0) })
      else { return false }
      let former = hear == nil ? nil : self[id]?.present
      enterRow(at: offset, of: id, keepsOrder: true)
      hear?(RecordChange(former: former, current: self[id]?.present))
      offset += length
    }
    return true
  }

  /// All records outside the trash, in the order of their titles.
  package func presentSummaries() -> [CredentialSummary] { order.compactMap(summary(ofRow:)) }

  /// The records outside the trash that are of a kind, have a user name, or both, in the order of their titles.
  func presentSummaries(kind: CredentialKind?, user: String?) -> [CredentialSummary] {
    let user = user.map { Array($0.utf8) }
    return bytes.withUnsafeBytes { bytes in
      order.compactMap { row in
        let offset = Int(offsets[Int(row)])
        if let kind, IndexRow.kind(at: offset, in: bytes) != kind { return nil }
        if let user, !IndexRow.names(at: offset, in: bytes).user.elementsEqual(user) { return nil }
        return IndexRow.summary(at: offset, in: bytes)
      }
    }
  }

  /// The rows of the records in the trash, in the order of their titles.
  func trashedRows() -> [UInt32] {
    bytes.withUnsafeBytes { bytes in
      offsets.indices.filter { IndexRow.state(at: Int(offsets[$0]), in: bytes) == .trashed }.map { UInt32($0) }
        .sorted { precedes($0, $1, in: bytes) }
    }
  }

  /// The records in the trash, in the order of their titles.
  package func trashedSummaries() -> [CredentialSummary] { trashedRows().compactMap(summary(ofRow:)) }

  /// How many records are in a state.
  func count(of state: IndexRow.State) -> Int {
    bytes.withUnsafeBytes { bytes in offsets.count { IndexRow.state(at: Int($0), in: bytes) == state } }
  }

  // MARK: At rest

  /// The index as bytes, those outside the trash in their order; the layout is a cache's, so another version is simply rebuilt.
  package var encoded: [UInt8] {
    if wastedBytes == 0, isInOrder { return bytes }
    var tidied = self
    tidied.tidy()
    return tidied.bytes
  }

  /// Reads an index, or returns nil for one that this version did not write.
  package init?(decoding encoded: [UInt8]) {
    guard encoded.first == Self.version else { return nil }
    bytes = encoded
    let readable = read()
    guard readable else { return nil }
  }

  private mutating func read() -> Bool {
    (offsets, signatures, order, rows, presentCounts, wastedBytes) = ([], [], [], [:], [:], 0)
    var found: [(offset: Int, id: RecordIdentifier)] = []
    let isWhole = bytes.withUnsafeBytes { bytes in
      var offset = 1
      while offset < bytes.count {
        guard let length = IndexRow.byteCount(at: offset, in: bytes), let id = IndexRow.id(at: offset, in: bytes) else { return false }
        found.append((offset, id))
        offset += length
      }
      return true
    }
    guard isWhole else { return false }
    rows.reserveCapacity(found.count)
    offsets.reserveCapacity(found.count)
    signatures.reserveCapacity(found.count)
    order.reserveCapacity(found.count)
    for row in found { enterRow(at: row.offset, of: row.id, keepsOrder: false) }
    if !isInOrder { sort() }
    return true
  }

  /// Lets replaced rows go once they are more than half.
  mutating func tidyIfWasteful() {
    if wastedBytes > Self.wasteLimit, wastedBytes * 2 > bytes.count { tidy() }
  }

  private mutating func tidy() {
    var tidied: [UInt8] = [Self.version]
    tidied.reserveCapacity(bytes.count - wastedBytes)
    let present = Set(order)
    let others = offsets.indices.map { UInt32($0) }.filter { !present.contains($0) }
    for row in order + others {
      let offset = Int(offsets[Int(row)])
      tidied += bytes[offset..<offset + bytes.withUnsafeBytes { Int(IndexRow.number(at: offset, in: $0)) }]
    }
    bytes = tidied
    _ = read()
  }

  // MARK: Order

  private mutating func enterRow(at offset: Int, of id: RecordIdentifier, keepsOrder: Bool) {
    let row: UInt32
    if let known = rows[id] {
      row = known
      leave(known, keepsOrder: keepsOrder)
      offsets[Int(row)] = UInt32(offset)
    } else {
      row = UInt32(offsets.count)
      rows[id] = row
      offsets.append(UInt32(offset))
      signatures.append(SearchSignature())
    }
    var isPresent = false
    bytes.withUnsafeBytes { bytes in
      signatures[Int(row)] = SearchSignature(fields: IndexRow.text(at: offset, in: bytes))
      if IndexRow.state(at: offset, in: bytes) == .present, let kind = IndexRow.kind(at: offset, in: bytes) {
        presentCounts[kind, default: 0] += 1
        isPresent = true
      }
    }
    guard isPresent else { return }
    if keepsOrder { order.insert(row, at: place(of: row)) } else { order.append(row) }
  }

  /// Takes the former version of a row out of what is counted and listed.
  private mutating func leave(_ row: UInt32, keepsOrder: Bool) {
    let offset = Int(offsets[Int(row)])
    let (length, state, kind) = bytes.withUnsafeBytes { bytes in
      (Int(IndexRow.number(at: offset, in: bytes)), IndexRow.state(at: offset, in: bytes), IndexRow.kind(at: offset, in: bytes))
    }
    wastedBytes += length
    guard state == .present, let kind else { return }
    presentCounts[kind, default: 1] -= 1
    if keepsOrder {
      let place = place(of: row)
      if order.indices.contains(place), order[place] == row { order.remove(at: place) }
    } else {
      order.removeAll { $0 == row }
    }
  }

  /// Where a row stands among those in order, or would stand.
  private func place(of row: UInt32) -> Int {
    bytes.withUnsafeBytes { bytes in
      var (low, high) = (0, order.count)
      while low < high {
        let middle = (low + high) / 2
        if precedes(order[middle], row, in: bytes) { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  private mutating func sort() {
    order = bytes.withUnsafeBytes { bytes in order.sorted { precedes($0, $1, in: bytes) } }
  }

  private var isInOrder: Bool {
    bytes.withUnsafeBytes { bytes in
      order.indices.dropFirst().allSatisfy { place in
        let (left, right) = (order[place - 1], order[place])
        return offsets[Int(left)] < offsets[Int(right)] && precedes(left, right, in: bytes)
      }
    }
  }

  /// Whether a row comes before another in lists: by title and user, as search folds them, so that “Bank” stands beside “banker”; then as
  /// they were written, and by identifier.
  private func precedes(_ left: UInt32, _ right: UInt32, in bytes: UnsafeRawBufferPointer) -> Bool {
    let (first, second) = (Int(offsets[Int(left)]), Int(offsets[Int(right)]))
    let (text, other) = (IndexRow.text(at: first, in: bytes), IndexRow.text(at: second, in: bytes))
    let folded = Self.compare(UnsafeRawBufferPointer(text), UnsafeRawBufferPointer(other))
    if folded != 0 { return folded < 0 }
    let (names, others) = (IndexRow.names(at: first, in: bytes), IndexRow.names(at: second, in: bytes))
    let titles = Self.compare(names.title, others.title)
    if titles != 0 { return titles < 0 }
    let users = Self.compare(names.user, others.user)
    if users != 0 { return users < 0 }
    return bytes[first + 4..<first + 20].lexicographicallyPrecedes(bytes[second + 4..<second + 20])
  }

  private static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    let length = min(left.count, right.count)
    guard length > 0, let first = left.baseAddress, let second = right.baseAddress else { return left.count - right.count }
    let difference = Int(memcmp(first, second, length))
    return difference != 0 ? difference : left.count - right.count
  }
}
