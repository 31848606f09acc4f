// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials

/// The suggestions in fields, and the meaning of their tokens until they are used.
struct Suggestions: Sendable {
  private var tokens = SuggestionTokens()
  /// The recently filled passwords.
  var recentFills = RecentFills()

  init() {}

  /// The recipient of suggestions, with their purpose.
  struct Recipient: Sendable {
    let client: ClientNumber
    /// The document in a browser that alone may use the suggestions.
    let page: PagePlace?
    let field: JudgedField
    /// The app's request that a passkey would answer.
    var waiting: CallNumber?
  }

  /// Offers suggestions for a field; no provider is asked and no secret is read.
  ///
  /// - Parameter randomBytes: Returns this many fresh random bytes.
  mutating func offer(
    to recipient: Recipient, among providers: Providers, now: Date, randomBytes: (Int) -> [UInt8]
  ) -> FieldSuggestions {
    let field = recipient.field
    func token(_ offer: OfferedSuggestion.Offer, of provider: ProviderBundle) -> String {
      tokens.issue(
        OfferedSuggestion(
          client: recipient.client, page: recipient.page, provider: provider.identifier, offer: offer, field: field.purpose,
          caller: field.caller, assertion: field.assertion, madeAt: now, waiting: recipient.waiting), randomness: randomBytes(16))
    }
    let hosted = providers.inOrder
    // A page of another site gets only the passkeys it asks for.
    let takesLists = !field.caller.isCrossSite
    let offers = MergedOffers.merge(
      hosted, services: takesLists ? field.caller.services.map(\.identifier) : [], field: field.purpose, assertion: field.assertion)
    let items = offers.map { offer in
      let identity = offer.identity
      return SuggestionValue(
        token: token(.credential(identity), of: offer.provider), kind: identity.kind,
        service: DisplayText.line(identity.service.displayName ?? identity.service.identifier), account: DisplayText.line(identity.user),
        provider: offer.provider.displayName)
    }
    let locked = hosted.filter { takesLists && $0.isClosed && $0.canList(field.purpose) }.map { provider in
      LockedProviderValue(
        token: token(.unlock, of: provider.bundle), provider: provider.bundle.displayName, isLocked: !provider.namesNothing)
    }
    return FieldSuggestions(items: items, locked: locked, canList: takesLists && hosted.contains { $0.canList(field.purpose) })
  }

  /// Uses up a suggestion.
  ///
  /// - Throws: `tokenExpired`, as SuggestionTokens/spend(_:client:page:now:).
  mutating func spend(_ token: String, client: ClientNumber, page: PagePlace?, now: Date) throws(ClientFailure) -> OfferedSuggestion {
    try tokens.spend(token, client: client, page: page, now: now)
  }

  /// Removes the suggestions and fills of a disconnected client.
  mutating func forget(client: ClientNumber) {
    tokens.forget(client: client)
    recentFills.forget(client: client)
  }
}
