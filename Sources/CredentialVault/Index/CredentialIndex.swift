// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
import FoundationEssentials
import Glibc

/// The index of all records: in memory while the vault is unlocked, and cached on disk.
///
/// The records are stored one after another, in the same bytes that are encrypted on disk. Summaries are created on request.
package struct CredentialIndex: Sendable {
  /// The indexed state of a record.
  package enum Entry: Hashable, Sendable {
    /// Present, outside the trash.
    case present(CredentialSummary)
    /// In the trash.
    case trashed(CredentialSummary)
    /// Written by a newer version, and kept as it is.
    case tooNew
    /// Unreadable, and kept as it is.
    case damaged
    /// Erased permanently: only its name and revision remain.
    case erased

    /// The summary of a record outside the trash.
    var present: CredentialSummary? { if case .present(let summary) = self { summary } else { nil } }
  }

  private static let version: UInt8 = 7
  /// The minimum number of bytes of replaced rows that justifies moving the others.
  private static let wasteLimit = 1 << 20

  private(set) var bytes: [UInt8] = [version]
  /// The offset of each row.
  private(set) var offsets: [UInt32] = []
  /// The search signature of each row's text.
  private(set) var signatures: [SearchSignature] = []
  /// The rows of the records outside the trash, in list order.
  private(set) var order: [UInt32] = []
  private var rows: [RecordIdentifier: UInt32] = [:]
  private var wastedBytes = 0
  private(set) var presentCounts: [CredentialKind: Int] = [:]

  /// Creates an empty index.
  package init() {}

  /// The number of records, including the trash but not erased records.
  var count: Int { offsets.count - count(of: .erased) }

  /// Returns the state of a record; nil if unknown.
  package subscript(id: RecordIdentifier) -> Entry? {
    guard let row = rows[id] else { return nil }
    return entry(ofRow: row)
  }

  func row(ofRecord id: RecordIdentifier) -> UInt32? { rows[id] }

  func identifier(ofRow row: Int) -> RecordIdentifier? { bytes.withUnsafeBytes { IndexRow.id(at: Int(offsets[row]), in: $0) } }

  func entry(ofRow row: UInt32) -> Entry {
    bytes.withUnsafeBytes { IndexRow.entry(at: Int(offsets[Int(row)]), in: $0) }
  }

  /// Returns the title of a record; nil if unknown.
  func title(of id: RecordIdentifier) -> String? {
    switch self[id] {
    case .present(let summary)?, .trashed(let summary)?: summary.title.isEmpty ? summary.relyingPartyID : summary.title
    default: nil
    }
  }

  func summary(ofRow row: UInt32) -> CredentialSummary? {
    bytes.withUnsafeBytes { IndexRow.summary(at: Int(offsets[Int(row)]), in: $0) }
  }

  /// Returns the last stored revision of a record; 0 if unknown, as for one that does not open.
  package func revision(of id: RecordIdentifier) -> UInt64 {
    guard let row = rows[id] else { return 0 }
    return bytes.withUnsafeBytes { IndexRow.revision(at: Int(offsets[Int(row)]), in: $0) }
  }

  /// Calls back with the identifier and the revision of every record, in no particular order.
  func forEachRevision(_ body: (UnsafeRawBufferPointer, UInt64) -> Void) {
    bytes.withUnsafeBytes { bytes in
      for offset in offsets {
        let id = UnsafeRawBufferPointer(rebasing: bytes[Int(offset) + 4..<Int(offset) + 20])
        body(id, IndexRow.revision(at: Int(offset), in: bytes))
      }
    }
  }

  /// Enters many records in one pass.
  mutating func enter(contentsOf records: [(id: RecordIdentifier, entry: Entry, revision: UInt64)]) {
    for record in records {
      let offset = bytes.count
      IndexRow.append(record.entry, revision: record.revision, id: record.id, to: &bytes)
      enterRow(at: offset, of: record.id, keepsOrder: false)
    }
    sort()
  }

  /// Enters rows in the format of ``IndexRows``; returns false if they are malformed.
  ///
  /// - Parameter hear: Called with the change of each record.
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

  /// Returns all records outside the trash, ordered by title.
  package func presentSummaries() -> [CredentialSummary] { order.compactMap(summary(ofRow:)) }

  /// Returns the records outside the trash of a kind, with a user name, or both, ordered by title.
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

  /// Returns the rows of the records in the trash, ordered by title.
  func trashedRows() -> [UInt32] {
    bytes.withUnsafeBytes { bytes in
      offsets.indices.filter { IndexRow.state(at: Int(offsets[$0]), in: bytes) == .trashed }.map { UInt32($0) }
        .sorted { precedes($0, $1, in: bytes) }
    }
  }

  /// Returns the records in the trash, ordered by title.
  package func trashedSummaries() -> [CredentialSummary] { trashedRows().compactMap(summary(ofRow:)) }

  /// Returns the number of records in a state.
  func count(of state: IndexRow.State) -> Int {
    bytes.withUnsafeBytes { bytes in offsets.count { IndexRow.state(at: Int($0), in: bytes) == state } }
  }

  // MARK: At rest

  /// The index as bytes, with the records outside the trash in order. The layout is that of a cache: another version rebuilds it.
  package var encoded: [UInt8] {
    if wastedBytes == 0, isInOrder { return bytes }
    var tidied = self
    tidied.tidy()
    return tidied.bytes
  }

  /// Reads an index; nil if this version did not write it.
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

  /// Removes replaced rows once they take more than half of the bytes.
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

  /// Removes the old version of a row from the counts and lists.
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

  /// Returns the position of a row in the order, or where it would be inserted.
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

  /// Whether a row precedes another in lists: by title and user as search folds them, so that “Bank” is next to “banker”, then as written,
  /// and by identifier.
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
