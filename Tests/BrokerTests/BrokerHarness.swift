// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import LocalTransport
import Logging
import SecretMemory
import Synchronization
import Testing

/// A provider that acts as the test says and records its messages.
final class ScriptedProvider: ProviderLink {
  private let state = Mutex<(messages: [BrokerMessage], secrets: [String], killed: Bool)>(([], [], false))
  private let handler: @Sendable (ProviderEvent) async -> Void
  private let ended = Mutex<ProviderEnd?>(nil)

  init(handler: @escaping @Sendable (ProviderEvent) async -> Void) {
    self.handler = handler
  }

  /// All messages from the broker.
  var messages: [BrokerMessage] { state.withLock { $0.messages } }
  /// The broker's messages about requests.
  var calls: [ProviderCall] { messages.compactMap { if case .call(let call) = $0 { call } else { nil } } }
  var secrets: [String] { state.withLock { $0.secrets } }
  /// The number of a pretended process.
  var process: Int32? { 77 }
  var wasKilled: Bool { state.withLock { $0.killed } }

  func send(_ message: BrokerMessage, secret: SharedSecret?) -> Bool {
    // As the connection of a real provider does.
    guard (try? MessageCoding.encode(message)) != nil else { return false }
    state.withLock { state in
      state.messages.append(message)
      if let secret { state.secrets.append(secret.withBytes { String(decoding: $0, as: UTF8.self) }) }
    }
    return true
  }

  func kill() { state.withLock { $0.killed = true } }

  func say(_ message: ProviderMessage, secret: String? = nil) async {
    await handler(.message(message, secret: secret.map { SharedSecret(copying: $0.utf8) }))
  }

  var ending: ProviderEnd? { ended.withLock { $0 } }

  func end(_ ending: ProviderEnd? = nil) async {
    ended.withLock { $0 = ending }
    await handler(.ended)
  }
}

/// Time that passes when the test says so.
final class ManualClock: Sendable {
  private struct State {
    var now = Date(timeIntervalSince1970: 1_800_000_000)
    var sleepers: [(wake: Date, duration: Duration, continuation: CheckedContinuation<Void, Never>)] = []
  }
  private let state = Mutex(State())

  var now: Date { state.withLock { $0.now } }

  func wait(_ duration: Duration) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.sleepers.append(($0.now.addingTimeInterval(TimeInterval(duration.components.seconds)), duration, continuation)) }
    }
  }

  /// Advances the time and resumes the waits that are due.
  func advance(by seconds: TimeInterval) {
    let due = state.withLock { state in
      state.now += seconds
      let due = state.sleepers.filter { $0.wake <= state.now }
      state.sleepers.removeAll { $0.wake <= state.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// The number of waits; a timer runs once its wait is here. The time limit of the judgement that begins each app request does not count,
  /// because no test waits for it.
  var sleeperCount: Int { state.withLock { $0.sleepers.count { $0.duration != BrokerLimits().judging } } }

  /// Whether a wait has exactly this duration.
  func sleeps(for duration: Duration) -> Bool { state.withLock { $0.sleepers.contains { $0.duration == duration } } }

  /// Whether there is a wait other than of this duration and of a judgement.
  func sleeps(otherThan duration: Duration) -> Bool {
    state.withLock { $0.sleepers.contains { $0.duration != duration && $0.duration != BrokerLimits().judging } }
  }

  func wakeAll() {
    let all = state.withLock { state in
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in all { sleeper.continuation.resume() }
  }
}

/// Everything that a scripted world has recorded.
final class Observations: Sendable {
  let providers = Mutex<[ScriptedProvider]>([])
  let answers = Mutex<[ClientReply]>([])
  /// The secret of each answer.
  let secrets = Mutex<[String?]>([])
  let counter = Mutex<UInt64>(0)

  var provider: ScriptedProvider? { providers.withLock { $0.last } }
  var lastReply: ClientReply? { answers.withLock { $0.last } }
  var answerCount: Int { answers.withLock { $0.count } }
  var providerCount: Int { providers.withLock { $0.count } }
}

extension BrokerEnvironment {
  /// An environment with a manual clock, counted random bytes and scripted providers.
  static func scripted(
    _ clock: ManualClock, _ seen: Observations, started: @escaping @Sendable (ProviderBundle, ScriptedProvider) -> Void
  ) -> BrokerEnvironment {
    BrokerEnvironment(
      now: { clock.now }, wait: { await clock.wait($0) },
      randomBytes: { count in
        let next = seen.counter.withLock { counter in
          counter &+= 1
          return counter
        }
        return withUnsafeBytes(of: next) { number in (0..<count).map { number[$0 % number.count] } }
      },
      startProvider: { bundle, handler throws(BrokerError) in
        let provider = ScriptedProvider(handler: handler)
        started(bundle, provider)
        return provider
      },
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
  }
}

/// A broker with one scripted provider and one client, the page of a shop.
struct BrokerHarness {
  let broker: Broker
  let clock = ManualClock()
  let seen = Observations()
  let client: ClientNumber
  let provider: ScriptedProvider
  let bundle: ProviderBundle
  let environment: BrokerEnvironment

  static let browserHost = CallerIdentity(user: 1000, process: 4242, executable: "/usr/libexec/passfold/passfold-browser-host") { true }
  static let shop = ClientContext(
    origin: "https://login.shop.example", topOrigin: "https://login.shop.example", tab: 1, frame: 0, document: "d1")
  static let code = CredentialIdentityValue(
    kind: .oneTimeCode, service: ServiceIdentifierValue(identifier: "shop.example", kind: .domain), user: "anne", recordIdentifier: "r1")
  static let password = CredentialIdentityValue(
    kind: .password, service: ServiceIdentifierValue(identifier: "shop.example", kind: .domain), user: "anne", recordIdentifier: "r2")
  static let passkey = CredentialIdentityValue(
    relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data([1, 2, 3]), userHandle: Data([9]), recordIdentifier: "r3")

  init(
    staysRunning: Bool = true, settings: ProviderSettingsStorage = .none, wellKnown: WellKnownDocuments = .offline,
    startSurface: (@Sendable (String, @escaping @Sendable () async -> Void) throws(BrokerError) -> Void)? = nil,
    inspectProcess: @escaping @Sendable (Int32) -> CallerIdentity? = { _ in nil }, installing others: [ProviderBundle] = [],
    askVault: (@Sendable (VaultRelayRequest) async throws(BrokerError) -> VaultRelayAnswer)? = nil,
    readPicture: (@Sendable ([UInt8]) async -> PictureReading)? = nil,
    readFinger: (@Sendable (FingerRequest) async -> FingerAnswer)? = nil, carry: (@Sendable (Bool) -> Void)? = nil,
    folderState: (@Sendable (ProviderBundle) -> Int64?)? = nil
  ) async throws {
    var capabilities = ProviderBundle.Capabilities()
    capabilities.oneTimeCodes = true
    capabilities.passkeys = true
    capabilities.passwords = true
    capabilities.setsUpVerificationCodes = true
    capabilities.textToInsert = true
    // The provider stays running, so that the idle timer does not appear among the clocks of request tests.
    var needs = ProviderBundle.Needs()
    needs.servesSession = staysRunning
    bundle = ProviderBundle(
      identifier: "org.example.provider", displayName: "Example", executable: "/none", capabilities: capabilities, needs: needs)
    let clock = clock
    let seen = seen
    var environment = BrokerEnvironment.scripted(clock, seen) { _, provider in seen.providers.withLock { $0.append(provider) } }
    environment.settings = settings
    environment.wellKnown = wellKnown
    environment.inspectProcess = inspectProcess
    if let askVault { environment.askVault = askVault }
    if let carry { environment.carry = carry }
    if let folderState { environment.folderState = folderState }
    if let readFinger { environment.readFinger = readFinger }
    if let readPicture { environment.readPicture = readPicture }
    if let startSurface { environment.startSurface = startSurface }
    self.environment = environment
    broker = Broker(providers: [bundle] + others, environment: environment)
    await broker.start()
    provider = try #require(seen.provider)
    await provider.say(.ready(protocolVersion: 1))
    client = await broker.attach(as: .browser, caller: Self.browserHost, browser: "Chromium") { answer, secret in
      seen.answers.withLock { $0.append(answer) }
      seen.secrets.withLock { $0.append(secret.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }) }
    }
  }

  /// Unlocks the provider and stores its identities.
  func unlockProvider(_ identities: [CredentialIdentityValue] = [Self.code, Self.password, Self.passkey]) async throws {
    await provider.say(.lockState(.unlocked))
    await provider.say(.store(request: 1, frame: .replace(try IdentityPage(identities))))
  }

  func send(_ request: ClientRequest, id: RequestNumber = 1) async {
    await broker.receive(.request(id: id, request), from: client)
  }

  /// Requests suggestions and returns them.
  func suggestions(
    _ field: FieldPurpose = .oneTimeCode, context: ClientContext = Self.shop, passkey: JSONValue? = nil
  ) async throws -> (items: [SuggestionValue], locked: [LockedProviderValue], canList: Bool) {
    await send(.suggestions(PageFieldRequest(context: context, field: field, passkey: passkey)), id: 900)
    guard case .suggestions(let suggestions)? = seen.lastReply?.answer else {
      throw TestFailure(description: "no suggestions: \(String(describing: seen.lastReply))")
    }
    return (suggestions.items, suggestions.locked, suggestions.canList)
  }

  /// The number of the last call to the provider.
  var lastCall: CallNumber {
    get throws {
      for call in provider.calls.reversed() {
        switch call.payload {
        case .viewEvent, .cancel: continue
        default: return call.number
        }
      }
      throw TestFailure(description: "the provider was not asked")
    }
  }

  /// The last failure sent to the client, as code, exception and detail.
  var lastFailure: (code: String, exception: String?, detail: String?)? {
    if case .failure(let failure)? = seen.lastReply?.answer { (failure.code, failure.exception, failure.detail) } else { nil }
  }
}

/// A step of a test's set-up that failed.
struct TestFailure: Error, CustomStringConvertible {
  var description: String
}

extension ClientReply {
  /// Number and answer, for pattern matching.
  var parts: (RequestNumber, ClientAnswer) { (id, answer) }
}

extension ProviderCall {
  /// Number and payload, for pattern matching.
  var parts: (CallNumber, Payload) { (number, payload) }
}
