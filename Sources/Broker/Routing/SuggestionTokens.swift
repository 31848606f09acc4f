// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials

/// What a suggestion's token stands for until it is spent.
struct OfferedSuggestion: Sendable {
  /// What `provide` will do.
  enum Offer: Sendable {
    /// Ask the provider for this credential.
    case credential(CredentialIdentityValue)
    /// Let a locked provider unlock and show its list.
    case unlock
  }

  var client: Int
  var provider: String
  var offer: Offer
  var field: FieldPurpose
  var caller: JudgedCaller
  /// The page's pending passkey request, which a passkey would answer.
  var assertion: PreparedPasskeyAssertion?
  var madeAt: Date
  /// The app's request that a passkey would answer, by its call; nil for a page's.
  var authorization: Int?
}

/// The suggestions on offer: each token is spent once, by the client it was made for, within two minutes.
struct SuggestionTokens: Sendable {
  /// How long a suggestion holds.
  static let lifetime: TimeInterval = 120
  /// The most suggestions that are kept for one client; the oldest go first.
  static let limitPerClient = 256

  private var offers: [String: OfferedSuggestion] = [:]
  private var order: [Int: [String]] = [:]

  init() {}

  /// Puts a suggestion on offer under a token that nobody can guess.
  ///
  /// - Parameter randomness: 16 fresh random bytes.
  mutating func issue(_ offer: OfferedSuggestion, randomness: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    let token = String(randomness.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    offers[token] = offer
    order[offer.client, default: []].append(token)
    if let tokens = order[offer.client], tokens.count > Self.limitPerClient, let oldest = tokens.first {
      order[offer.client]?.removeFirst()
      offers[oldest] = nil
    }
    return token
  }

  /// Takes a suggestion off offer.
  ///
  /// - Throws: `tokenExpired` when it was spent, is older than ``lifetime``, or is another client's.
  mutating func spend(_ token: String, client: Int, now: Date) throws(ClientFailure) -> OfferedSuggestion {
    guard let offer = offers[token], offer.client == client else { throw ClientFailure(.tokenExpired) }
    offers[token] = nil
    order[client]?.removeAll { $0 == token }
    guard now.timeIntervalSince(offer.madeAt) <= Self.lifetime, now >= offer.madeAt else { throw ClientFailure(.tokenExpired) }
    return offer
  }

  /// Forgets what a client that went away was offered.
  mutating func forget(client: Int) {
    for token in order.removeValue(forKey: client) ?? [] { offers[token] = nil }
  }
}
