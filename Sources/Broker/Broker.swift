// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import SecretMemory

import FoundationEssentials
import Logging

/// The system of Apple's documents: it receives requests, offers suggestions, asks the right provider, and judges who asks.
///
/// It holds no key and opens no record. What a request releases passes through once, on its way to the client.
package actor Broker {
  /// Sends one answer, and the secret that it carries, to one client.
  package typealias ClientDoor = @Sendable (ClientAnswer, SharedSecret?) -> Void

  struct Client {
    let door: ClientDoor
    let role: ClientRole
    let caller: CallerIdentity
    /// Open requests by the client's own numbers, to call numbers.
    var calls: [Int: Int] = [:]
    /// Requests that wait for a well-known document, by the client's own numbers.
    var waiting: Set<Int> = []
  }

  let environment: BrokerEnvironment
  /// Enabled providers by identifier; `order` is the person's.
  var providers: [String: HostedProvider] = [:]
  var order: [String] = []
  /// Every installed provider, enabled or not.
  var installed: [ProviderBundle]
  /// The person's decisions about them.
  var settings: ProviderSettings
  /// Whether those decisions could be read; if not, they are not written over.
  let settingsAreReadable: Bool
  var clients: [Int: Client] = [:]
  var tokens = SuggestionTokens()
  /// Which passwords were filled just now.
  var recentFills = RecentFills()
  /// What draws the views of clients that draw none.
  var surfaces = Surfaces()
  /// Pages of store operations whose last frame is not here yet, by provider and request number.
  var pendingStoreFrames: [String: [Int: PendingStorePages]] = [:]
  /// Requests under way by call number.
  var requests: [Int: OpenRequest] = [:]
  private var nextClient = 1
  private var nextCall = 1
  var nextGeneration = 1

  /// Takes the installed providers; none is started before ``start()``.
  package init(providers bundles: [ProviderBundle], environment: BrokerEnvironment) {
    self.environment = environment
    installed = bundles
    let kept = Result { () throws(BrokerError) in try environment.settings.load() }
    settings = (try? kept.get()) ?? ProviderSettings()
    settingsAreReadable = (try? kept.get()) != nil
  }

  /// Starts every enabled provider, so that their identity stores fill.
  package func start() {
    if !settingsAreReadable {
      environment.logger.error("the settings of providers cannot be read; the defaults hold until they are mended")
    }
    applySettings()
  }

  /// Ends every provider.
  package func stop() {
    for provider in providers.values { provider.link?.kill() }
  }

  // MARK: Clients

  /// Lets a client in; its messages come with the number returned.
  ///
  /// - Parameters:
  ///   - role: The role that the client was found to have.
  ///   - caller: Who it is.
  package func attach(as role: ClientRole, caller: CallerIdentity, _ door: @escaping ClientDoor) -> Int {
    defer { nextClient += 1 }
    clients[nextClient] = Client(door: door, role: role, caller: caller)
    return nextClient
  }

  /// Ends everything that a client that went away had under way.
  package func detach(_ client: Int) {
    detachSurface(client)
    for call in clients[client]?.calls.values.sorted() ?? [] { abandon(call) }
    clients[client] = nil
    tokens.forget(client: client)
  }

  /// Hears one message of a client, with the secret that it carries; the client's next one comes when this one has been heard.
  package func receive(_ message: ClientMessage, secret: SharedSecret? = nil, from client: Int) async {
    if case .request(_, let request) = message, request.isAboutInstalledProviders { await refreshInstalled() }
    guard clients[client] != nil else { return }
    switch message {
    case .hello:
      tell(.welcome(version: 1), client: client)
    case .request(let id, let request):
      begin(request, secret: secret, id: id, client: client)
    case .cancel(let id):
      if clients[client]?.waiting.remove(id) != nil { return tell(ClientFailure(.userCanceled), id: id, client: client) }
      if let call = clients[client]?.calls[id] { abandon(call) }
    case .viewEvent(let id, let event):
      if clients[client]?.role == .surface { return surfaceEvent(event, number: id, surface: client) }
      if let call = clients[client]?.calls[id] { viewEvent(event, call: call) }
    }
  }

  private func begin(_ request: ClientRequest, secret: SharedSecret?, id: Int, client: Int) {
    attempt(id: id, client: client) {
      guard let calls = clients[client]?.calls, let waiting = clients[client]?.waiting, calls[id] == nil, !waiting.contains(id) else {
        throw ClientFailure(.badRequest)
      }
      guard clients[client]?.role.mayAsk(request) == true else { throw ClientFailure(.notAllowedHere, detail: "role") }
      guard calls.count + waiting.count < environment.limits.openRequestsPerClient else { throw ClientFailure(.busy) }
      wakeProviders()
      surfaces.note(request, of: RequestKey(client: client, id: id))
      switch request {
      case .status:
        tell(.status(id: id, providers: providerStates()), client: client)
      case .suggestions(let context, let field, let passkey):
        try withCaller(context, relyingPartyID: passkey?.requestedRelyingPartyID, id: id, client: client) { broker, caller in
          try broker.suggest(id: id, client: client, caller: caller, field: field, passkey: passkey)
        }
      case .provide(let token):
        try provide(token, id: id, client: client)
      case .list(let context, let field, let passkey):
        try withCaller(context, relyingPartyID: passkey?.requestedRelyingPartyID, id: id, client: client) { broker, caller in
          try broker.list(id: id, client: client, caller: caller, field: field, passkey: passkey)
        }
      case .setUpCode(let context, let url):
        try setUpCode(id: id, client: client, context: context, url: url)
      case .createPasskey(let context, let options, let isConditional):
        try withCaller(ofCeremony: context, relyingPartyID: options.createdRelyingPartyID, id: id, client: client) { broker, caller in
          try broker.createPasskey(id: id, client: client, caller: caller, options: options, isConditional: isConditional)
        }
      case .getPasskey(let context, let options):
        try withCaller(ofCeremony: context, relyingPartyID: options.requestedRelyingPartyID, id: id, client: client) { broker, caller in
          try broker.getPasskey(id: id, client: client, caller: caller, options: options)
        }
      case .authorize(let requests, let mode, _):
        try authorize(requests, mode: mode, id: id, client: client)
      case .generatePassword(let context, let value, let isChosen):
        try generatePassword(id: id, client: client, context: context, value, isChosen: isChosen)
      case .savePassword(let context, let value, let password, _):
        let secret = secret ?? password.map { SharedSecret(copying: $0.utf8) }
        try savePassword(id: id, client: client, context: context, value, password: secret)
      case .signal(let context, let signal):
        try self.signal(id: id, client: client, context: context, signal)
      case .chooseText(let context):
        try chooseText(id: id, client: client, context: context)
      case .textSuggestions(let field, let services):
        try suggestText(field: field, services: services, id: id, client: client)
      case .attachSurface(let ticket, let terminal):
        try attachSurface(id: id, client: client, ticket: ticket, terminal: terminal)
      case .providers:
        tell(.providers(id: id, providers: providerSettings()), client: client)
      case .setProvider(let change):
        try setProvider(change, id: id, client: client)
      }
    }
  }

  /// Begins a request and says to its client why it could not begin.
  func attempt(id: Int, client: Int, _ begin: () throws -> Void) {
    do {
      try begin()
    } catch let failure as ClientFailure {
      tell(failure, id: id, client: client)
    } catch {
      tell(ClientFailure(.badRequest), id: id, client: client)
    }
  }

  /// Says one thing to a client.
  func tell(_ answer: ClientAnswer, secret: SharedSecret? = nil, client: Int) {
    clients[client]?.door(answer, secret)
  }

  func tell(_ failure: ClientFailure, authorizationError: AuthorizationErrorCode? = nil, id: Int, client: Int) {
    environment.logger.info("request failed", metadata: ["code": "\(failure.code.name)"])
    tell(
      .failure(
        id: id, code: failure.code.name, exception: failure.exception, detail: failure.detail,
        authorizationError: authorizationError?.rawValue), client: client)
  }

  /// Takes a request up under a call number of its own.
  func open(_ request: OpenRequest) -> Int {
    defer { nextCall += 1 }
    requests[nextCall] = request
    clients[request.client]?.calls[request.id] = nextCall
    return nextCall
  }

  // MARK: Providers

  /// Hears one thing of a provider's process; the next is said when this one has been heard.
  func receive(_ event: ProviderEvent, from identifier: String, generation: Int) async {
    guard let provider = providers[identifier], provider.generation == generation else { return }
    let now = environment.now()
    providers[identifier]?.lastActivity = now
    if case .message(let message, _) = event {
      guard !provider.isPunished else { return }
      guard ends(message, requestAt: identifier) || providers[identifier]?.maySay(message, at: now) == true else {
        return punish(identifier)
      }
    }
    switch event {
    case .ended:
      pendingStoreFrames[identifier] = nil
      providerEnded(identifier)
    case .message(.ready, _):
      providers[identifier]?.becameReady()
    case .message(.lockState(let state), _):
      providers[identifier]?.lockState = state
      // Before it is unlocked it could not say more; after that it is about to.
      if state != .unlocked { providerArrived(identifier) }
    case .message(.store(let request, let frame), _):
      await storeFrame(frame, request: request, of: identifier, generation: generation)
    case .message(.findings(let findings), _):
      providers[identifier]?.findings = findings.prefix(64).map(DisplayText.line)
    case .message(.complete(let call, let result), let secret):
      completed(call, by: identifier, result: result, secret: secret)
    case .message(.cancelRequest(let call, let domain, let code, let reason), _):
      cancelled(call, by: identifier, domain: domain, code: code, reason: reason)
    case .message(.present(let call, let view), _):
      present(DisplayText.view(view, from: provider.bundle.displayName), call: call, by: identifier)
    case .message(.dismiss(let call), _):
      dismiss(call, by: identifier)
    case .message(.identify(let question, let process), _):
      identify(process, question: question, of: identifier)
    }
  }

  /// Whether a message ends what a provider was asked; there are no more such messages than requests.
  private func ends(_ message: ProviderMessage, requestAt identifier: String) -> Bool {
    switch message {
    case .complete(let call, _), .cancelRequest(let call, _, _, _): requests[call]?.provider == identifier
    default: false
    }
  }
}
