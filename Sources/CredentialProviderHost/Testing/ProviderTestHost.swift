// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol
internal import Foundation
internal import Glibc
internal import LocalTransport
internal import SecretMemory

/// Plays the system for a provider in a unit test: calls its principal class as the system would, over the real conversation, and shows
/// the test what the provider presents, answers and keeps in its identity store.
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
/// The shared identity store belongs to the running host, so hosts run one after the other; tests that use it may run in parallel.
@MainActor
public final class ProviderTestHost {
  private static let turns = TurnQueue()

  /// What the provider keeps in its identity store.
  public let identityStore = PlayedIdentityStore()
  /// What the provider said last about being locked; nil while it has said nothing.
  public private(set) var lockState: CredentialProviderLockState?

  private let connection: LocalConnection
  private let main: CredentialProviderMain
  private let principalClass: ASCredentialProviderViewController.Type
  private var requests: [Int: PlayedRequest] = [:]
  private var lastCall = 0

  private init(_ principalClass: ASCredentialProviderViewController.Type, ours: CInt, theirs: CInt) {
    connection = LocalConnection.adopt(descriptor: ours)
    self.principalClass = principalClass
    main = CredentialProviderMain(
      connection: LocalConnection.adopt(descriptor: theirs), principalClass: principalClass, identityStore: .shared)
  }

  /// Runs a test with a host for `principalClass`, and ends what is still under way after it.
  ///
  /// - Throws: What `body` throws; ``ProviderTestError`` `notStarted` when the system gives no socket, `CancellationError`.
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

  /// What the provider doctor says: a capability of `informationPropertyList` whose methods the class does not override, and the reverse.
  ///
  /// - Parameter informationPropertyList: The path of the bundle's `Info.plist`.
  /// - Throws: ``CredentialProviderHostError`` `bundleUnreadable`.
  public func doctor(informationPropertyList: String) throws -> [String] {
    let folder = URL(fileURLWithPath: informationPropertyList).deletingLastPathComponent().path
    return ProviderDoctor.findings(about: principalClass, declaring: try CredentialProviderBundle(folder: folder).capabilities)
  }

  /// Reports a lock state as the provider's own `main` does through ``CredentialProviderMain/report(_:)``.
  public func report(_ state: CredentialProviderLockState) { main.report(state) }

  // MARK: The system's calls

  /// The person tapped a suggestion.
  public func provideCredentialWithoutUserInteraction(for request: any ASCredentialRequest) -> PlayedRequest {
    play { .provideCredentialWithoutUserInteraction(call: $0, request: CredentialRequestValue(playing: request)) }
  }

  /// The provider asked for interaction: its second try.
  public func prepareInterfaceToProvideCredential(for request: any ASCredentialRequest) -> PlayedRequest {
    play { .prepareInterfaceToProvideCredential(call: $0, request: CredentialRequestValue(playing: request)) }
  }

  /// The person tapped a suggestion: without interaction first, and with it where the provider asks for that, as the system does.
  public func provideCredential(for request: any ASCredentialRequest) async throws -> PlayedRequest {
    let quiet = provideCredentialWithoutUserInteraction(for: request)
    guard case .canceled(.userInteractionRequired, _) = try await quiet.outcome() else { return quiet }
    return prepareInterfaceToProvideCredential(for: request)
  }

  /// The person asked for the list of passwords.
  public func prepareCredentialList(for services: [ASCredentialServiceIdentifier]) -> PlayedRequest {
    play { .prepareCredentialList(call: $0, services: services.map(ServiceIdentifierValue.init), parameters: nil) }
  }

  /// The person asked for the list of passkeys and passwords while a passkey request is pending.
  public func prepareCredentialList(
    for services: [ASCredentialServiceIdentifier], relyingPartyIdentifier: String, clientDataHash: Data, allowedCredentials: [Data] = []
  ) -> PlayedRequest {
    let parameters = PasskeyParametersValue(
      relyingPartyIdentifier: relyingPartyIdentifier, clientDataHash: clientDataHash, userVerification: "preferred",
      allowedCredentials: allowedCredentials)
    return play { .prepareCredentialList(call: $0, services: services.map(ServiceIdentifierValue.init), parameters: parameters) }
  }

  /// The person asked for the list of one-time codes.
  public func prepareOneTimeCodeCredentialList(for services: [ASCredentialServiceIdentifier]) -> PlayedRequest {
    play { .prepareOneTimeCodeCredentialList(call: $0, services: services.map(ServiceIdentifierValue.init)) }
  }

  /// The person chose the provider for a new passkey.
  public func prepareInterface(forPasskeyRegistration request: ASPasskeyCredentialRequest) -> PlayedRequest {
    play { .prepareInterfaceForPasskeyRegistration(call: $0, request: CredentialRequestValue(playing: request)) }
  }

  /// A service upgrades an account whose password was just filled.
  public func performWithoutUserInteractionIfPossible(passkeyRegistration request: ASPasskeyCredentialRequest) -> PlayedRequest {
    play {
      .performPasskeyRegistrationWithoutUserInteractionIfPossible(call: $0, request: CredentialRequestValue(playing: request))
    }
  }

  /// The person enabled the provider.
  public func prepareInterfaceForExtensionConfiguration() -> PlayedRequest {
    play { .prepareInterfaceForExtensionConfiguration(call: $0) }
  }

  /// The person asked for any text.
  public func prepareInterfaceForUserChoosingTextToInsert() -> PlayedRequest {
    play { .prepareInterfaceForUserChoosingTextToInsert(call: $0) }
  }

  /// The person followed a set-up link.
  public func prepareInterface(forVerificationCodeSetup link: String, services: [ASCredentialServiceIdentifier] = []) -> PlayedRequest {
    play(secret: link) { .prepareInterfaceForVerificationCodeSetup(call: $0, services: services.map(ServiceIdentifierValue.init)) }
  }

  // MARK: The conversation

  func send(_ call: ProviderCall, secret: String? = nil) {
    guard let json = try? MessageCoding.encode(call) else { return }
    connection.send(SocketFrame(json: json, secret: secret.map { SharedSecret(copying: $0.utf8) }))
  }

  private func play(secret: String? = nil, _ call: (Int) -> ProviderCall) -> PlayedRequest {
    lastCall += 1
    let request = PlayedRequest(call: lastCall, host: self)
    requests[lastCall] = request
    send(call(lastCall), secret: secret)
    return request
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
    case .ready, .findings: break
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
    case .complete(let call, let result): requests[call]?.end(PlayedOutcome(result, secret: secret))
    case .cancelRequest(let call, let domain, let code, let reason):
      let known = domain == ASExtensionErrorDomain ? ASExtensionError.Code(rawValue: code) : nil
      requests[call]?.end(.canceled(known ?? .failed, reason: reason))
    }
  }
}

/// What keeps a test with ``ProviderTestHost`` from going on.
public struct ProviderTestError: Error, Sendable, Equatable {
  /// The kinds of failure; the set may grow.
  public struct Code: Hashable, Sendable {
    /// A stable name, for the test's output.
    public let name: String

    /// The system gave no socket.
    public static let notStarted = Code(name: "notStarted")
    /// The provider did nothing within the time allowed.
    public static let timedOut = Code(name: "timedOut")
    /// The request ended where a view was expected.
    public static let requestEnded = Code(name: "requestEnded")
    /// The view has no such row, or cannot be answered so.
    public static let notInView = Code(name: "notInView")
  }

  /// What went wrong.
  public let code: Code

  /// Makes an error.
  public init(_ code: Code) {
    self.code = code
  }
}
