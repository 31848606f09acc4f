// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import SecretMemory

/// A request that passed the gate: it is answered, or waits for the user, a field or a provider.
extension Broker {
  /// Takes the first step of a request that passed the gate.
  func proceed(_ call: CallNumber, with judged: JudgedRequest) {
    do throws(ClientFailure) {
      perform(try firstStep(of: judged, call), for: call)
    } catch {
      end(call, .failed(error))
    }
  }

  /// Returns the first step after the gate.
  private func firstStep(of judged: JudgedRequest, _ call: CallNumber) throws(ClientFailure) -> RequestStep {
    guard let request = requests[call] else { return .fail(ClientFailure(.userCanceled)) }
    let client = request.key.client
    switch judged {
    case .status:
      if let authenticators = environment.virtualAuthenticators { return VirtualFlow.status(of: authenticators) }
      return .answer(.status(providers.states(in: environment)))
    case .providers: return .answer(describedProviders)
    case .setProvider(let change): return try decide(change)
    case .pairedBrowsers: return PairedBrowsersFlow.list(environment.pairedBrowsers)
    case .forgetBrowser(let name): return PairedBrowsersFlow.forget(name, among: environment.pairedBrowsers)
    case .attachSurface(let ticket): return .attachSurface(ticket: ticket)
    case .suggestions(let field): return .answer(.suggestions(offer(field, for: request)))
    case .textSuggestions(let purpose, let caller):
      // A passkey answers the request that waits for a field to get the focus.
      let waiting = purpose == .username ? requests.waitingForField(of: client) : nil
      let field = JudgedField(caller: caller, purpose: purpose, assertion: waiting?.authorization.assertions.first?.prepared)
      return .answer(.suggestions(offer(field, for: request, waiting: waiting?.call)))
    case .provide(let offered):
      if let waiting = offered.waiting, case .credential(let identity) = offered.offer, identity.kind == .passkey {
        return try answerWaiting(waiting, with: identity, of: offered.provider, for: client)
      }
      return try FieldFlow.provide(offered, among: providers)
    case .list(let field): return try FieldFlow.list(field, among: providers)
    case .setUpCode(let services, let link): return try FieldFlow.setUpCode(for: services, link: link, among: providers)
    case .createPasskey(let registration):
      return try PasskeyFlow.create(registration, among: providers) { creatorUnasked(of: $0, at: place(client, request.page)) }
    case .getPasskey(let field, let isImmediate): return try PasskeyFlow.get(field, isImmediate: isImmediate, among: providers)
    case .createVirtually(let ceremony): return VirtualFlow.create(ceremony, by: environment.virtualAuthenticators)
    case .getVirtually(let ceremony): return VirtualFlow.get(ceremony, by: environment.virtualAuthenticators)
    case .authorize(let authorization):
      return try AppFlow.begin(authorization, among: providers, isExpectingProviders: isExpectingSignIns) {
        creatorUnasked(of: $0, at: place(client, request.page))
      }
    case .generatePassword(let value, let isChosen): return try PasswordFlow.generate(value, isChosen: isChosen, among: providers)
    case .savePassword(let value, let password): return try PasswordFlow.save(value, password: password, among: providers)
    case .passwordState(let site, let user, let password):
      return try compare(password, of: user, at: site, for: request)
    case .signal(let signal):
      report(signal)
      guard let authenticators = environment.virtualAuthenticators else { return .answer(.done()) }
      return .hear {
        await authenticators.hear(signal)
        return .answer(.done())
      }
    case .chooseText: return try FieldFlow.chooseText(among: providers)
    case .manage(let members, let secret): return try manage(members, secret: secret, for: client)
    case .startExchange(let start): return try ExchangeFlow.start(start, among: providers)
    case .requestExport(let export): return try requestExport(export, of: request.key)
    case .exportPart(let part, let secret): return try takePart(part, secret: secret, in: call)
    case .importPart(let part): return try handOutPart(part, to: client)
    }
  }

  /// Returns the asker on whose behalf the vault is asked.
  private func asker(_ client: ClientNumber) -> VaultRelayRequest.Asker {
    guard let client = clients[client], client.role == .settings else { return .popup(clients[client]?.browser ?? "") }
    return .settings(client.caller.executable ?? "that hides its name")
  }

  /// Forwards a popup's or settings' request to the vault, which is started if it is not running.
  private func manage(
    _ members: [String: JSONValue], secret: SharedSecret?, for client: ClientNumber
  ) throws(ClientFailure) -> RequestStep {
    let (vault, name) = try vaultAtDoor()
    let request = VaultRelayRequest(members: members, secret: secret, asker: asker(client), vault: vault)
    return ManageFlow.relay(request, named: name, by: environment.askVault)
  }

  /// Makes the vault compare a password with those it stores for a site. A tab may ask only a few times.
  private func compare(
    _ password: SharedSecret?, of user: String, at site: String, for request: OpenRequest
  ) throws(ClientFailure) -> RequestStep {
    let client = request.key.client
    guard let tab = request.page?.tab, passwordQuestions.take(from: client, tab: tab, at: environment.now()) else {
      throw ClientFailure(.busy)
    }
    let (vault, name) = try vaultAtDoor()
    let question = VaultRelayRequest(
      members: ManageFlow.comparison(at: site, of: user), secret: password, asker: asker(client), vault: vault)
    return ManageFlow.compare(question, named: name, by: environment.askVault)
  }

  /// Returns the process of the vault, which is started if it is not running, and its display name.
  private func vaultAtDoor() throws(ClientFailure) -> (process: Int32, name: String) {
    guard let vault = providers.first(where: \.bundle.needs.servesSession) else { throw ClientFailure(.nothingToOffer) }
    if providers[vault]?.link == nil { startProvider(vault) }
    guard let provider = providers[vault], let process = provider.link?.process else {
      throw ClientFailure(.providerFailed, detail: providers[vault]?.bundle.displayName)
    }
    providers[vault]?.lastActivity = environment.now()
    return (process, provider.bundle.displayName)
  }

  private func offer(_ field: JudgedField, for request: OpenRequest, waiting: CallNumber? = nil) -> FieldSuggestions {
    let recipient = Suggestions.Recipient(client: request.key.client, page: request.page, field: field, waiting: waiting)
    return suggestions.offer(to: recipient, among: providers, now: environment.now(), randomBytes: environment.randomBytes)
  }

  /// Answers a waiting request with the passkey picked in a field; the pick itself fills nothing into the field.
  private func answerWaiting(
    _ waiting: CallNumber, with identity: CredentialIdentityValue, of provider: String, for client: ClientNumber
  ) throws(ClientFailure) -> RequestStep {
    guard let request = requests[waiting], request.key.client == client, case .inField(let authorization)? = request.choice else {
      throw ClientFailure(.tokenExpired)
    }
    perform(try AppFlow.assert(identity, of: provider, for: authorization), for: waiting)
    return .answer(.done())
  }

  /// Returns the provider that may create a passkey without a prompt: it filled the password of exactly this account just before, and
  /// declares that it creates such passkeys. This uses up the fill.
  private func creatorUnasked(of registration: PreparedPasskeyRegistration, at place: RecentFills.Place) -> String? {
    let provider = suggestions.recentFills.spend(
      at: place, for: registration.caller, user: registration.userName, at: environment.now())
    return provider.flatMap { providers[$0]?.bundle.capabilities.conditionalPasskeyRegistration == true ? $0 : nil }
  }

  /// Returns where a password is filled: in a client, or in one of its tabs.
  func place(_ client: ClientNumber, _ page: PagePlace?) -> RecentFills.Place { RecentFills.Place(client: client, tab: page?.tab) }

  /// Carries out a step.
  func perform(_ step: RequestStep, for call: CallNumber) {
    switch step {
    case .answer(let answer, let secret): end(call, .answered(answer, secret))
    case .fail(let failure): end(call, .failed(failure))
    case .choose(let view, let steps):
      _ = requests.update(call) { $0.choose(.row(steps)) }
      if let key = requests[call]?.key { show(view, of: key) }
    case .waitForField(let authorization):
      _ = requests.update(call) { $0.choose(.inField(authorization)) }
    case .waitForProviders(let authorization):
      _ = requests.update(call) { $0.choose(.whenProvidersArrived(authorization)) }
      Task { [weak self, environment] in
        try await environment.wait(environment.limits.withoutInteraction)
        await self?.pick(call)
      }
    case .hear(let next):
      work[call] = Task { [weak self] in
        let step = await next()
        await self?.perform(step, for: call)
      }
    case .attachSurface(let ticket):
      do throws(ClientFailure) {
        try attachSurface(call, ticket: ticket)
      } catch {
        end(call, .failed(error))
      }
    case .grantExport(let importer): grantExport(call, to: importer)
    case .ask(let question): ask(question, call: call)
    }
  }

  /// Continues waiting sign-ins, unless a provider is still starting.
  func goOnIfProvidersArrived() {
    guard !isExpectingSignIns else { return }
    for call in requests.waitingForProviders { pick(call) }
  }

  private var isExpectingSignIns: Bool { providers.isExpectingSignIns(at: environment.now(), limits: environment.limits) }

  private func pick(_ call: CallNumber) {
    guard case .whenProvidersArrived(let authorization)? = requests[call]?.choice else { return }
    do throws(ClientFailure) {
      perform(try AppFlow.pick(authorization, among: providers), for: call)
    } catch {
      end(call, .failed(error))
    }
  }

  /// Handles the user's action in the view of a request, and text typed into a form on a surface.
  func viewEvent(_ event: ViewEventValue, typed: SharedSecret? = nil, call: CallNumber) {
    switch requests[call]?.state {
    case .choosing(.row(let steps)):
      guard event.view == OpenRequest.ownView else { return }
      if event.action == .choose, let step = event.row.flatMap({ steps[$0] }) { return perform(step, for: call) }
      if event.action == .cancel { end(call, .failed(ClientFailure(.userCanceled))) }
    case .asking(let asking):
      // An event for a view that is already gone is not the user's answer to the current one.
      guard let view = asking.view, view.number == event.view else { return }
      var event = event
      let fits = TypedTexts.split(typed, by: event.byteCounts, count: view.fieldCount) != nil
      // Only a form is filled in, and only by a surface; a client that shows something else in its place can only cancel.
      if view.fieldCount > 0, !fits, event.action != .cancel { return }
      if view.fieldCount == 0 || event.action == .cancel { event.byteCounts = nil }
      send(.viewEvent(event), secret: event.byteCounts == nil ? nil : typed, of: call, to: asking.question.provider)
    case .judging, .choosing, nil: break
    }
  }
}
