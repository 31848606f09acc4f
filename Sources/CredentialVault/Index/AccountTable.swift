// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import WebDomains

/// The grouping of the records outside the trash by account of a site, so that a list has one row per account (decision 31).
///
/// The head of a row is the row that represents its account: its password, or else its codes. A table is built from a complete index at a
/// time, and is valid only for that index.
struct AccountTable: Sendable {
  /// The head of each row of the index; a row on its own is its own head.
  private let heads: [UInt32]
  /// The rows under each head, codes first.
  private let members: [UInt32: [UInt32]]

  init(_ index: CredentialIndex) {
    var finder = AccountFinder(index)
    finder.find()
    (heads, members) = (finder.heads, finder.members)
  }

  func head(of row: UInt32) -> UInt32 { heads.indices.contains(Int(row)) ? heads[Int(row)] : row }

  func members(of head: UInt32) -> [UInt32] { members[head] ?? [] }

  /// Returns one row for each account, in the position of the account's first row.
  func joined<Rank>(_ rows: [(row: UInt32, rank: Rank)], isWhole: Bool) -> [(row: UInt32, rank: Rank)] {
    // If all rows are present, each head is among them.
    if isWhole { return rows.filter { head(of: $0.row) == $0.row } }
    var seen: Set<UInt32> = []
    return rows.compactMap { found in
      let head = head(of: found.row)
      return seen.insert(head).inserted ? (head, found.rank) : nil
    }
  }
}

/// Groups rows. Rows with the same user name are compared only if the ends of their hosts match, which avoids useless comparisons.
private struct AccountFinder {
  private let index: CredentialIndex
  private(set) var heads: [UInt32]
  private(set) var members: [UInt32: [UInt32]] = [:]

  init(_ index: CredentialIndex) {
    self.index = index
    heads = index.offsets.indices.map { UInt32($0) }
  }

  mutating func find() {
    // Upper half: a hash of the user name and the end of the host. Lower half: the row.
    var places: [UInt64] = []
    places.reserveCapacity(index.order.count * 2)
    var linked: [(code: UInt32, login: RecordIdentifier)] = []
    index.bytes.withUnsafeBytes { bytes in
      for row in index.order {
        guard let facts = IndexRow.account(at: Int(index.offsets[Int(row)]), in: bytes) else { continue }
        if let login = facts.login { linked.append((row, login)) }
        for hash in facts.hashes { places.append(UInt64(hash) << 32 | UInt64(row)) }
      }
    }
    for (code, login) in linked {
      if let head = index.row(ofRecord: login), summary(head)?.kind == .password { join(code, to: head) }
    }
    places.sort()
    var start = 0
    while start < places.count {
      var end = start + 1
      while end < places.count, places[end] >> 32 == places[start] >> 32 { end += 1 }
      if end - start > 1 { look(through: places[start..<end].map { UInt32(truncatingIfNeeded: $0) }) }
      start = end
    }
    members = members.mapValues { rows in rows.sorted { (kindOrder($0), $0) < (kindOrder($1), $1) } }
  }

  /// Joins the rows of a small set that belong to one account.
  private mutating func look(through rows: [UInt32]) {
    var accounts: [AccountName: [CredentialKind: [UInt32]]] = [:]
    for row in rows {
      guard let summary = summary(row) else { continue }
      for name in AccountName.all(of: summary) where accounts[name]?[summary.kind]?.contains(row) != true {
        accounts[name, default: [:]][summary.kind, default: []].append(row)
      }
    }
    // The same host is stronger evidence than the same domain.
    for (_, found) in accounts.sorted(by: { $0.key < $1.key }) {
      let (passwords, codes, passkeys) = (found[.password] ?? [], found[.oneTimeCode] ?? [], found[.passkey] ?? [])
      // Two logins of one account are two rows, and it is unknown which of them the others belong to.
      let head = passwords.count == 1 ? passwords.first : passwords.isEmpty && codes.count == 1 ? codes.first : nil
      guard let head else { continue }
      for row in codes + passkeys where row != head { join(row, to: heads[Int(head)]) }
    }
  }

  private mutating func join(_ row: UInt32, to head: UInt32) {
    // A row that is already placed keeps its place, and a row with members stays a head.
    guard row != head, heads[Int(row)] == row, heads[Int(head)] == head, members[row] == nil else { return }
    heads[Int(row)] = head
    members[head, default: []].append(row)
  }

  private func summary(_ row: UInt32) -> CredentialSummary? { index.entry(ofRow: row).present }

  private func kindOrder(_ row: UInt32) -> Int { summary(row)?.kind == .oneTimeCode ? 0 : 1 }
}

/// A user name at a site: a registrable domain, a host, or an app.
private struct AccountName: Hashable, Comparable {
  /// The scope of a site, narrowest first.
  enum Reach: Int {
    case app, host, domain
  }

  let user: String
  let reach: Reach
  let site: String

  static func < (left: AccountName, right: AccountName) -> Bool {
    (left.reach.rawValue, left.site, left.user) < (right.reach.rawValue, right.site, right.user)
  }

  /// Returns the names of a record's account. A service that matches only its own host is a separate site.
  static func all(of summary: CredentialSummary) -> [AccountName] {
    let relyingParty = summary.relyingPartyID.map { ServiceIdentifier(kind: .domain, text: $0) }
    return ([relyingParty].compactMap(\.self) + summary.services).flatMap { service in
      sites(of: service).map { AccountName(user: summary.user, reach: $0, site: $1) }
    }
  }

  private static func sites(of service: ServiceIdentifier) -> [(Reach, String)] {
    if service.kind == .app { return [(.app, service.text)] }
    guard service.rule != .never, let host = service.keptAddress?.address.host else { return [] }
    guard service.rule == .domain, let domain = RegistrableDomain(of: host) else { return [(.host, host.serialized)] }
    return [(.host, host.serialized), (.domain, domain.name)]
  }
}
