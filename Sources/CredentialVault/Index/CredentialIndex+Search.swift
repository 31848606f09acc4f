// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel

extension CredentialIndex {
  /// The rows that fit, in the order of lists or the best first, equally good ones in the order of lists.
  ///
  /// - Parameters:
  ///   - candidates: The rows to look at, in the order of lists.
  ///   - kind: The kind that is meant; nil fits all.
  ///   - domain: What is looked for where nothing fits what was typed: the registrable domain of a host.
  ///   - forgives: Whether a typing error is looked for where nothing fits without one.
  func search(
    _ query: SearchQuery, orIn domain: SearchQuery? = nil, among candidates: [UInt32], kind: CredentialKind?, forgives: Bool,
    isRanked: Bool = true
  ) -> [(row: UInt32, rank: SearchQuery.Rank)] {
    bytes.withUnsafeBytes { bytes in
      func isOfKind(_ row: UInt32) -> Bool { kind.map { IndexRow.kind(at: Int(offsets[Int(row)]), in: bytes) == $0 } ?? true }
      if let record = query.record {
        let match = candidates.first { isOfKind($0) && IndexRow.id(at: Int(offsets[Int($0)]), in: bytes) == record }
        if let match { return [(match, .identifier)] }
      }
      if query.isEmpty { return candidates.filter(isOfKind).map { ($0, .occurrence) } }
      var found: [(row: UInt32, rank: SearchQuery.Rank)] = []
      func look(_ query: SearchQuery) {
        for row in candidates where signatures[Int(row)].covers(query.signature) && isOfKind(row) {
          if let rank = query.rank(IndexRow.text(at: Int(offsets[Int(row)]), in: bytes)) { found.append((row, rank)) }
        }
      }
      look(query)
      if found.isEmpty, let domain {
        look(domain)
        found = found.filter { $0.rank < .titlePrefix }.map { ($0.row, .domain) }
      }
      if found.isEmpty, forgives, query.mayBeMistyped {
        for row in candidates where signatures[Int(row)].missing(query.signature) <= query.forgivenPairs && isOfKind(row) {
          if query.fitsMistyped(IndexRow.text(at: Int(offsets[Int(row)]), in: bytes)) { found.append((row, .mistyped)) }
        }
      }
      guard isRanked else { return found }
      // Sorting by counting keeps the order of lists among those that fit equally well.
      var byRank: [[UInt32]] = Array(repeating: [], count: Int(SearchQuery.Rank.mistyped.rawValue) + 1)
      for (row, rank) in found { byRank[Int(rank.rawValue)].append(row) }
      return byRank.enumerated().flatMap { rank, rows in rows.map { ($0, SearchQuery.Rank(rawValue: UInt8(rank)) ?? .mistyped) } }
    }
  }
}
