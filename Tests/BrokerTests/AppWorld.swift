// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import FetchProtocol
import Foundation
import SecretMemory
import Synchronization
import Testing
import WebAuthnModel
import WebDomains

/// A broker with one provider, and a program whose desktop file and entitlements associate it with a shop.
final class AppWorld: Sendable {
  let harness: BrokerHarness
  let app: ClientNumber
  /// The app's identity.
  let caller: CallerIdentity
  /// The surface of the app's terminal, or nil if the test attaches its own.
  let surface: ClientNumber?
  private let arriving: AsyncStream<(ClientReply, String?)>
  private let folder: URL

  /// The app's terminal.
  static let terminal = CallerIdentity.Terminal(path: "/dev/pts/7", device: 0x8807, session: 7)

  private final class Shown: Sendable {
    let number = Mutex<RequestNumber>(0)
    let dismissed = Mutex<[RequestNumber]>([])
  }

  /// The number under which the surface shows the app's view.
  private let shown = Shown()

  static let entitlements = entitlements(["webcredentials:shop.example"])
  static let document = #"{"webcredentials":{"apps":["desktop.org.example.SignIn"]}}"#

  static func entitlements(_ domains: [String]) -> String {
    let strings = domains.map { "<string>\($0)</string>" }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>com.apple.developer.associated-domains</key>\
      <array>\(strings)</array></dict></plist>
      """
  }

  /// Creates the app's files and attaches the app.
  ///
  /// - Parameters:
  ///   - entitlements: The app's half of the association; nil for none.
  ///   - document: The site's half; nil if it cannot be fetched.
  ///   - hasSurface: Whether the app's terminal has a surface.
  ///   - startSurface: Starts a surface when there is none.
  ///   - beforeDocument: Runs before the site's half is returned.
  init(
    entitlements: String? = AppWorld.entitlements, document: String? = AppWorld.document, hasSurface: Bool = true,
    startSurface: (@Sendable (String, @escaping @Sendable () async -> Void) throws(BrokerError) -> Void)? = nil,
    beforeDocument: @escaping @Sendable () async -> Void = {}
  ) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "passfold-app-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let desktopFile = folder.appending(path: "org.example.SignIn.desktop").path
    let application = try #require(
      DesktopApplication(parsing: "[Desktop Entry]\nType=Application\nName=Sign In\nExec=/opt/sign-in/sign-in\n", path: desktopFile))
    if let entitlements {
      try Data(entitlements.utf8).write(to: folder.appending(path: "org.example.SignIn.entitlements"))
    }
    let clock = ManualClock()
    let wellKnown = WellKnownDocuments(now: { clock.now }, developerSites: { .none }) { _ throws(FetchFailure) in
      await beforeDocument()
      guard let document else { throw .noConnection }
      return FetchAnswer(status: 200, contentType: "application/json", body: Array(document.utf8))
    }
    harness = try await BrokerHarness(wellKnown: wellKnown, startSurface: startSurface)
    caller = CallerIdentity(user: 1000, process: 7, executable: "/opt/sign-in/sign-in", application: application, terminal: Self.terminal) {
      true
    }
    let (arriving, arrivals) = AsyncStream.makeStream(of: (ClientReply, String?).self)
    self.arriving = arriving
    app = await harness.broker.attach(as: .app, caller: caller) { answer, secret in
      arrivals.yield((answer, secret?.withBytes { String(decoding: $0, as: UTF8.self) }))
    }
    await harness.provider.say(.grants(sessions: [Self.terminal.session, 8]))
    guard hasSurface else {
      surface = nil
      return
    }
    let shown = shown
    surface = await harness.broker.attach(as: .surface, caller: caller) { answer, _ in
      if case (let number, .dismiss) = answer.parts { shown.dismissed.withLock { $0.append(number) } }
      guard case (let number, .present(_)) = answer.parts else { return }
      shown.number.withLock { $0 = number }
      arrivals.yield((answer, nil))
    }
    if let surface {
      await harness.broker.receive(.request(id: 0, .attachSurface(AttachSurfaceRequest())), from: surface)
    }
  }

  /// The numbers of the views that the surface was told to dismiss.
  var dismissed: [RequestNumber] { shown.dismissed.withLock { $0 } }

  /// The next message to the app or its surface.
  func next() async throws -> (answer: ClientReply, secret: String?) {
    for await arrival in arriving { return arrival }
    throw TestFailure(description: "no more messages arrive")
  }

  /// The next failure that the app receives.
  func nextFailure() async throws -> (code: String, detail: String?, authorizationError: Int?) {
    let answer = try await next().answer
    guard case .failure(let failure) = answer.answer else { throw TestFailure(description: "no failure: \(answer)") }
    return (failure.code, failure.association?.code ?? failure.detail, failure.authorizationError)
  }

  /// The next view that is shown.
  func nextView() async throws -> PresentableViewValue {
    let answer = try await next().answer
    guard case (_, .present(let view)) = answer.parts else { throw TestFailure(description: "no view: \(answer)") }
    return view
  }

  func authorize(_ requests: [AppRequestValue], mode: AppRequestMode = .modal, id: RequestNumber = 1) async {
    await harness.broker.receive(.request(id: id, .authorize(AuthorizeRequest(requests: requests, mode: mode))), from: app)
  }

  func act(_ action: ViewEventValue.Action, row: String? = nil, view: Int = 0) async {
    guard let surface else { return }
    let number = shown.number.withLock { $0 }
    await harness.broker.receive(.viewEvent(id: number, ViewEventValue(view: view, action: action, row: row)), from: surface)
  }

  /// The last call to the provider, as a request for one credential.
  func asked() throws -> (call: CallNumber, request: CredentialRequestValue) {
    switch harness.provider.calls.last?.parts {
    case (let call, .provideCredentialWithoutUserInteraction(let request))?,
      (let call, .prepareInterfaceForPasskeyRegistration(let request))?:
      return (call, request)
    default: throw TestFailure(description: "the provider was asked \(String(describing: harness.provider.calls.last))")
    }
  }

  /// An assertion as the provider signs it.
  func assertion(_ request: CredentialRequestValue, outputs: PasskeyExtensionOutputsValue? = nil) throws -> ProviderResult {
    let data = AuthenticatorData(relyingPartyID: try RelyingPartyID("shop.example"), flags: [.userPresent, .userVerified], signCount: 0)
    return .passkeyAssertion(
      userHandle: Data([9]), relyingParty: "shop.example", signature: Data([1]), clientDataHash: request.clientDataHash ?? Data(),
      authenticatorData: Data(data.encoded), credentialID: Data([1, 2, 3]), extensions: outputs)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }
}
