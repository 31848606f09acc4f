// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// The identities of several providers for one field, in the order of the client door.
enum MergedOffers {
  /// The maximum number of suggestions for a field: more would only cost time.
  static let limit = 64

  /// An identity with the provider that has it.
  struct Offer: Sendable {
    var identity: CredentialIdentityValue
    var provider: ProviderBundle
  }

  private struct Ranked {
    var identity: CredentialIdentityValue
    /// 0 for a passkey, 1 for anything else.
    var group: Int
    var distance: Int
    /// The provider's position in the user's order.
    var place: Int

    /// Passkeys come first: if a site accepts one, it is the safer answer (Apple, "Supporting passkeys": passkeys alongside passwords).
    /// Then the more specific service, the user's order of providers, the provider's rank, and names for a stable order.
    static func precedes(_ left: Self, _ right: Self) -> Bool {
      let numbers = (left.group, left.distance, left.place, right.identity.rank)
      let others = (right.group, right.distance, right.place, left.identity.rank)
      guard numbers == others else { return numbers < others }
      return (left.identity.service.identifier, left.identity.user) < (right.identity.service.identifier, right.identity.user)
    }
  }

  /// Returns the identities of providers, in the user's order, for a field.
  ///
  /// - Parameters:
  ///   - services: The requesting services, most specific first.
  ///   - assertion: The pending passkey request, which a user-name field's passkeys would answer.
  static func merge(
    _ providers: [HostedProvider], services: [String], field: FieldPurpose, assertion: PreparedPasskeyAssertion?
  ) -> [Offer] {
    let query = ServiceQuery(services)
    let found = providers.enumerated().map { place, provider -> [Ranked] in
      let capabilities = provider.bundle.capabilities
      var ranked: [Ranked] = []
      if field == .username, capabilities.passkeys, let assertion {
        ranked += provider.store.passkeys(of: assertion.relyingPartyID, allowed: assertion.allowedCredentialIDs).prefix(limit).map {
          Ranked(identity: $0, group: 0, distance: 0, place: place)
        }
      }
      let kind: CredentialKind = field == .oneTimeCode ? .oneTimeCode : .password
      guard kind == .password ? capabilities.passwords : capabilities.oneTimeCodes else { return ranked.sorted(by: Ranked.precedes) }
      ranked += provider.store.matches(query, kinds: [kind]).prefix(limit).map {
        Ranked(identity: $0.identity, group: 1, distance: $0.distance, place: place)
      }
      return withoutRepeats(ranked.sorted(by: Ranked.precedes))
    }
    let share = fairShare(of: found.map(\.count))
    return found.flatMap { $0.prefix(share) }.sorted(by: Ranked.precedes)
      .map { Offer(identity: $0.identity, provider: providers[$0.place].bundle) }
  }

  /// Returns one offer for each record: if several of its services match, the first, which is the most specific.
  private static func withoutRepeats(_ ranked: [Ranked]) -> [Ranked] {
    var seen: Set<[String]> = []
    return ranked.filter { one in
      guard let record = one.identity.recordIdentifier else { return true }
      return seen.insert([one.identity.kind.rawValue, record, one.identity.user]).inserted
    }
  }

  /// Returns the maximum number of offers of a provider, so that all together stay within the limit and no provider displaces others.
  ///
  /// - Parameter counts: The number of offers of each provider.
  static func fairShare(of counts: [Int]) -> Int {
    (1...limit).last { share in counts.reduce(0) { $0 + min($1, share) } <= limit } ?? 1
  }
}
