// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import Logging
import SecretMemory

/// The life of a request: it passes the gate, the user chooses, a provider is asked, and it ends.
extension Broker {
  // MARK: Judging

  /// Starts a request and has it validated. Validation that takes time runs outside the broker, with a time limit.
  func begin(_ request: ClientRequest, secret: SharedSecret?, key: RequestKey) {
    guard let client = clients[key.client] else { return }
    let aim = RequestAim(request)
    let page = request.context.map(PagePlace.init)
    let call: CallNumber
    do throws(ClientFailure) {
      call = try requests.open(
        OpenRequest(key: key, aim: aim, page: page), limit: environment.limits.openRequestsPerClient)
    } catch {
      return tell(error, of: aim, to: key)
    }
    wakeProviders()
    let now = environment.now()
    let gate = Gate(role: client.role, caller: client.caller, environment: environment)
    do throws(ClientFailure) {
      let judgement = try gate.judge(
        request, secret: secret,
        spending: { (token, page) throws(ClientFailure) in try suggestions.spend(token, client: key.client, page: page, now: now) },
        mayCreateUnasked: { suggestions.recentFills.hasFill(at: place(key.client, page), for: $0, at: now) })
      switch judgement {
      case .judged(let judged): proceed(call, with: judged)
      case .waits(let judge):
        guard requests.mayWait(call) else { throw ClientFailure(.busy) }
        startClock(of: call)
        Task { [weak self] in
          let judged = await judge()
          await self?.proceed(call, with: judged)
        }
      }
    } catch {
      end(call, .failed(error))
    }
  }

  /// Ends a request whose validation takes too long.
  private func startClock(of call: CallNumber) {
    Task { [weak self, environment] in
      try await environment.wait(environment.limits.judging)
      await self?.judgementTimeRanOut(call)
    }
  }

  private func judgementTimeRanOut(_ call: CallNumber) {
    guard let request = requests[call], case .judging = request.state else { return }
    end(call, .failed(ClientFailure(.notAllowedHere, detail: "timedOut")))
  }

  private func proceed(_ call: CallNumber, with judged: Result<JudgedRequest, ClientFailure>) {
    // It may have been cancelled in the meantime, or have timed out.
    guard requests[call] != nil else { return }
    switch judged {
    case .success(let request): proceed(call, with: request)
    case .failure(let failure): end(call, .failed(failure))
    }
  }

  // MARK: Choosing

  private func proceed(_ call: CallNumber, with judged: JudgedRequest) {
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
      guard let tab = request.page?.tab, passwordQuestions.take(from: client, tab: tab, at: environment.now()) else {
        throw ClientFailure(.busy)
      }
      let (vault, name) = try vaultAtDoor()
      let members: [String: JSONValue] = [
        "type": .text(ManageFlow.passwordState), "service": .text(site), "user": .text(user), "unattended": .boolean(true),
      ]
      let question = VaultRelayRequest(members: members, secret: password, asker: asker(client), vault: vault)
      return ManageFlow.compare(question, named: name, by: environment.askVault)
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

  private func place(_ client: ClientNumber, _ page: PagePlace?) -> RecentFills.Place { RecentFills.Place(client: client, tab: page?.tab) }

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

  // MARK: Asking

  private func ask(_ question: ProviderQuestion, call: CallNumber) {
    let provider = question.provider
    renewIfPlacesChanged(provider)
    if providers[provider]?.link == nil { startProvider(provider) }
    guard providers[provider]?.link != nil else {
      return end(call, .failed(ClientFailure(.providerFailed, detail: providers[provider]?.bundle.displayName)))
    }
    _ = requests.update(call) { $0.ask(question) }
    let way = question.stage == .interface ? "preparing the interface" : "trying without interaction"
    environment.logger.info("\(way)", metadata: ["call": "\(call)", "provider": "\(provider)"])
    let (payload, secret) = question.opening
    put(payload, secret: secret, of: call, to: provider)
  }

  /// Sends a question to a provider, and starts its time limit. A question too long for a frame ends the request, and is not the provider's
  /// fault.
  private func put(_ payload: ProviderCall.Payload, secret: SharedSecret?, of call: CallNumber, to provider: String) {
    guard send(payload, secret: secret, of: call, to: provider) else {
      return end(call, .failed(ClientFailure(.badRequest, detail: "tooLong")))
    }
    startStageClock(call)
  }

  @discardableResult
  private func send(_ payload: ProviderCall.Payload, secret: SharedSecret? = nil, of call: CallNumber, to provider: String) -> Bool {
    providers[provider]?.lastActivity = environment.now()
    return providers[provider]?.link?.send(.call(ProviderCall(call, payload)), secret: secret) ?? true
  }

  private func startStageClock(_ call: CallNumber) {
    guard let asking = requests[call]?.asking, asking.machine.stage != .finished else { return }
    let stage = asking.machine.stage
    let limits = environment.limits
    let limit = stage == .withoutInteraction ? limits.withoutInteraction : asking.question.ceremonyTime ?? limits.interface
    Task { [weak self, environment] in
      try await environment.wait(limit)
      await self?.stageTimeRanOut(call, stage: stage)
    }
  }

  private func stageTimeRanOut(_ call: CallNumber, stage: CredentialRequestMachine.Stage) {
    move(call) { machine, name in machine.timedOut(in: stage, provider: name) }
  }

  /// Handles a provider's completion of a request.
  func completed(_ call: CallNumber, by identifier: String, result: ProviderResult, secret: SharedSecret?) {
    guard let request = requests[call], let asking = request.asking, asking.question.provider == identifier,
      requests.update(call, { $0.updateAsking { $0.machine.completed() } }) == .deliver
    else { return }
    environment.logger.info("request completed", metadata: ["call": "\(call)", "provider": "\(identifier)"])
    let name = providers[identifier]?.bundle.displayName
    let answer: CheckedAnswer?
    do throws(UnfillableContent) {
      answer = try AnswerCheck.check(result, secret: secret, against: asking.question.subject)
    } catch {
      return end(call, .failed(ClientFailure(.notFillable, detail: error.rawValue)))
    }
    guard let checked = answer else {
      end(call, .failed(ClientFailure(.providerFailed, detail: name)))
      return punish(identifier)
    }
    if case .credentialImport(_, _, let isPreview) = asking.question.subject {
      // It claims to keep, or to have reported, data that it has not fetched.
      guard exchanges.isTaken(in: call) else { return end(call, .failed(ClientFailure(.providerFailed, detail: name))) }
      if isPreview { return endPreview(in: call) }
    }
    let delivery = AnswerDelivery(
      aim: request.aim, question: asking.question, provider: name, isInJSON: clients[request.key.client]?.role == .browser,
      isUnasked: asking.machine.stage == .withoutInteraction)
    if case .newPasswords(_, brokerChooses: true) = asking.question.subject, case .generated(let passwords) = checked,
      let provider = providers[identifier]
    {
      let picker = BrokerPicker.ofNewPasswords(passwords, of: provider) { kind, password in
        delivery.step(.generated([(kind: kind, password: password)]))
      }
      return perform(picker, for: call)
    }
    if case .password(let user, _) = checked {
      let fill = RecentFills.Fill(
        at: place(request.key.client, request.page), hosts: asking.question.passwordHosts, user: user, provider: identifier)
      suggestions.recentFills.note(fill, at: environment.now())
    }
    perform(delivery.step(checked), for: call)
  }

  /// Handles a provider's cancellation of a request.
  func cancelled(_ call: CallNumber, by identifier: String, domain: String, code: Int, reason: String?) {
    guard let question = requests[call]?.asking?.question, question.provider == identifier else { return }
    let isRegistration = if case .registration = question.subject { true } else { false }
    move(call) { machine, name in
      machine.cancelled(domain: domain, code: code, reason: reason, provider: name, isRegistration: isRegistration)
    }
  }

  /// Handles the end of the process of the provider that works on a request.
  func providerEnded(_ call: CallNumber) {
    move(call) { machine, name in machine.providerEnded(provider: name) }
  }

  /// Advances the provider's part of a request and carries out the consequences.
  private func move(
    _ call: CallNumber, _ event: (inout CredentialRequestMachine, String) -> CredentialRequestMachine.Action
  ) {
    guard let question = requests[call]?.asking?.question, let name = providers[question.provider]?.bundle.displayName,
      let action = requests.update(call, { $0.updateAsking { event(&$0.machine, name) } }).flatMap(\.self)
    else { return }
    switch action {
    case .prepareInterface:
      environment.logger.info(
        "interaction required, preparing the interface", metadata: ["call": "\(call)", "provider": "\(question.provider)"])
      guard let (payload, secret) = question.withInterface else {
        return end(call, .failed(ClientFailure(.providerFailed, detail: name)))
      }
      put(payload, secret: secret, of: call, to: question.provider)
    case .fail(let failure): end(call, .failed(failure))
    case .abandon(let failure, let seemsToHang):
      send(.cancel, of: call, to: question.provider)
      if seemsToHang { expectSign(of: question.provider) }
      end(call, .failed(failure))
    case .deliver, .ignore: break
    }
  }
}
