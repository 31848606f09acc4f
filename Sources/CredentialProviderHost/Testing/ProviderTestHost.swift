// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol
internal import Foundation
internal import Glibc
internal import LocalTransport
internal import SecretMemory

/// Simulates the system for a provider in a unit test: calls its principal class as the system would, over the real protocol, and gives the
/// test access to what the provider presents, answers and stores in its identity store.
///
/// ```swift
/// try await ProviderTestHost.run(CredentialProviderViewController.self) { host in
///   let request = host.prepareOneTimeCodeCredentialList(for: [])
///   let list = try await request.nextView()
///   try list.choose(titled: "shop.example")
///   #expect(try await request.outcome() == .oneTimeCode("123456"))
/// }
/// ```
///
/// If the only `try` of a body is inside `#expect`, declare that the body throws: `{ host async throws in … }`. The compiler decides this
/// before it expands the macro.
///
/// The shared identity store belongs to the running host, so hosts run one after another. Tests that use a host may run in parallel.
@MainActor
public final class ProviderTestHost {
  private static let turns = TurnQueue()

  /// The provider's identity store.
  public let identityStore = PlayedIdentityStore()
  /// The lock state that the provider last reported; nil before its first report.
  public private(set) var lockState: CredentialProviderLockState?

  private let connection: LocalConnection
  private let main: CredentialProviderMain
  private let principalClass: ASCredentialProviderViewController.Type
  private var requests: [CallNumber: PlayedRequest] = [:]
  private var lastCall = 0
  private var sentSignals = 0
  private var reportedSignals = 0
  let exchange = PlayedCredentialExchange()
  private let changes = Changes()

  private init(_ principalClass: ASCredentialProviderViewController.Type, ours: CInt, theirs: CInt) {
    connection = LocalConnection.adopt(descriptor: ours)
    self.principalClass = principalClass
    main = CredentialProviderMain(
      connection: LocalConnection.adopt(descriptor: theirs), principalClass: principalClass, identityStore: .shared)
    main.whenReported = { [weak self] in
      self?.reportedSignals += 1
      self?.changes.note()
    }
  }

  /// Runs a test with a host for `principalClass`, and ends everything still running afterwards.
  ///
  /// - Throws: The errors of `body`; ``ProviderTestError`` `notStarted` if the system provides no socket; `CancellationError`.
  public static func run<Result>(
    _ principalClass: ASCredentialProviderViewController.Type, _ body: @MainActor (ProviderTestHost) async throws -> Result
  ) async throws -> Result {
    guard await turns.take() else { throw CancellationError() }
    defer { turns.pass() }
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0, let ours = ends.first,
      let theirs = ends.last
    else { throw ProviderTestError(.notStarted) }
    let host = ProviderTestHost(principalClass, ours: ours, theirs: theirs)
    let provider = Task { await host.main.run() }
    let system = Task { await host.listen() }
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(try await body(host))
    } catch {
      result = .failure(error)
    }
    host.connection.close()
    await provider.value
    await system.value
    return try result.get()
  }

  /// Returns the provider doctor's findings: a declared capability whose methods the class does not override, the reverse, and an
  /// `NSExtensionPrincipalClass` that is not the class under test.
  ///
  /// - Parameter informationPropertyList: The path of the file `Info.plist`, absolute or relative to the working directory, which is the
  ///   package's folder under `swift test`: `"Shop.provider/Info.plist"`.
  /// - Returns: One code for each finding, with its subject; empty if there are none.
  /// - Throws: ``CredentialProviderHostError`` `bundleUnreadable`, or `noPrincipalClass` if the list names none.
  public func doctor(informationPropertyList: String) throws(CredentialProviderHostError) -> [String] {
    let folder = URL(fileURLWithPath: informationPropertyList).deletingLastPathComponent().path
    let bundle = try CredentialProviderBundle(folder: folder)
    let isOther = (try? bundle.principalClass()) != principalClass
    return (isOther ? ["principalClassOther \(bundle.principalClassName)"] : [])
      + ProviderDoctor.findings(about: principalClass, declaring: bundle.capabilities)
  }

  /// Reports a lock state as the provider's own `main` does through ``CredentialProviderMain/report(_:)``.
  public func report(_ state: CredentialProviderLockState) { main.report(state) }

  // MARK: The conversation

  func send(_ message: BrokerMessage, secret: SharedSecret? = nil) {
    guard let json = try? MessageCoding.encode(message) else { return }
    connection.send(SocketFrame(json: json, secret: secret))
  }

  /// Plays a call. A headless call shows nothing, whatever the provider presents.
  func play(isHeadless: Bool = false, secret: String? = nil, _ payload: ProviderCall.Payload) -> PlayedRequest {
    lastCall += 1
    let call = CallNumber(rawValue: lastCall)
    let request = PlayedRequest(call: call, isHeadless: isHeadless, host: self)
    requests[call] = request
    send(.call(ProviderCall(call, payload)), secret: secret.map { SharedSecret(copying: $0.utf8) })
    return request
  }

  /// Sends a signal and waits until the provider's method has returned.
  func report(_ signal: CredentialSignal) async throws(ProviderTestError) {
    sentSignals += 1
    let number = sentSignals
    send(.report(signal))
    try await changes.wait(.seconds(5)) { reportedSignals >= number }
  }

  private func listen() async {
    for await frame in connection.frames {
      guard let message = try? MessageCoding.decode(ProviderMessage.self, from: frame.json) else { break }
      receive(message, secret: frame.secret)
    }
    connection.close()
    for request in requests.values { request.end(.connectionLost) }
  }

  private func receive(_ message: ProviderMessage, secret: SharedSecret?) {
    switch message {
    case .ready, .findings, .grants, .carries, .hasLocked, .rest, .pong: break
    // Tests have no session to inspect.
    case .identify(let question, _): send(.identified(question: question, program: nil))
    // Tests have no fingerprint reader.
    case .finger(let question, _): send(.finger(question: question, .unavailable))
    case .lockState(let state):
      lockState =
        switch state {
        case .noVault: .noVault
        case .locked: .locked
        case .unlocked: .unlocked
        }
    case .store(let question, let frame):
      for answer in identityStore.answers(to: frame, question: question) { send(.storeReply(request: question, frame: answer)) }
    case .present(let call, let view): requests[call]?.present(view)
    case .dismiss(let call): requests[call]?.dismiss()
    case .request(let message):
      guard let (reply, part) = exchange.answer(message, secret: secret), let json = try? MessageCoding.encode(BrokerMessage.reply(reply))
      else {
        return
      }
      connection.send(SocketFrame(json: json, secret: part))
    case .complete(let call, let result): requests[call]?.end(PlayedOutcome(result, secret: secret))
    case .cancelRequest(let call, let domain, let code, let reason):
      let known = domain == ASExtensionErrorDomain ? ASExtensionError.Code(rawValue: code) : nil
      requests[call]?.end(.canceled(known ?? .failed, reason: reason))
    }
  }
}
