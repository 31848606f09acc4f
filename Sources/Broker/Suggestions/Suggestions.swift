// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials

/// What fields are offered, and what their tokens stand for until they are spent.
struct Suggestions: Sendable {
  private var tokens = SuggestionTokens()
  /// Which passwords were filled just now.
  var recentFills = RecentFills()

  init() {}

  /// Who is offered something, and for what.
  struct Recipient: Sendable {
    let client: ClientNumber
    /// The document in a browser that alone may spend what it is offered.
    let page: PagePlace?
    let field: JudgedField
    /// The app's request that a passkey would answer.
    var waiting: CallNumber?
  }

  /// Offers what could be filled into a field; no provider is asked and no secret moves.
  ///
  /// - Parameter randomBytes: As many fresh random bytes as asked for.
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
    // In a page of another site nothing but the passkeys that it asks for.
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

  /// Takes a suggestion off offer.
  ///
  /// - Throws: `tokenExpired`, as SuggestionTokens/spend(_:client:page:now:).
  mutating func spend(_ token: String, client: ClientNumber, page: PagePlace?, now: Date) throws(ClientFailure) -> OfferedSuggestion {
    try tokens.spend(token, client: client, page: page, now: now)
  }

  /// Forgets what a client that went away was offered, and what was filled for it.
  mutating func forget(client: ClientNumber) {
    tokens.forget(client: client)
    recentFills.forget(client: client)
  }
}
