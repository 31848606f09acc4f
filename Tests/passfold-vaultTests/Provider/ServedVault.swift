// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import CredentialCryptography
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import LocalTransport
import OneTimeCodes
import SecretMemory
import Synchronization
import Testing
import passfold_vault

/// A vault behind the real principal class; the test holds the broker's end of the connection.
@MainActor
final class ServedVault {
  /// 10 seconds into a period of 30.
  nonisolated static let start = Date(timeIntervalSince1970: 1_763_690_410)

  let household: Household
  let store = ASCredentialIdentityStore(unbacked: ())
  private let clock = Mutex(ServedVault.start)
  private let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
  private let connection: LocalConnection
  private var frames: AsyncStream<SocketFrame>.AsyncIterator
  /// The secret part of the last message.
  private(set) var lastSecret: [UInt8] = []
  private let main: CredentialProviderMain
  private let running: Task<Void, Never>

  init(chip: SealingChip = SealingChip(path: "/dev/null/none")) async throws {
    household = Household(chip: chip)
    var descriptors: [CInt] = [0, 0]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &descriptors) == 0)
    connection = LocalConnection.adopt(descriptor: descriptors[0])
    frames = connection.frames.makeAsyncIterator()
    main = CredentialProviderMain(
      connection: LocalConnection.adopt(descriptor: descriptors[1]), principalClass: VaultCredentialProvider.self, identityStore: store)
    running = Task { [main] in await main.run() }
    // Time stands still until a sleeper waits and the test lets it continue.
    let ticks = self.ticks
    ProviderEnvironment.current = ProviderEnvironment(
      session: household.session, clock: CodeClock(file: nil), now: { [weak self] in self?.clock.withLock { $0 } ?? ServedVault.start },
      sleep: { [weak self] end in
        var iterator = ticks.makeAsyncIterator()
        guard await iterator.next() != nil else { throw CancellationError() }
        self?.clock.withLock { $0 = end }
      }, makeGenerator: { SystemRandomNumberGenerator() })
    _ = try await next()
  }

  var vault: CredentialVault {
    get async throws { try await household.session.vault() }
  }

  func leave() async {
    connection.close()
    await running.value
    ProviderEnvironment.current = nil
    household.remove()
  }

  func send(_ call: BrokerMessage, secret: String? = nil) throws {
    connection.send(SocketFrame(json: try MessageCoding.encode(call), secret: secret.map { SharedSecret(copying: $0.utf8) }))
  }

  /// Advances the clock.
  func advance(by seconds: TimeInterval) { clock.withLock { $0 += seconds } }

  /// Wakes one sleeper.
  func letTimePass() { tick.yield() }

  func act(_ action: ViewEventValue.Action, on view: PresentableViewValue, row: String? = nil) throws {
    try send(.call(ProviderCall(1, .viewEvent(ViewEventValue(view: view.number, action: action, row: row)))))
  }

  func next() async throws -> (message: ProviderMessage, secret: String?) {
    var iterator = frames
    guard let frame = await iterator.next(isolation: MainActor.shared) else { throw Ended() }
    frames = iterator
    lastSecret = frame.secret?.withBytes { Array($0) } ?? []
    let secret = frame.secret.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }
    return (try MessageCoding.decode(ProviderMessage.self, from: frame.json), secret)
  }

  /// The next message about a request; meanwhile, the provider's earlier answers are acknowledged.
  func nextOfRequest() async throws -> (message: ProviderMessage, secret: String?) {
    while true {
      let (message, secret) = try await next()
      guard case .store(let question, .state) = message else { return (message, secret) }
      try hear(question)
    }
  }

  /// Acknowledges the provider's last answer by replying to its question.
  func hear(_ question: QuestionNumber) throws {
    try send(.storeReply(request: question, frame: .state(isEnabled: true, supportsIncrementalUpdates: true)))
  }

  /// Acknowledges the provider's answer, and waits until it has updated the vault accordingly.
  func takeAnswer(whileGivingUp givesUp: Bool = false) async throws {
    var changes = await household.session.changes().makeAsyncIterator()
    guard case .store(let question, .state) = try await next().message else { throw Ended() }
    if givesUp { try send(.call(ProviderCall(1, .cancel))) }
    try hear(question)
    _ = await changes.next(isolation: MainActor.shared)
  }

  func nextView() async throws -> PresentableViewValue {
    let message = try await nextOfRequest().message
    guard case .present(1, let view) = message else { throw Unexpected(message: message) }
    return view
  }

  func nextCompletion() async throws -> (result: ProviderResult, secret: String?) {
    let (message, secret) = try await nextOfRequest()
    guard case .complete(1, let result) = message else { throw Unexpected(message: message) }
    return (result, secret)
  }

  func nextCancellation() async throws -> (code: Int, reason: String?) {
    let message = try await nextOfRequest().message
    guard case .cancelRequest(1, "ASExtensionErrorDomain", let code, let reason) = message else { throw Unexpected(message: message) }
    return (code, reason)
  }

  func nextStoreReplacement(_ state: Bool = true) async throws -> [CredentialIdentityValue] {
    while true {
      switch try await next().message {
      case .store(let question, .state):
        try send(.storeReply(request: question, frame: .state(isEnabled: state, supportsIncrementalUpdates: true)))
      case .store(let question, .replace(let page)):
        try send(.storeReply(request: question, frame: .done))
        return try page.identities()
      case .lockState: continue
      case let message: throw Unexpected(message: message)
      }
    }
  }

  /// The identities that the next change of a record removes from the store and adds to it.
  func nextStoreChange() async throws -> (removed: [CredentialIdentityValue], saved: [CredentialIdentityValue]) {
    var removed: [CredentialIdentityValue] = []
    while true {
      switch try await next().message {
      case .store(let question, .state):
        try send(.storeReply(request: question, frame: .state(isEnabled: true, supportsIncrementalUpdates: true)))
      case .store(let question, .remove(let page)):
        try send(.storeReply(request: question, frame: .done))
        removed += try page.identities()
      case .store(let question, .save(let page)):
        try send(.storeReply(request: question, frame: .done))
        return (removed, try page.identities())
      case .lockState: continue
      case let message: throw Unexpected(message: message)
      }
    }
  }

  struct Ended: Error {}
  struct Unexpected: Error { let message: ProviderMessage }

  // MARK: The vault's contents

  /// The secret of RFC 6238 appendix B for SHA-1.
  static let secret = "12345678901234567890"

  static func code(at date: Date = start) throws -> String {
    try OneTimeCodeParameters(secret: SharedSecret(copying: secret.utf8)).code(at: date).text
  }

  @discardableResult
  func addPassword(_ domain: String, _ user: String = "anne") async throws -> RecordIdentifier {
    var generator = SystemRandomNumberGenerator()
    let record = PasswordRecord(
      id: .random(using: &generator), services: [ServiceIdentifier(kind: .domain, text: domain)], title: domain, user: user,
      password: SharedSecret(copying: "hunter2 \(user)".utf8))
    try await vault.add(.password(record))
    return record.id
  }

  @discardableResult
  func addCode(
    _ domain: String, login: RecordIdentifier? = nil, form: OneTimeCodeParameters.Form = .timeBased(period: .seconds(30)),
    pending: PendingSetup? = nil
  ) async throws -> RecordIdentifier {
    var generator = SystemRandomNumberGenerator()
    let record = OneTimeCodeRecord(
      id: .random(using: &generator), login: login, services: [ServiceIdentifier(kind: .domain, text: domain)], title: domain,
      account: "anne", parameters: try OneTimeCodeParameters(secret: SharedSecret(copying: Self.secret.utf8), form: form), pending: pending)
    try await vault.add(.oneTimeCode(record))
    return record.id
  }

  static func request(_ kind: BrokerProtocol.CredentialKind, _ domain: String, record: RecordIdentifier?) -> CredentialRequestValue {
    CredentialRequestValue(
      type: kind == .password ? .password : .oneTimeCode,
      identity: CredentialIdentityValue(
        kind: kind, service: ServiceIdentifierValue(identifier: domain, kind: .domain), user: "anne",
        recordIdentifier: record?.description))
  }
}
