// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import Foundation
import Testing

@Suite("An authorization controller connected to the broker", .timeLimit(.minutes(1)))
@MainActor
struct AuthorizationFlowTests {
  /// Collects what a controller reports; a test can wait for it.
  final class Delegate: NSObject, ASAuthorizationControllerDelegate {
    enum Outcome {
      case password(String, String)
      case error(ASAuthorizationError)
      case other
    }

    let (outcomes, continuation) = AsyncStream.makeStream(of: Outcome.self)
    private(set) var calls = 0

    func authorizationController(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization) {
      calls += 1
      let password = authorization.credential as? ASPasswordCredential
      continuation.yield(password.map { .password($0.user, $0.password) } ?? .other)
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
      calls += 1
      continuation.yield((error as? ASAuthorizationError).map { .error($0) } ?? .other)
    }

    func next() async -> Outcome? {
      var outcomes = outcomes.makeAsyncIterator()
      return await outcomes.next(isolation: MainActor.shared)
    }

    func nextError() async throws -> ASAuthorizationError {
      guard case .error(let error)? = await next() else { throw CocoaError(.coderValueNotFound) }
      return error
    }

    func nextPassword() async throws -> [String] {
      guard case .password(let user, let password)? = await next() else { throw CocoaError(.coderValueNotFound) }
      return [user, password]
    }
  }

  private let system = PlayedSystem()
  private let client: BrokerClient
  private let delegate = Delegate()

  init() {
    client = system.client()
  }

  private func controller() -> ASAuthorizationController {
    let controller = ASAuthorizationController(authorizationRequests: [ASAuthorizationPasswordProvider().createRequest()])
    controller.delegate = delegate
    return controller
  }

  private func perform(_ controller: ASAuthorizationController, _ perform: (ASAuthorizationController) -> Void = { $0.performRequests() }) {
    BrokerClient.$current.withValue(client) { perform(controller) }
  }

  /// Returns the next request that the broker receives, with its mode; skips hellos and cancellations.
  private func request() async throws -> (id: RequestNumber, mode: AppRequestMode) {
    while let message = await system.next()?.message {
      if case .request(let id, .authorize(let request)) = message { return (id, request.mode) }
      if case .request = message { break }
    }
    throw CocoaError(.coderValueNotFound)
  }

  private func answer(_ id: RequestNumber, _ user: String) throws {
    try system.say(ClientReply(id, .authorized(.password(user: user))), secret: Array("of \(user)".utf8))
  }

  @Test("passes a provider's answer to its delegate once")
  func answered() async throws {
    perform(controller())
    let (id, mode) = try await request()
    #expect(mode == .modal)
    try answer(id, "anne")
    try answer(id, "bob")
    #expect(try await delegate.nextPassword() == ["anne", "of anne"])
    #expect(delegate.calls == 1)
  }

  /// The broker's failures and the errors that an app sees for them (Apple reference, sections 2.3 and 2.6).
  nonisolated static let failures: [(failure: String, code: Int, expected: ASAuthorizationError.Code)] = [
    ("userCanceled", 1001, .canceled), ("nothingToOffer", 1001, .canceled), ("nothingToOffer", 1005, .notInteractive),
    ("noSurface", 1005, .notInteractive), ("notAssociated", 1004, .failed), ("invalidRelyingParty", 1004, .failed),
    ("providerFailed", 1004, .failed), ("credentialNotFound", 1004, .failed), ("notFillable", 1004, .failed),
    ("badRequest", 1004, .failed), ("busy", 1004, .failed),
    ("matchedExcludedCredential", 1006, .matchedExcludedCredential),
    ("noPasskeyProvider", 1010, .deviceNotConfiguredForPasskeyCreation), ("ofALaterVersion", 1004, .failed),
    ("ofALaterVersion", 4711, .failed),
  ]

  @Test(
    "reports each failure to its delegate with Apple's code, a reason code and a sentence", arguments: failures.indices)
  func failed(row: Int) async throws {
    let (failure, code, expected) = Self.failures[row]
    perform(controller())
    let (id, _) = try await request()
    try system.say(ClientReply(id, .failure(RequestFailure(code: failure, authorizationError: code))))
    let error = try await delegate.nextError()
    #expect(error.code == expected)
    #expect(error.userInfo[AuthorizationFailure.reasonKey] as? String == failure)
    #expect((error.userInfo[NSLocalizedFailureReasonErrorKey] as? String)?.isEmpty == false)
    #expect(delegate.calls == 1)
  }

  @Test("reports a cancellation to its delegate once, cancels the request at the broker and ignores a later answer")
  func cancelled() async throws {
    let controller = controller()
    perform(controller)
    let (id, _) = try await request()
    controller.cancel()
    controller.cancel()
    #expect(try await delegate.nextError().code == .canceled)
    #expect(await system.next()?.message == .cancel(id: id))
    try answer(id, "late")
    perform(controller)
    let (again, _) = try await request()
    try answer(again, "anne")
    #expect(try await delegate.nextPassword() == ["anne", "of anne"])
    #expect(delegate.calls == 2)
  }

  @Test("leaves no request at the broker if it is cancelled immediately after it began")
  func cancelledAtOnce() async throws {
    let controller = controller()
    perform(controller)
    controller.cancel()
    #expect(try await delegate.nextError().code == .canceled)
    let (id, _) = try await request()
    #expect(await system.next()?.message == .cancel(id: id))
    perform(controller)
    let (again, _) = try await request()
    try answer(again, "anne")
    #expect(try await delegate.nextPassword() == ["anne", "of anne"])
  }

  @Test("refuses a second call while the first is running and completes the first")
  func twice() async throws {
    let controller = controller()
    perform(controller)
    let (id, _) = try await request()
    perform(controller)
    let refusal = try await delegate.nextError()
    #expect(refusal.code == .failed)
    #expect(refusal.userInfo[AuthorizationFailure.reasonKey] as? String == "alreadyPerforming")
    try answer(id, "anne")
    #expect(try await delegate.nextPassword() == ["anne", "of anne"])
  }

  @Test("receives its own answer even if another controller runs at the same time")
  func together() async throws {
    let (first, second) = (controller(), controller())
    let other = Delegate()
    second.delegate = other
    perform(first)
    let (one, _) = try await request()
    perform(second)
    let (two, _) = try await request()
    try answer(two, "second")
    try answer(one, "first")
    #expect(try await other.nextPassword() == ["second", "of second"])
    #expect(try await delegate.nextPassword() == ["first", "of first"])
  }

  @Test("fails its running request if the broker ends, and reaches a new broker with the next request")
  func systemEnds() async throws {
    let controller = controller()
    perform(controller)
    _ = try await request()
    system.end()
    let error = try await delegate.nextError()
    #expect(error.code == .failed)
    #expect(error.userInfo[AuthorizationFailure.reasonKey] as? String == "brokerEnded")
    perform(controller)
    let (id, _) = try await request()
    try answer(id, "anne")
    #expect(try await delegate.nextPassword() == ["anne", "of anne"])
  }

  @Test("sends its mode, immediate or AutoFill-assisted, and can cancel a request that waits for a focused field")
  func modes() async throws {
    let controller = controller()
    perform(controller) { $0.performRequests(options: .preferImmediatelyAvailableCredentials) }
    let (id, mode) = try await request()
    #expect(mode == .immediate)
    try system.say(ClientReply(id, .failure(RequestFailure(code: "nothingToOffer", authorizationError: 1005))))
    #expect(try await delegate.nextError().code == .notInteractive)
    perform(controller) { $0.performAutoFillAssistedRequests() }
    #expect(try await request().mode == .autofill)
    controller.cancel()
    #expect(try await delegate.nextError().code == .canceled)
  }

  @Test("reports an answer that fits none of its requests as invalidResponse")
  func foreignAnswer() async throws {
    perform(controller())
    let (id, _) = try await request()
    try system.say(ClientReply(id, .done()))
    #expect(try await delegate.nextError().code == .invalidResponse)
  }
}
