// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import Dispatch
import Synchronization

extension CredentialIndex {
  /// A matching row and its rank.
  typealias Match = (row: UInt32, rank: SearchQuery.Rank)

  /// The maximum number of matches with a typing error, in list order. More matches mean that the words were meant otherwise.
  private static let mostMistyped = 1000
  /// The minimum number of rows per thread: starting a thread takes as long as examining a few hundred rows.
  private static let rowsOfPart = 2_500

  /// Returns the matching rows, in list order or ordered by rank. Rows of equal rank are in list order.
  ///
  /// - Parameters:
  ///   - candidates: The rows to examine, in list order.
  ///   - kinds: The kinds to include.
  ///   - domain: The query used if nothing matches the typed text: the registrable domain of a host.
  ///   - forgives: Whether to tolerate a typing error if nothing matches without one.
  func search(
    _ query: SearchQuery, orIn domain: SearchQuery? = nil, among candidates: [UInt32], kinds: CredentialKinds, forgives: Bool,
    isRanked: Bool = true
  ) -> [Match] {
    if let record = query.record, let row = row(ofRecord: record), candidates.contains(row), isRow(row, of: kinds) {
      return [(row, .identifier)]
    }
    if query.isEmpty { return candidates.lazy.filter { isRow($0, of: kinds) }.map { ($0, .occurrence) } }
    var found = look(for: query, among: candidates, kinds: kinds)
    if found.isEmpty, let domain {
      found = look(for: domain, among: candidates, kinds: kinds).filter { $0.rank < .titlePrefix }.map { ($0.row, .domain) }
    }
    if found.isEmpty, forgives, query.mayBeMistyped { found = lookMistyped(for: query, among: candidates, kinds: kinds) }
    return isRanked ? Self.sorted(found) : found
  }

  private func isRow(_ row: UInt32, of kinds: CredentialKinds) -> Bool {
    if kinds == .all { return true }
    return bytes.withUnsafeBytes { IndexRow.kind(at: Int(offsets[Int(row)]), in: $0).map(kinds.contains) ?? false }
  }

  /// Returns the matches without a typing error; processors share the work for a large vault.
  private func look(for query: SearchQuery, among candidates: [UInt32], kinds: CredentialKinds) -> [Match] {
    let count = candidates.count / Self.rowsOfPart
    guard count > 1 else { return look(for: query, amongPart: candidates[...], kinds: kinds) }
    let parts = Mutex(Array(repeating: [Match](), count: count))
    DispatchQueue.concurrentPerform(iterations: count) { part in
      let places = candidates.count * part / count..<candidates.count * (part + 1) / count
      let found = look(for: query, amongPart: candidates[places], kinds: kinds)
      parts.withLock { $0[part] = found }
    }
    return parts.withLock { $0.flatMap(\.self) }
  }

  private func look(for query: SearchQuery, amongPart candidates: ArraySlice<UInt32>, kinds: CredentialKinds) -> [Match] {
    var found: [Match] = []
    bytes.withUnsafeBytes { bytes in
      query.withMatcher { matcher in
        for row in candidates where matcher.mayFit(signatures[Int(row)]) && isRow(row, of: kinds) {
          let text = IndexRow.text(at: Int(offsets[Int(row)]), in: bytes)
          if let rank = matcher.rank(text, signatures[Int(row)]) { found.append((row, rank)) }
        }
      }
    }
    return found
  }

  private func lookMistyped(for query: SearchQuery, among candidates: [UInt32], kinds: CredentialKinds) -> [Match] {
    var found: [Match] = []
    let forgivenPairs = query.words.map(\.forgivenPairs).max() ?? 0
    bytes.withUnsafeBytes { bytes in
      query.withMatcher { matcher in
        for row in candidates where signatures[Int(row)].missing(query.signature) <= forgivenPairs && isRow(row, of: kinds) {
          guard matcher.fitsMistyped(IndexRow.text(at: Int(offsets[Int(row)]), in: bytes), signatures[Int(row)]) else { continue }
          found.append((row, .mistyped))
          if found.count == Self.mostMistyped { return }
        }
      }
    }
    return found
  }

  /// Sorts by counting, which keeps the list order of rows with equal rank.
  private static func sorted(_ found: [Match]) -> [Match] {
    var starts = Array(repeating: 0, count: SearchQuery.Rank.allCases.count + 1)
    for one in found { starts[Int(one.rank.rawValue) + 1] += 1 }
    if starts.contains(found.count) { return found }
    for rank in starts.indices.dropFirst() { starts[rank] += starts[rank - 1] }
    var sorted = found
    for one in found {
      sorted[starts[Int(one.rank.rawValue)]] = one
      starts[Int(one.rank.rawValue)] += 1
    }
    return sorted
  }
}
