// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import WebDomains

/// Which records outside the trash belong to one account of a site, so that a list has one row for it (decision 31).
///
/// A row's head is the row that stands for its account: its password, or else its codes. It is made of a whole index at once and good for that
/// index alone.
struct AccountTable: Sendable {
  /// The head of each row of the index, which is itself for a row on its own.
  private let heads: [UInt32]
  /// The rows that stand under a head, codes first.
  private let members: [UInt32: [UInt32]]

  init(_ index: CredentialIndex) {
    var finder = AccountFinder(index)
    finder.find()
    (heads, members) = (finder.heads, finder.members)
  }

  func head(of row: UInt32) -> UInt32 { heads.indices.contains(Int(row)) ? heads[Int(row)] : row }

  func members(of head: UInt32) -> [UInt32] { members[head] ?? [] }

  /// Rows with one for each account, in the place of its first.
  func joined<Rank>(_ rows: [(row: UInt32, rank: Rank)], isWhole: Bool) -> [(row: UInt32, rank: Rank)] {
    // Where every row is there, each head is among them.
    if isWhole { return rows.filter { head(of: $0.row) == $0.row } }
    var seen: Set<UInt32> = []
    return rows.compactMap { found in
      let head = head(of: found.row)
      return seen.insert(head).inserted ? (head, found.rank) : nil
    }
  }
}

/// Puts rows together: rows of the same user name are compared only where the ends of their hosts agree too, so no two rows are compared in vain.
private struct AccountFinder {
  private let index: CredentialIndex
  private(set) var heads: [UInt32]
  private(set) var members: [UInt32: [UInt32]] = [:]

  init(_ index: CredentialIndex) {
    self.index = index
    heads = index.offsets.indices.map { UInt32($0) }
  }

  mutating func find() {
    // Upper half: a hash of user and end of host. Lower half: the row.
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

  /// Joins those rows of a few that are of one account.
  private mutating func look(through rows: [UInt32]) {
    var accounts: [AccountName: [CredentialKind: [UInt32]]] = [:]
    for row in rows {
      guard let summary = summary(row) else { continue }
      for name in AccountName.all(of: summary) where accounts[name]?[summary.kind]?.contains(row) != true {
        accounts[name, default: [:]][summary.kind, default: []].append(row)
      }
    }
    // The same host tells more than the same domain.
    for (_, found) in accounts.sorted(by: { $0.key < $1.key }) {
      let (passwords, codes, passkeys) = (found[.password] ?? [], found[.oneTimeCode] ?? [], found[.passkey] ?? [])
      // Two logins of one account are two rows, and nothing says which of them the rest belongs to.
      let head = passwords.count == 1 ? passwords.first : passwords.isEmpty && codes.count == 1 ? codes.first : nil
      guard let head else { continue }
      for row in codes + passkeys where row != head { join(row, to: heads[Int(head)]) }
    }
  }

  private mutating func join(_ row: UInt32, to head: UInt32) {
    // What has a place keeps it, and what others stand under stays a head.
    guard row != head, heads[Int(row)] == row, heads[Int(head)] == head, members[row] == nil else { return }
    heads[Int(row)] = head
    members[head, default: []].append(row)
  }

  private func summary(_ row: UInt32) -> CredentialSummary? { index.entry(ofRow: row).present }

  private func kindOrder(_ row: UInt32) -> Int { summary(row)?.kind == .oneTimeCode ? 0 : 1 }
}

/// A user name at a site: a registrable domain, a host, or an app.
private struct AccountName: Hashable, Comparable {
  /// How far the site reaches; the closest comes first.
  enum Reach: Int {
    case app, host, domain
  }

  let user: String
  let reach: Reach
  let site: String

  static func < (left: AccountName, right: AccountName) -> Bool {
    (left.reach.rawValue, left.site, left.user) < (right.reach.rawValue, right.site, right.user)
  }

  /// The names that a record's account goes by. A service that answers its own host alone is a site of its own.
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
