// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
import FoundationEssentials
import Logging
package import SecretMemory

/// The system of Apple's documents: it receives requests, validates their callers, offers suggestions, and calls the provider that the user
/// picked.
///
/// The broker connects independent parts: Clients, the Gate, OpenRequests, Providers, Suggestions and Surfaces are values, the flows are
/// functions. A request goes judging → choosing → asking → ended, as implemented in `Broker+Requests`, `Broker+Choosing` and `Broker+Asking`.
package actor Broker {
  /// Sends one answer, with its secret, to one client.
  package typealias ClientDoor = @Sendable (ClientReply, SharedSecret?) -> Void

  let environment: BrokerEnvironment
  /// The connected clients.
  var clients = Clients()
  /// The providers and their states.
  var providers: Providers
  /// The suggestions offered in fields.
  var suggestions = Suggestions()
  /// The programs that draw views for clients that draw none.
  var surfaces = Surfaces()
  /// The running requests.
  var requests = OpenRequests()
  /// Pages of store operations whose last frame has not arrived.
  var storePages = PendingStores()
  /// The handover from one provider to another.
  var exchanges = CredentialExchanges()
  /// The counts of password comparisons by pages.
  var passwordQuestions = PasswordQuestions()
  /// The session server's question about a fingerprint; there is only one reader, and so only one question.
  var finger: (question: QuestionNumber, provider: String, reading: Task<Void, Never>)?
  /// The callers waiting for a provider to forget its keys, or to say whether it may end.
  var lockings: [QuestionNumber: (provider: String, answer: CheckedContinuation<Bool, Never>)] = [:]
  var lastLocking = 0
  /// The work of other parts for requests, which ends with them.
  var work: [CallNumber: Task<Void, Never>] = [:]

  /// Creates a broker with the installed providers; none is started before ``start()``.
  package init(providers bundles: [ProviderBundle], environment: BrokerEnvironment) {
    self.environment = environment
    let kept = Result { () throws(BrokerError) in try environment.settings.load() }
    providers = Providers(installed: bundles, settings: try? kept.get())
  }

  /// Starts every enabled provider, so that their identity stores fill.
  package func start() {
    if !providers.areSettingsReadable {
      environment.logger.error("the settings of providers cannot be read; the defaults hold until they are mended")
    }
    applySettings()
  }

  /// Ends every provider, and the carrier.
  package func stop() {
    for provider in providers.inOrder { provider.link?.kill() }
    environment.carry(false)
  }

  // MARK: Clients

  /// Admits a client; its messages use the returned number.
  ///
  /// - Parameters:
  ///   - role: The client's verified role.
  ///   - caller: The client's identity.
  ///   - browser: The user's name for a connected browser.
  package func attach(
    as role: ClientRole, caller: CallerIdentity, browser: String? = nil, _ door: @escaping ClientDoor
  ) -> ClientNumber {
    attach(as: role, caller: caller, browser: browser) { _ in door }
  }

  /// Admits a client as the other function does, with a door that knows its number.
  package func attach(
    as role: ClientRole, caller: CallerIdentity, browser: String? = nil, knowing makeDoor: (ClientNumber) -> ClientDoor
  ) -> ClientNumber {
    clients.attach { Clients.Client(door: makeDoor($0), role: role, caller: caller, browser: browser) }
  }

  /// Ends everything that belongs to a disconnected client.
  package func detach(_ client: ClientNumber) {
    detachSurface(client)
    for call in requests.calls(of: client) { end(call, .failed(ClientFailure(.userCanceled))) }
    exchanges.end(of: client)
    clients.detach(client)
    suggestions.forget(client: client)
  }

  /// Handles one message of a client, with its secret; the client's next one is delivered after this one was handled.
  package func receive(_ message: ClientMessage, secret: SharedSecret? = nil, from client: ClientNumber) async {
    if case .request(_, let request) = message, request.isAboutInstalledProviders { await refreshInstalled() }
    guard let role = clients[client]?.role else { return }
    switch message {
    case .hello:
      tell(.welcome(version: 1, isVirtual: environment.virtualAuthenticators != nil), to: RequestKey(client: client, number: 0))
    case .request(let number, let request):
      begin(request, secret: secret, key: RequestKey(client: client, number: number))
    case .cancel(let number):
      guard let call = requests.call(of: RequestKey(client: client, number: number)), requests[call]?.endsByItself != true else { return }
      end(call, .failed(ClientFailure(.userCanceled)))
    case .viewEvent(let number, let event):
      if role == .surface { return surfaceEvent(event, typed: secret, number: number, surface: client) }
      // A client that draws no views cannot know what the user did with one.
      guard role == .browser else { return }
      if let call = requests.call(of: RequestKey(client: client, number: number)) { viewEvent(event, call: call) }
    }
  }

  /// Refuses a malformed message that is nevertheless a request with a number, so that one page's request does not end the browser's
  /// conversation for the others.
  ///
  /// - Returns: False if the message has no such number, which ends the conversation.
  package func refuse(malformed json: [UInt8], from client: ClientNumber) -> Bool {
    guard let request = try? JSONDecoder().decode(NumberedRequest.self, from: Data(json)),
      !["hello", "cancel", "view-event"].contains(request.type)
    else { return false }
    let key = RequestKey(client: client, number: request.id)
    guard requests.call(of: key) == nil else { return false }
    tell(.failure(RequestFailure(code: ClientFailure.Code.badRequest.name)), to: key)
    return true
  }

  /// Ends a request whose answer, or view, is too long for its transport. The client is told under the request's number.
  package func couldNotDeliver(_ number: RequestNumber, to client: ClientNumber) {
    let key = RequestKey(client: client, number: number)
    let failure = ClientFailure(.answerTooLong)
    if let call = requests.call(of: key) { return end(call, .failed(failure)) }
    environment.logger.warning("answer too long", metadata: ["request": "\(number)"])
    tell(.failure(RequestFailure(code: failure.name, exception: "NotAllowedError")), to: key)
  }

  /// Sends one answer to a client.
  func tell(_ answer: ClientAnswer, secret: SharedSecret? = nil, to key: RequestKey) {
    clients[key.client]?.door(ClientReply(key.number, answer), secret)
  }
}

/// The part of a request that can be read whatever its other members are.
private struct NumberedRequest: Decodable {
  var type: String
  var id: RequestNumber
}
