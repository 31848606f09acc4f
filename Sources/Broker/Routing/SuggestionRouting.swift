// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import Logging
import SecretMemory

/// Suggestions, their picking, lists and set-up links.
extension Broker {
  /// Answers what could be filled into a field; no provider is asked and no secret moves.
  func suggest(id: Int, client: Int, caller: JudgedCaller, field: FieldPurpose, passkey: JSONValue?) throws {
    let assertion = try passkey.map { try PreparedPasskeyAssertion(options: $0, caller: caller) }
    answerSuggestions(id: id, client: client, caller: caller, field: field, assertion: assertion)
  }

  /// Answers what could be filled for a caller that was judged.
  ///
  /// - Parameter authorization: The app's request that a passkey would answer.
  func answerSuggestions(
    id: Int, client: Int, caller: JudgedCaller, field: FieldPurpose, assertion: PreparedPasskeyAssertion?, authorization: Int? = nil
  ) {
    func issue(_ offer: OfferedSuggestion.Offer, of provider: ProviderBundle) -> String {
      tokens.issue(
        OfferedSuggestion(
          client: client, provider: provider.identifier, offer: offer, field: field, caller: caller, assertion: assertion,
          madeAt: environment.now(), authorization: authorization), randomness: environment.randomBytes(16))
    }
    let hosted = order.compactMap { providers[$0] }
    let items = MergedOffers.merge(hosted, services: caller.services.map(\.identifier), field: field, assertion: assertion).map { offer in
      let identity = offer.identity
      return SuggestionValue(
        token: issue(.credential(identity), of: offer.provider),
        kind: identity.kind, service: DisplayText.line(identity.service.displayName ?? identity.service.identifier),
        account: DisplayText.line(identity.user), provider: offer.provider.displayName)
    }
    let locked = hosted.filter { $0.isClosed && $0.canList(field) }.map { provider in
      LockedProviderValue(token: issue(.unlock, of: provider.bundle), provider: provider.bundle.displayName)
    }
    tell(.suggestions(id: id, items: items, locked: locked, canList: providers.values.contains { $0.canList(field) }), client: client)
  }

  /// Provides a picked suggestion: without interaction first, with the provider's interface if it asks for that.
  func provide(_ token: String, id: Int, client: Int) throws {
    let offered = try tokens.spend(token, client: client, now: environment.now())
    switch offered.offer {
    case .unlock:
      openList(of: offered.provider, id: id, client: client, field: offered.field, caller: offered.caller, assertion: offered.assertion)
    case .credential(let identity):
      let value: CredentialRequestValue
      switch identity.kind {
      case .password: value = CredentialRequestValue(type: .password, identity: identity)
      case .oneTimeCode: value = CredentialRequestValue(type: .oneTimeCode, identity: identity)
      case .passkey:
        guard let assertion = offered.assertion else { throw ClientFailure(.badRequest) }
        if let call = offered.authorization {
          return try providePasskey(identity, of: offered.provider, to: call, id: id, client: client)
        }
        value = assertion.request(for: identity)
      }
      provideCredential(
        value, from: offered.provider, id: id, client: client, purpose: .fill, assertion: offered.assertion, caller: offered.caller)
    }
  }

  /// Asks a provider for one credential, beginning without interaction.
  func provideCredential(
    _ value: CredentialRequestValue, from provider: String, id: Int, client: Int, purpose: OpenRequest.Purpose,
    assertion: PreparedPasskeyAssertion?, caller: JudgedCaller?
  ) {
    var request = OpenRequest(client: client, id: id, purpose: purpose)
    request.provider = provider
    request.caller = caller
    request.expectation = .credential(value)
    request.machine = .beginWithoutInteraction()
    request.assertion = assertion
    let call = open(request)
    environment.logger.info("trying without interaction", metadata: ["call": "\(call)", "provider": "\(provider)"])
    ask(provider, call: call, .provideCredentialWithoutUserInteraction(call: call, request: value))
  }

  /// Shows all: the provider's own list, or first a choice of providers where several have one.
  func list(id: Int, client: Int, caller: JudgedCaller, field: FieldPurpose, passkey: JSONValue?) throws {
    let assertion = try passkey.map { try PreparedPasskeyAssertion(options: $0, caller: caller) }
    let able = order.filter { providers[$0]?.canList(field) ?? false }
    guard let first = able.first else { throw ClientFailure(.nothingToOffer) }
    guard able.count > 1 else {
      return openList(of: first, id: id, client: client, field: field, caller: caller, assertion: assertion)
    }
    var request = OpenRequest(client: client, id: id, purpose: .fill)
    request.assertion = assertion
    request.listing = OpenRequest.Listing(field: field, caller: caller)
    var rows: [PresentableViewValue.Row] = []
    for (index, identifier) in able.enumerated() {
      let row = "p\(index)"
      request.choices[row] = .list(provider: identifier)
      rows.append(providerRow(row, identifier))
    }
    presentOwnView(PresentableViewValue(number: OpenRequest.ownView, kind: .list, title: "Choose a provider", rows: rows), for: request)
  }

  /// A row that leads to a provider, in a choice among several.
  func providerRow(_ id: String, _ identifier: String) -> PresentableViewValue.Row {
    let provider = providers[identifier]
    let isLocked = provider?.lockState == .locked
    return PresentableViewValue.Row(
      id: id, title: provider?.bundle.displayName ?? identifier, subtitle: isLocked ? "It is locked" : nil,
      kind: isLocked ? .locked : .provider, provider: provider?.bundle.displayName)
  }

  /// Asks a provider for its list.
  func openList(
    of provider: String, id: Int, client: Int, field: FieldPurpose, caller: JudgedCaller, assertion: PreparedPasskeyAssertion?,
    purpose: OpenRequest.Purpose = .fill
  ) {
    var request = OpenRequest(client: client, id: id, purpose: purpose)
    request.provider = provider
    request.machine = .beginWithInterface()
    request.caller = caller
    request.assertion = assertion
    let parameters = field == .username && providers[provider]?.bundle.capabilities.passkeys == true ? assertion?.parameters : nil
    request.expectation = field == .oneTimeCode ? .codeFromList : .signInFromList(parameters)
    let call = open(request)
    ask(
      provider, call: call,
      field == .oneTimeCode
        ? .prepareOneTimeCodeCredentialList(call: call, services: caller.services)
        : .prepareCredentialList(call: call, services: caller.services, parameters: parameters))
  }

  /// Hands a followed set-up link to the first provider that sets codes up; the link is a secret and is not read here.
  func setUpCode(id: Int, client: Int, context: ClientContext, url: String) throws {
    let caller = try CallerJudge.judge(context)
    guard let provider = order.first(where: { providers[$0]?.bundle.capabilities.setsUpVerificationCodes ?? false }) else {
      throw ClientFailure(.nothingToOffer)
    }
    guard (1...8192).contains(url.utf8.count) else { throw ClientFailure(.badSetUpLink, detail: "tooLong") }
    var request = OpenRequest(client: client, id: id, purpose: .setUp)
    request.provider = provider
    request.machine = .beginWithInterface()
    request.expectation = .setUp
    let call = open(request)
    ask(
      provider, call: call, .prepareInterfaceForVerificationCodeSetup(call: call, services: caller.services),
      secret: SharedSecret(copying: url.utf8))
  }

  /// Shows a view of the broker's own, in which the person chooses what happens next.
  func presentOwnView(_ view: PresentableViewValue, for request: OpenRequest) {
    var request = request
    request.presentedView = view.number
    _ = open(request)
    show(view, of: request)
  }

  /// Goes on as the person chose in the broker's own view.
  func choose(_ event: ViewEventValue, call: Int) {
    guard let request = requests[call], request.presentedView == event.view else { return }
    guard event.action == .choose, let choice = event.row.flatMap({ request.choices[$0] }) else {
      if event.action == .cancel { finish(call, failure: ClientFailure(.userCanceled)) }
      return
    }
    if request.purpose == .authorize { return chooseForApp(choice, call: call) }
    if case .generated(let kind, let password) = choice {
      guard let (answer, secret) = try? clientAnswer(.generated([(kind: kind, password: password)]), to: request) else { return }
      return deliver(answer, secret: secret, call: call)
    }
    requests[call] = nil
    clients[request.client]?.calls[request.id] = nil
    switch choice {
    case .password, .createPasskey, .generated: break
    case .passkey(let identity, let provider):
      guard let assertion = request.assertion else { return }
      provideCredential(
        assertion.request(for: identity), from: provider, id: request.id, client: request.client, purpose: request.purpose,
        assertion: assertion, caller: request.listing?.caller)
    case .text(let provider):
      openTexts(of: provider, id: request.id, client: request.client)
    case .unlock(let provider), .list(let provider):
      guard let listing = request.listing else { return }
      openList(
        of: provider, id: request.id, client: request.client, field: listing.field, caller: listing.caller, assertion: request.assertion,
        purpose: request.purpose)
    }
  }
}
