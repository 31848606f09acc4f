// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import FoundationEssentials

/// The suggestion behind a token until it is used.
package struct OfferedSuggestion: Sendable {
  /// The action of `provide`.
  package enum Offer: Sendable {
    /// Asks the provider for this credential.
    case credential(CredentialIdentityValue)
    /// Lets a locked provider unlock and show its list.
    case unlock
  }

  var client: ClientNumber
  /// The document in a browser for which it was made; nil for an app.
  var page: PagePlace?
  /// The identifier of the provider to ask when it is picked.
  package var provider: String
  var offer: Offer
  var field: FieldPurpose
  var caller: JudgedCaller
  /// The page's pending passkey request, which a passkey would answer.
  var assertion: PreparedPasskeyAssertion?
  var madeAt: Date
  /// The app's request that a passkey would answer; nil for a page's.
  var waiting: CallNumber?

  /// Whether it is a passkey, and not another credential or a list.
  var isPasskey: Bool {
    if case .credential(let identity) = offer { identity.kind == .passkey } else { false }
  }

  /// Creates a suggestion in a field, by a provider, for one asker.
  init(
    client: ClientNumber, page: PagePlace?, provider: String, offer: Offer, field: FieldPurpose, caller: JudgedCaller,
    assertion: PreparedPasskeyAssertion?, madeAt: Date, waiting: CallNumber?
  ) {
    self.client = client
    self.page = page
    self.provider = provider
    self.offer = offer
    self.field = field
    self.caller = caller
    self.assertion = assertion
    self.madeAt = madeAt
    self.waiting = waiting
  }

  /// Creates a suggestion in a page's or an app's field that does not ask for a passkey.
  package init(
    client: ClientNumber, page: PagePlace?, provider: String, offer: Offer, field: FieldPurpose, caller: JudgedCaller, madeAt: Date
  ) {
    self.init(
      client: client, page: page, provider: provider, offer: offer, field: field, caller: caller, assertion: nil, madeAt: madeAt,
      waiting: nil)
  }
}

/// The offered suggestions: each token is used once, by the client, tab, frame and document for which it was made, within two minutes.
package struct SuggestionTokens: Sendable {
  /// The time for which a suggestion is valid, in seconds.
  package static let lifetime: TimeInterval = 120
  /// The maximum number of suggestions kept for one app or one tab of a browser; the oldest are removed first.
  package static let limitPerAsker = 256
  /// The maximum number of suggestions kept for one client with all its tabs.
  static let limitPerClient = 4096

  /// The asker whose suggestions displace each other: never those of another tab.
  private struct Asker: Hashable {
    let client: ClientNumber
    let tab: Int?
  }

  private var offers: [String: OfferedSuggestion] = [:]
  private var order: [Asker: [String]] = [:]

  /// Creates an empty value.
  package init() {}

  /// Offers a suggestion under an unguessable token.
  ///
  /// - Parameter randomness: 16 fresh random bytes.
  package mutating func issue(_ offer: OfferedSuggestion, randomness: [UInt8]) -> String {
    let token = HexadecimalDigits.text(randomness)
    let asker = Asker(client: offer.client, tab: offer.page?.tab)
    makeRoom(for: asker, now: offer.madeAt)
    offers[token] = offer
    order[asker, default: []].append(token)
    return token
  }

  /// Uses up a suggestion.
  ///
  /// - Throws: `tokenExpired` if it was used, is older than its lifetime, or was made for another client or document; a token used in the
  ///   wrong place is lost.
  package mutating func spend(_ token: String, client: ClientNumber, page: PagePlace?, now: Date) throws(ClientFailure) -> OfferedSuggestion
  {
    guard let offer = offers[token], offer.client == client else { throw ClientFailure(.tokenExpired) }
    offers[token] = nil
    order[Asker(client: client, tab: offer.page?.tab)]?.removeAll { $0 == token }
    guard offer.page == page, now.timeIntervalSince(offer.madeAt) <= Self.lifetime, now >= offer.madeAt else {
      throw ClientFailure(.tokenExpired)
    }
    return offer
  }

  /// Removes the suggestions of a disconnected client.
  mutating func forget(client: ClientNumber) {
    for asker in order.keys where asker.client == client { forget(asker) }
  }

  private mutating func makeRoom(for asker: Asker, now: Date) {
    if let tokens = order[asker], tokens.count >= Self.limitPerAsker, let oldest = tokens.first {
      order[asker]?.removeFirst()
      offers[oldest] = nil
    }
    guard order[asker] == nil else { return }
    // For a new tab, expired suggestions are removed, and with very many tabs those of the tab that asked longest ago.
    let others = order.filter { $0.key.client == asker.client }
    let newest = others.mapValues { tokens in tokens.last.flatMap { offers[$0]?.madeAt } ?? Date(timeIntervalSince1970: 0) }
    for (other, time) in newest where now.timeIntervalSince(time) > Self.lifetime { forget(other) }
    guard others.values.reduce(0, { $0 + $1.count }) >= Self.limitPerClient,
      let longestAgo = newest.min(by: { $0.value < $1.value })?.key
    else { return }
    forget(longestAgo)
  }

  private mutating func forget(_ asker: Asker) {
    for token in order.removeValue(forKey: asker) ?? [] { offers[token] = nil }
  }
}
