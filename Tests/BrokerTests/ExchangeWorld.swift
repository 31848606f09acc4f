// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Logging
import SecretMemory
import Synchronization
import Testing

/// A broker with four providers, of which two can exchange with each other, the user's settings, and the terminal for the user's choices.
struct ExchangeWorld {
  let broker: Broker
  let clock = ManualClock()
  let settings: ClientNumber
  let surface: ClientNumber
  /// The messages to the settings.
  let seen = Observations()
  /// The messages to the surface.
  let shown = Observations()
  private let providers = Providers()

  /// The running providers by their identifiers.
  private final class Providers: Sendable {
    let running = Mutex<[String: ScriptedProvider]>([:])
  }

  static let terminal = CallerIdentity.Terminal(path: "/dev/pts/7", device: 0x8807, session: 7)

  init() async {
    func bundle(_ identifier: String, exchanges: Bool, versions: [String] = ["1.0"], servesSession: Bool = false) -> ProviderBundle {
      var capabilities = ProviderBundle.Capabilities()
      capabilities.passwords = true
      capabilities.credentialExchange = exchanges
      capabilities.credentialExchangeVersions = versions
      var needs = ProviderBundle.Needs()
      needs.servesSession = servesSession
      return ProviderBundle(
        identifier: identifier, displayName: "Provider \(identifier)", executable: "/none", capabilities: capabilities, needs: needs)
    }
    let (clock, seen, shown, providers) = (clock, seen, shown, providers)
    let random = Counter()
    let environment = BrokerEnvironment(
      now: { clock.now }, wait: { await clock.wait($0) }, randomBytes: { random.bytes($0) },
      startProvider: { bundle, handler throws(BrokerError) in
        let provider = ScriptedProvider(handler: handler)
        providers.running.withLock { $0[bundle.identifier] = provider }
        return provider
      }, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    broker = Broker(
      providers: [
        bundle("a", exchanges: true), bundle("b", exchanges: true, servesSession: true), bundle("c", exchanges: false, versions: []),
        bundle("d", exchanges: true, versions: ["2.0"]),
      ], environment: environment)
    await broker.start()
    let caller = CallerIdentity(user: 1000, process: 7, executable: "/usr/bin/passfold", terminal: Self.terminal) { true }
    settings = await broker.attach(as: .settings, caller: caller) { answer, _ in seen.answers.withLock { $0.append(answer) } }
    surface = await broker.attach(as: .surface, caller: caller) { answer, _ in shown.answers.withLock { $0.append(answer) } }
    await broker.receive(.request(id: 0, .attachSurface(AttachSurfaceRequest())), from: surface)
    for identifier in ["a", "b", "c", "d"] { await provider(identifier)?.say(.ready(protocolVersion: 1)) }
    // The terminal in which the passphrase was typed may draw.
    await provider("b")?.say(.grants(sessions: [7]))
  }

  private final class Counter: Sendable {
    private let value = Mutex<UInt8>(0)

    func bytes(_ count: Int) -> [UInt8] {
      let next = value.withLock { value in
        value &+= 1
        return value
      }
      return [UInt8](repeating: next, count: count)
    }
  }

  func provider(_ identifier: String) -> ScriptedProvider? { providers.running.withLock { $0[identifier] } }

  // MARK: Steps

  /// Starts an exchange as the user, without waiting for an answer.
  func start(from: String = "a", to: String? = nil, preview: Bool? = nil, id: RequestNumber = 1) async {
    await broker.receive(.request(id: id, .startExchange(StartExchangeRequest(from: from, to: to, preview: preview))), from: settings)
  }

  /// Makes a request as a provider's process, and returns its answer.
  func ask(_ identifier: String, _ request: ClientRequest, secret: String? = nil, id: RequestNumber = 1) async throws -> ClientAnswer? {
    let provider = try #require(self.provider(identifier))
    let count = provider.messages.count
    await provider.say(.request(.request(id: id, request)), secret: secret)
    return reply(to: id, of: identifier, after: count)
  }

  /// The last answer to a provider's request.
  func reply(to id: RequestNumber, of identifier: String, after count: Int = 0) -> ClientAnswer? {
    for message in (provider(identifier)?.messages ?? []).dropFirst(count).reversed() {
      if case .reply(let reply) = message, reply.id == id { return reply.answer }
    }
    return nil
  }

  /// The last view that the user sees.
  var view: (number: RequestNumber, view: PresentableViewValue)? {
    for reply in shown.answers.withLock({ $0 }).reversed() {
      if case .present(let view) = reply.answer { return (reply.id, view) }
    }
    return nil
  }

  /// Chooses the row with a provider's name, as the user.
  func pick(_ name: String) async throws {
    let (number, view) = try #require(view)
    let row = try #require(view.rows?.first { $0.title == name })
    await broker.receive(.viewEvent(id: number, ViewEventValue(view: view.number, action: .choose, row: row.id)), from: surface)
  }

  /// Requests an export as provider a, chooses b as the user, and returns the transfer's identifier.
  func granted(id: RequestNumber = 1) async throws -> String {
    // Starting an exchange also provides the terminal for the provider's question.
    if provider("a")?.calls.contains(where: { $0.payload == .prepareInterfaceForCredentialExport }) != true { await start() }
    #expect(try await ask("a", .requestExport(RequestExportRequest()), id: id) == nil)
    try await pick("Provider b")
    guard case .exportGranted(let grant)? = reply(to: id, of: "a") else {
      throw TestFailure(description: "not granted: \(String(describing: reply(to: id, of: "a")))")
    }
    return grant.transfer
  }

  /// Exports a text from provider a to b, and returns the call and token that b receives.
  func offered(
    _ text: String = "credentials", isPreview: Bool? = nil, id: RequestNumber = 2
  ) async throws -> (call: CallNumber, token: String) {
    let transfer = try await granted()
    #expect(try await ask("a", .exportPart(ExportPartRequest(transfer: transfer, bytes: text.utf8.count)), secret: text, id: id) == nil)
    guard case (let call, .prepareInterfaceForCredentialImport(let token, "Provider a", isPreview))? = provider("b")?.calls.last?.parts
    else {
      throw TestFailure(description: "b was asked \(String(describing: provider("b")?.calls.last))")
    }
    return (call, token)
  }
}

/// The code of a failure, or nil for any other answer.
func failureCode(_ answer: ClientAnswer?) -> String? { if case .failure(let failure)? = answer { failure.code } else { nil } }
