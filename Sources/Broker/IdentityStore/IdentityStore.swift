// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import WebDomains

/// One provider's identities: what it could fill and where, in memory only (Apple: `ASCredentialIdentityStore`).
///
/// Entries stand under the registrable domain of their service, so that a query looks at one site's entries and no others.
struct IdentityStore: Sendable {
  private struct Key: Hashable {
    var kind: CredentialKind
    var service: ServiceIdentifierValue
    var user: String
    var recordIdentifier: String?
    var credentialID: [UInt8]

    init(_ identity: CredentialIdentityValue) {
      kind = identity.kind
      service = identity.service
      user = identity.user
      recordIdentifier = identity.recordIdentifier
      credentialID = identity.credentialID.map { [UInt8]($0) } ?? []
    }
  }

  private struct Entry {
    var identity: CredentialIdentityValue
    var address: ServiceAddress?
  }

  private var sites: [String: [Key: Entry]] = [:]

  /// How many entries there are.
  private(set) var count = 0

  init() {}

  /// Inserts entries; one that is equal but for its rank replaces the former.
  mutating func save(_ identities: [CredentialIdentityValue]) {
    for identity in identities {
      let address = try? ServiceAddress(parsing: identity.service.identifier)
      let former = sites[Self.site(of: address, identity.service), default: [:]].updateValue(
        Entry(identity: identity, address: address), forKey: Key(identity))
      if former == nil { count += 1 }
    }
  }

  /// Removes equal entries.
  mutating func remove(_ identities: [CredentialIdentityValue]) {
    for identity in identities {
      let site = Self.site(of: try? ServiceAddress(parsing: identity.service.identifier), identity.service)
      guard sites[site]?.removeValue(forKey: Key(identity)) != nil else { continue }
      count -= 1
      if sites[site]?.isEmpty == true { sites[site] = nil }
    }
  }

  /// Removes all entries.
  mutating func removeAll() {
    sites = [:]
    count = 0
  }

  /// All entries of one service or all, of some kinds or (empty) all.
  func identities(of service: ServiceIdentifierValue?, kinds: [CredentialKind]) -> [CredentialIdentityValue] {
    sites.values.flatMap(\.values).map(\.identity).filter { identity in
      (service.map { $0 == identity.service } ?? true) && (kinds.isEmpty || kinds.contains(identity.kind))
    }
  }

  /// The entries that answer a request, best first.
  ///
  /// - Parameters:
  ///   - services: domains, most specific first; no entry of another site is given.
  ///   - kinds: what the field can take.
  func matches(_ services: [String], kinds: Set<CredentialKind>) -> [RankedIdentity] {
    let addresses = services.map { try? ServiceAddress(parsing: $0) }
    let requestedSites = Set(addresses.compactMap { $0 }.map { Self.site(of: $0) })
    return requestedSites.flatMap { (sites[$0] ?? [:]).values }.compactMap { entry -> RankedIdentity? in
      guard kinds.contains(entry.identity.kind), let address = entry.address,
        let distance = ServiceMatching.rank(stored: address, requested: addresses)
      else { return nil }
      return RankedIdentity(identity: entry.identity, distance: distance)
    }.sorted()
  }

  /// The passkeys of one relying party; `allowed` limits them unless it is empty.
  func passkeys(of relyingParty: String, allowed: Set<[UInt8]>) -> [CredentialIdentityValue] {
    let site = Self.site(of: try? ServiceAddress(parsing: relyingParty), ServiceIdentifierValue(identifier: relyingParty, kind: .domain))
    return (sites[site] ?? [:]).values.map(\.identity).filter { identity in
      guard identity.kind == .passkey, identity.relyingPartyIdentifier == relyingParty, let id = identity.credentialID else { return false }
      return allowed.isEmpty || allowed.contains([UInt8](id))
    }.sorted { ($1.rank, $0.user) < ($0.rank, $1.user) }
  }

  private static func site(of address: ServiceAddress?, _ service: ServiceIdentifierValue) -> String {
    address.map { site(of: $0) } ?? service.identifier
  }

  private static func site(of address: ServiceAddress) -> String {
    RegistrableDomain(of: address.host)?.name ?? address.host.serialized
  }
}

/// An identity and how well it answers what was asked.
struct RankedIdentity: Comparable, Sendable {
  var identity: CredentialIdentityValue
  /// 0 for the asking host itself; more for a looser match.
  var distance: Int

  /// Closer first, then the provider's rank, then by name so that the order is stable.
  static func < (left: Self, right: Self) -> Bool {
    (left.distance, right.identity.rank, left.identity.service.identifier, left.identity.user)
      < (right.distance, left.identity.rank, right.identity.service.identifier, right.identity.user)
  }
}
