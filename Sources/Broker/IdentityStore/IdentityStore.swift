// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import WebDomains

/// One provider's identities: what it can fill in and where, only in memory (Apple: `ASCredentialIdentityStore`).
///
/// The records stay in the compact form in which they arrived, one after another. A table maps the registrable domain of their service to
/// their positions, so that a query reads only one site's records. There are never more than ``siteLimit`` of those, which keeps queries
/// fast whatever a provider stores.
struct IdentityStore: Sendable {
  /// The maximum number of records of one site; new ones displace the oldest.
  static let siteLimit = 2048

  /// No record: the end of a chain, or an empty bucket.
  private static let none = UInt32.max
  /// The minimum number of bytes of removed records that justifies moving the others.
  private static let wasteLimit = 64 * 1024

  private struct Entry {
    /// The offset of the record's length; ``IdentityStore/none`` for a removed record.
    var offset: UInt32
    /// The hash of its site.
    var site: UInt32
    /// The hash of its key.
    var key: UInt32
    /// The previous entry in the same bucket.
    var next: UInt32
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// The last entry of each bucket. Their number is a power of two, or zero while the store is empty.
  private var buckets: [UInt32] = []
  private var wastedBytes = 0

  /// The number of records.
  private(set) var count = 0

  /// The total length of the records in bytes.
  var byteCount: Int { bytes.count - wastedBytes }

  init() {}

  /// Creates a store of validated records. Of records that differ only in members that a save may change, the last one counts.
  init(_ records: [ArraySlice<UInt8>]) {
    bytes.reserveCapacity(records.reduce(0) { $0 + $1.count + 4 })
    entries.reserveCapacity(records.count)
    save(records)
  }

  /// Inserts validated records; one that differs from an existing one only in its rank and displayed members replaces it.
  mutating func save(_ records: [ArraySlice<UInt8>]) {
    growBuckets(to: entries.count + records.count)
    for body in records {
      guard let record = IdentityRecord(body) else { continue }
      let site = Self.site(of: record)
      let key = Self.hash(of: record.key)
      let positions = positions(ofSite: site)
      if let former = find(record, key: key, at: positions) {
        drop(former)
      } else if positions.count >= Self.siteLimit, let oldest = positions.last {
        drop(oldest)
      }
      append(body, site: site, key: key)
    }
    tidy()
  }

  /// Removes the records that differ from these at most in rank and displayed members.
  mutating func remove(_ records: [ArraySlice<UInt8>]) {
    for record in records.lazy.compactMap({ IdentityRecord($0) }) {
      let positions = positions(ofSite: Self.site(of: record))
      if let former = find(record, key: Self.hash(of: record.key), at: positions) { drop(former) }
    }
    tidy()
  }

  /// Returns all records of one service or all services, and of some kinds or (empty) all kinds, in order of arrival.
  func identities(of service: ServiceIdentifierValue?, kinds: [CredentialKind]) -> [CredentialIdentityValue] {
    let wanted = Set(kinds)
    func take(_ record: IdentityRecord) -> CredentialIdentityValue? {
      guard wanted.isEmpty || wanted.contains(record.kind) else { return nil }
      if let service, record.serviceKind != service.kind || record.serviceIdentifier != service.identifier { return nil }
      return record.identity
    }
    guard let service else { return entries.compactMap { self.record($0).flatMap(take) } }
    return records(ofSite: ServiceQuery.site(of: service.identifier)).reversed().compactMap(take)
  }

  /// Returns the records that match a request, best first.
  func matches(_ query: ServiceQuery, kinds: Set<CredentialKind>) -> [RankedIdentity] {
    var former: (service: String, distance: Int?) = ("", nil)
    // A record that must be kept from a site is excluded whatever its other addresses are.
    var keptAway: Set<String> = []
    return query.sites.flatMap { records(ofSite: $0) }.compactMap { record -> RankedIdentity? in
      guard kinds.contains(record.kind), record.serviceKind != .app else { return nil }
      if let matching = record.matching { return Self.answer(record, matching, to: query, &keptAway) }
      // Records of one site usually name the same service, and parsing an address takes most of the time.
      let service = record.serviceIdentifier
      if service != former.service { former = (service, Self.distance(from: service, to: query)) }
      return former.distance.map { RankedIdentity(identity: record.identity, distance: $0) }
    }.filter { keptAway.isEmpty || !keptAway.contains($0.identity.recordIdentifier ?? "") }.sorted()
  }

  /// Matches a record whose address does not match every host under its registrable domain.
  private static func answer(
    _ record: IdentityRecord, _ matching: ServiceIdentifierValue.Matching, to query: ServiceQuery, _ keptAway: inout Set<String>
  ) -> RankedIdentity? {
    guard let address = try? ServiceAddress(parsing: record.serviceIdentifier), let rule = MatchRule(rawValue: matching.rawValue) else {
      return nil
    }
    let kept = KeptAddress(address, rule: rule)
    if ServiceMatching.isKeptAway(kept, from: query.addresses), let name = record.identity.recordIdentifier { keptAway.insert(name) }
    return ServiceMatching.rank(kept: kept, requested: query.addresses).map { RankedIdentity(identity: record.identity, distance: $0) }
  }

  private static func distance(from service: String, to query: ServiceQuery) -> Int? {
    (try? ServiceAddress(parsing: service)).flatMap { ServiceMatching.rank(stored: $0, requested: query.addresses) }
  }

  /// Returns the passkeys of one relying party, best first; `allowed` limits them unless it is empty.
  func passkeys(of relyingParty: String, allowed: Set<[UInt8]>) -> [CredentialIdentityValue] {
    records(ofSite: ServiceQuery.site(of: relyingParty)).filter { record in
      guard record.kind == .passkey, record.relyingPartyIdentifier == relyingParty, let id = record.credentialID else { return false }
      return allowed.isEmpty || allowed.contains([UInt8](id))
    }.map(\.identity).sorted { ($1.rank, $0.user) < ($0.rank, $1.user) }
  }

  // MARK: Chains

  private static func site(of record: IdentityRecord) -> UInt32 {
    // A passkey belongs to its relying party, whatever its service is called.
    ServiceQuery.site(of: record.relyingPartyIdentifier ?? record.serviceIdentifier)
  }

  private func bucket(of site: UInt32) -> Int { Int(site) & (buckets.count - 1) }

  private func record(_ entry: Entry) -> IdentityRecord? {
    guard entry.offset != Self.none else { return nil }
    return IdentityPage.body(at: Int(entry.offset), in: bytes).flatMap { IdentityRecord($0) }
  }

  /// Returns the positions in a bucket's chain that belong to `site`, last one first.
  private func positions(ofSite site: UInt32) -> [Int] {
    guard !buckets.isEmpty else { return [] }
    var positions: [Int] = []
    var position = buckets[bucket(of: site)]
    while position != Self.none {
      let entry = entries[Int(position)]
      if entry.site == site, entry.offset != Self.none { positions.append(Int(position)) }
      position = entry.next
    }
    return positions
  }

  private func records(ofSite site: UInt32) -> [IdentityRecord] {
    positions(ofSite: site).compactMap { record(entries[$0]) }
  }

  private static func hash(of key: ArraySlice<UInt8>) -> UInt32 {
    var hasher = Hasher()
    key.withUnsafeBytes { hasher.combine(bytes: $0) }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  private func find(_ record: IdentityRecord, key: UInt32, at positions: [Int]) -> Int? {
    positions.first { entries[$0].key == key && self.record(entries[$0])?.key.elementsEqual(record.key) ?? false }
  }

  private mutating func append(_ body: ArraySlice<UInt8>, site: UInt32, key: UInt32) {
    let bucket = bucket(of: site)
    entries.append(Entry(offset: UInt32(truncatingIfNeeded: bytes.count), site: site, key: key, next: buckets[bucket]))
    buckets[bucket] = UInt32(truncatingIfNeeded: entries.count - 1)
    IdentityPage.append(body, to: &bytes)
    count += 1
  }

  private mutating func drop(_ position: Int) {
    wastedBytes += IdentityPage.byteCount(at: Int(entries[position].offset), in: bytes)
    entries[position].offset = Self.none
    unlink(position)
    count -= 1
  }

  /// Removes a record from its chain, which would otherwise grow with each replacement.
  private mutating func unlink(_ position: Int) {
    let bucket = bucket(of: entries[position].site)
    guard buckets[bucket] != UInt32(truncatingIfNeeded: position) else {
      buckets[bucket] = entries[position].next
      return
    }
    var before = buckets[bucket]
    while before != Self.none, entries[Int(before)].next != UInt32(truncatingIfNeeded: position) { before = entries[Int(before)].next }
    if before != Self.none { entries[Int(before)].next = entries[position].next }
  }

  private mutating func growBuckets(to wanted: Int) {
    guard wanted > buckets.count else { return }
    var size = 16
    while size < wanted { size *= 2 }
    buckets = [UInt32](repeating: Self.none, count: size)
    for position in entries.indices where entries[position].offset != Self.none {
      let bucket = bucket(of: entries[position].site)
      entries[position].next = buckets[bucket]
      buckets[bucket] = UInt32(truncatingIfNeeded: position)
    }
  }

  /// Compacts the records once more than half of the bytes belong to removed ones.
  private mutating func tidy() {
    guard count > 0 else {
      self = IdentityStore()
      return
    }
    guard wastedBytes > Self.wasteLimit, wastedBytes * 2 > bytes.count else { return }
    var tidied = IdentityStore()
    tidied.bytes.reserveCapacity(byteCount)
    tidied.entries.reserveCapacity(count)
    tidied.growBuckets(to: count)
    for entry in entries where entry.offset != Self.none {
      guard let body = IdentityPage.body(at: Int(entry.offset), in: bytes) else { continue }
      tidied.append(body, site: entry.site, key: entry.key)
    }
    self = tidied
  }
}

/// An identity with the quality of its match.
struct RankedIdentity: Comparable, Sendable {
  var identity: CredentialIdentityValue
  /// 0 for exactly the requesting host; greater for a looser match.
  var distance: Int

  /// Orders by distance, then the provider's rank, then name for a stable order.
  static func < (left: Self, right: Self) -> Bool {
    (left.distance, right.identity.rank, left.identity.service.identifier, left.identity.user)
      < (right.distance, left.identity.rank, right.identity.service.identifier, right.identity.user)
  }
}
