// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

import FoundationEssentials
import Logging
import SecretMemory

/// The system of Apple's documents: it receives requests, offers suggestions, asks the right provider, and judges who asks.
///
/// It holds no key and opens no record. What a request releases passes through once, on its way to the client.
package actor Broker {
  /// Sends one answer to one client.
  package typealias ClientDoor = @Sendable (ClientAnswer) -> Void

  struct Client {
    var door: ClientDoor
    var role: ClientRole
    var caller: CallerIdentity
    /// Open requests by the client's own numbers, to call numbers.
    var calls: [Int: Int] = [:]
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
    for call in clients[client]?.calls.values.sorted() ?? [] { abandon(call) }
    clients[client] = nil
    tokens.forget(client: client)
  }

  /// Hears one message of a client.
  package func receive(_ message: ClientMessage, from client: Int) {
    guard clients[client] != nil else { return }
    switch message {
    case .hello:
      clients[client]?.door(.welcome(version: 1))
    case .request(let id, let request):
      begin(request, id: id, client: client)
    case .cancel(let id):
      if let call = clients[client]?.calls[id] { abandon(call) }
    case .viewEvent(let id, let event):
      if let call = clients[client]?.calls[id] { viewEvent(event, call: call) }
    }
  }

  private func begin(_ request: ClientRequest, id: Int, client: Int) {
    do {
      guard let calls = clients[client]?.calls, calls[id] == nil else { throw ClientFailure(.badRequest) }
      guard clients[client]?.role.mayAsk(request) == true else { throw ClientFailure(.notAllowedHere, detail: "role") }
      guard calls.count < environment.limits.openRequestsPerClient else { throw ClientFailure(.busy) }
      wakeProviders()
      switch request {
      case .status:
        let states = order.compactMap { providers[$0] }.map { ProviderStatusValue(name: $0.bundle.displayName, state: $0.state) }
        clients[client]?.door(.status(id: id, providers: states))
      case .suggestions(let context, let field, let passkey):
        try suggest(id: id, client: client, context: context, field: field, passkey: passkey)
      case .provide(let token):
        try provide(token, id: id, client: client)
      case .list(let context, let field, let passkey):
        try list(id: id, client: client, context: context, field: field, passkey: passkey)
      case .setUpCode(let context, let url):
        try setUpCode(id: id, client: client, context: context, url: url)
      case .createPasskey(let context, let options):
        try createPasskey(id: id, client: client, context: context, options: options)
      case .getPasskey(let context, let options):
        try getPasskey(id: id, client: client, context: context, options: options)
      }
    } catch let failure as ClientFailure {
      tell(failure, id: id, client: client)
    } catch {
      tell(ClientFailure(.badRequest), id: id, client: client)
    }
  }

  func tell(_ failure: ClientFailure, id: Int, client: Int) {
    environment.logger.info("request failed", metadata: ["code": "\(failure.code.name)"])
    clients[client]?.door(.failure(id: id, code: failure.code.name, exception: failure.exception, detail: failure.detail))
  }

  /// Takes a request up under a call number of its own.
  func open(_ request: OpenRequest) -> Int {
    defer { nextCall += 1 }
    requests[nextCall] = request
    clients[request.client]?.calls[request.id] = nextCall
    return nextCall
  }

  // MARK: Providers

  func receive(_ event: ProviderEvent, from identifier: String, generation: Int) {
    guard let provider = providers[identifier], provider.generation == generation else { return }
    providers[identifier]?.lastActivity = environment.now()
    switch event {
    case .ended:
      providerEnded(identifier)
    case .message(.ready, _):
      providers[identifier]?.becameReady()
    case .message(.lockState(let state), _):
      providers[identifier]?.lockState = state
    case .message(.store(let request, let operation), _):
      let reply = perform(operation, for: identifier)
      provider.link?.send(.storeReply(request: request, reply: reply), secret: nil)
    case .message(.complete(let call, let result), let secret):
      completed(call, by: identifier, result: result, secret: secret)
    case .message(.cancelRequest(let call, let domain, let code, let reason), _):
      cancelled(call, by: identifier, domain: domain, code: code, reason: reason)
    case .message(.present(let call, let view), _):
      present(DisplayText.view(view, from: provider.bundle.displayName), call: call, by: identifier)
    case .message(.dismiss(let call), _):
      dismiss(call, by: identifier)
    }
  }

  private func perform(_ operation: IdentityStoreOperation, for identifier: String) -> IdentityStoreReply {
    switch operation {
    case .state:
      return .state(isEnabled: true, supportsIncrementalUpdates: true)
    case .save(let identities):
      providers[identifier]?.store.save(identities)
    case .remove(let identities):
      providers[identifier]?.store.remove(identities)
    case .replace(let identities):
      providers[identifier]?.store.removeAll()
      providers[identifier]?.store.save(identities)
    case .removeAll:
      providers[identifier]?.store.removeAll()
    case .list(let service, let kinds):
      return .identities(providers[identifier]?.store.identities(of: service, kinds: kinds) ?? [])
    }
    return .done
  }
}
