// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
import FoundationEssentials
import Logging
package import SecretMemory

/// The system of Apple's documents: receives requests, judges who asks, offers suggestions, and calls the provider that the person picked.
///
/// The broker wires parts that know nothing of each other: Clients, the Gate, OpenRequests, Providers, Suggestions and
/// Surfaces are values, the flows are functions. A request goes judging → choosing → asking → ended; `Broker+Requests.swift` carries
/// that out.
package actor Broker {
  /// Sends one answer, and the secret that it carries, to one client.
  package typealias ClientDoor = @Sendable (ClientReply, SharedSecret?) -> Void

  let environment: BrokerEnvironment
  /// Who is connected.
  var clients = Clients()
  /// Which providers there are and how they stand.
  var providers: Providers
  /// What fields were offered.
  var suggestions = Suggestions()
  /// What draws the views of clients that draw none.
  var surfaces = Surfaces()
  /// What is under way.
  var requests = OpenRequests()
  /// Pages of store operations whose last frame is not here yet.
  var storePages = PendingStores()
  /// What one provider hands over to another.
  var exchanges = CredentialExchanges()
  /// How often pages had passwords compared.
  var passwordQuestions = PasswordQuestions()
  /// What the session's server asks about a finger; the reader is one thing, so there is one question.
  var finger: (question: QuestionNumber, provider: String, reading: Task<Void, Never>)?
  /// Who waits for a provider to forget its keys, or to say whether it may end.
  var lockings: [QuestionNumber: (provider: String, answer: CheckedContinuation<Bool, Never>)] = [:]
  var lastLocking = 0
  /// What other parts do for requests, so that it ends with them.
  var work: [CallNumber: Task<Void, Never>] = [:]

  /// Takes the installed providers; none is started before ``start()``.
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

  /// Ends every provider, and what carries for it.
  package func stop() {
    for provider in providers.inOrder { provider.link?.kill() }
    environment.carry(false)
  }

  // MARK: Clients

  /// Lets a client in; its messages come with the number returned.
  ///
  /// - Parameters:
  ///   - role: The role that the client was found to have.
  ///   - caller: Who it is.
  ///   - browser: The person's name for a browser that they connected.
  package func attach(
    as role: ClientRole, caller: CallerIdentity, browser: String? = nil, _ door: @escaping ClientDoor
  ) -> ClientNumber {
    attach(as: role, caller: caller, browser: browser) { _ in door }
  }

  /// Lets a client in as the other does, by a door that knows its number.
  package func attach(
    as role: ClientRole, caller: CallerIdentity, browser: String? = nil, knowing makeDoor: (ClientNumber) -> ClientDoor
  ) -> ClientNumber {
    clients.attach { Clients.Client(door: makeDoor($0), role: role, caller: caller, browser: browser) }
  }

  /// Ends everything that a client that went away had under way.
  package func detach(_ client: ClientNumber) {
    detachSurface(client)
    for call in requests.calls(of: client) { end(call, .failed(ClientFailure(.userCanceled))) }
    exchanges.end(of: client)
    clients.detach(client)
    suggestions.forget(client: client)
  }

  /// Hears one message of a client, with the secret that it carries; the client's next one comes when this one has been heard.
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
      // Who draws no views cannot tell what a person did with one.
      guard role == .browser else { return }
      if let call = requests.call(of: RequestKey(client: client, number: number)) { viewEvent(event, call: call) }
    }
  }

  /// Refuses a message that has no form of the client door but is a request with a number: what one page asks of its browser does not end
  /// the conversation for the others.
  ///
  /// - Returns: false where nobody can be told, which ends the conversation.
  package func refuse(malformed json: [UInt8], from client: ClientNumber) -> Bool {
    guard let request = try? JSONDecoder().decode(NumberedRequest.self, from: Data(json)),
      !["hello", "cancel", "view-event"].contains(request.type)
    else { return false }
    let key = RequestKey(client: client, number: request.id)
    guard requests.call(of: key) == nil else { return false }
    tell(.failure(RequestFailure(code: ClientFailure.Code.badRequest.name)), to: key)
    return true
  }

  /// Ends a request whose answer, or view, is longer than what carries it: the client hears of it under the request's number.
  package func couldNotDeliver(_ number: RequestNumber, to client: ClientNumber) {
    let key = RequestKey(client: client, number: number)
    let failure = ClientFailure(.answerTooLong)
    if let call = requests.call(of: key) { return end(call, .failed(failure)) }
    environment.logger.warning("answer too long", metadata: ["request": "\(number)"])
    tell(.failure(RequestFailure(code: failure.name, exception: "NotAllowedError")), to: key)
  }

  /// Says one thing to a client.
  func tell(_ answer: ClientAnswer, secret: SharedSecret? = nil, to key: RequestKey) {
    clients[key.client]?.door(ClientReply(key.number, answer), secret)
  }
}

/// What can be read of a request whatever its members are.
private struct NumberedRequest: Decodable {
  var type: String
  var id: RequestNumber
}
