// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation
import Testing

@Suite("An authorization controller", .timeLimit(.minutes(1)))
@MainActor
struct AuthorizationControllerTests {
  /// Collects what a controller reports; a test can wait for it.
  final class Delegate: NSObject, ASAuthorizationControllerDelegate {
    let (outcomes, continuation) = AsyncStream.makeStream(of: ASAuthorizationError.self)
    private(set) var calls = 0

    func authorizationController(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization) {
      calls += 1
      Issue.record("no request in this test can succeed")
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
      calls += 1
      if let error = error as? ASAuthorizationError { continuation.yield(error) } else { Issue.record(error) }
    }
  }

  /// Counts how often it is asked for a window.
  final class Windows: NSObject, ASAuthorizationControllerPresentationContextProviding, ASWebAuthenticationPresentationContextProviding {
    private(set) var asked = 0

    private func window() -> ASPresentationAnchor {
      asked += 1
      return ASPresentationAnchor()
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { window() }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { window() }
  }

  nonisolated static let challenge = Data([1, 2, 3])
  nonisolated static let platform = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "shop.example")
  nonisolated static let keys = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: "shop.example")

  /// Requests that Linux cannot serve, with the documented code and reason.
  enum Impossible: CaseIterable {
    case signInWithApple, keyAssertion, keyRegistration, pageAssertion, pageRegistration, accountCreation, nothing

    var requests: [ASAuthorizationRequest] {
      let page = ASPublicKeyCredentialClientData(challenge: challenge, origin: "https://shop.example")
      return switch self {
      case .signInWithApple: [ASAuthorizationAppleIDProvider().createRequest()]
      case .keyAssertion: [keys.createCredentialAssertionRequest(challenge: challenge)]
      case .keyRegistration:
        [keys.createCredentialRegistrationRequest(challenge: challenge, displayName: "Anne", name: "anne", userID: Data([1]))]
      case .pageAssertion: [platform.createCredentialAssertionRequest(clientData: page)]
      case .pageRegistration: [platform.createCredentialRegistrationRequest(clientData: page, name: "anne", userID: Data([1]))]
      case .accountCreation:
        [
          ASAuthorizationAccountCreationProvider().createPlatformPublicKeyCredentialRegistrationRequest(
            acceptedContactIdentifiers: [.email], shouldRequestName: true, relyingPartyIdentifier: "shop.example", challenge: challenge,
            userID: Data([1]))
        ]
      case .nothing: []
      }
    }

    var expected: (code: ASAuthorizationError.Code, reason: String) {
      switch self {
      case .signInWithApple: (.notHandled, "signInWithAppleUnavailable")
      case .keyAssertion, .keyRegistration: (.notHandled, "noSecurityKeys")
      case .pageAssertion, .pageRegistration: (.failed, "notABrowser")
      case .accountCreation: (.deviceNotConfiguredForPasskeyCreation, "noContacts")
      case .nothing: (.failed, "noRequests")
      }
    }
  }

  @Test("reports a request that cannot be served on Linux to its delegate once, with the documented error", arguments: Impossible.allCases)
  func impossible(_ wish: Impossible) async throws {
    let delegate = Delegate()
    let controller = ASAuthorizationController(authorizationRequests: wish.requests)
    controller.delegate = delegate
    controller.performRequests()
    var outcomes = delegate.outcomes.makeAsyncIterator()
    let error = try #require(await outcomes.next(isolation: MainActor.shared))
    #expect(error.code == wish.expected.code)
    #expect(error.userInfo[AuthorizationFailure.reasonKey] as? String == wish.expected.reason)
    #expect(delegate.calls == 1)
  }

  @Test("asks the app for its window before anything else, and so does a web authentication session")
  func windows() async throws {
    let (delegate, windows) = (Delegate(), Windows())
    let controller = ASAuthorizationController(authorizationRequests: Impossible.signInWithApple.requests)
    controller.delegate = delegate
    controller.presentationContextProvider = windows
    controller.performRequests()
    var outcomes = delegate.outcomes.makeAsyncIterator()
    _ = await outcomes.next(isolation: MainActor.shared)
    #expect(windows.asked == 1)
    let page = try #require(URL(string: "https://shop.example/sign-in"))
    let error: (any Error)? = await withCheckedContinuation { continuation in
      // Without a callback, nothing can end the session.
      let session = ASWebAuthenticationSession(url: page, callbackURLScheme: nil) { continuation.resume(returning: $1) }
      session.presentationContextProvider = windows
      #expect(session.start())
    }
    #expect(error is ASWebAuthenticationSessionError)
    #expect(windows.asked == 2)
  }

  @Test("can call its delegate's methods as optional ones, as code written for Apple's protocol does")
  func optionalMethods() async throws {
    final class Refusing: ASAuthorizationController {
      @MainActor func refuse() {
        delegate?.authorizationController?(controller: self, didCompleteWithError: ASAuthorizationError(.canceled))
      }
    }
    let delegate = Delegate()
    let controller = Refusing(authorizationRequests: [])
    controller.delegate = delegate
    controller.refuse()
    var outcomes = delegate.outcomes.makeAsyncIterator()
    #expect(await outcomes.next(isolation: MainActor.shared)?.code == .canceled)
    #expect(delegate.calls == 1)
  }

  @Test("stays alive until it has called its delegate, even if nothing else holds it")
  func lives() async throws {
    let delegate = Delegate()
    do {
      let controller = ASAuthorizationController(authorizationRequests: Impossible.signInWithApple.requests)
      controller.delegate = delegate
      controller.performRequests(options: .preferImmediatelyAvailableCredentials)
    }
    var outcomes = delegate.outcomes.makeAsyncIterator()
    #expect(await outcomes.next(isolation: MainActor.shared)?.code == .notHandled)
  }

  @Test("can perform its requests again once they have finished")
  func again() async throws {
    let delegate = Delegate()
    let controller = ASAuthorizationController(authorizationRequests: Impossible.signInWithApple.requests)
    controller.delegate = delegate
    var outcomes = delegate.outcomes.makeAsyncIterator()
    for _ in 1...2 {
      controller.performRequests()
      #expect(await outcomes.next(isolation: MainActor.shared)?.code == .notHandled)
    }
    #expect(delegate.calls == 2)
  }

  @Test("reports nothing if it is cancelled while no request is running")
  func idleCancel() async throws {
    let delegate = Delegate()
    let controller = ASAuthorizationController(authorizationRequests: Impossible.signInWithApple.requests)
    controller.delegate = delegate
    controller.cancel()
    controller.performRequests()
    var outcomes = delegate.outcomes.makeAsyncIterator()
    #expect(await outcomes.next(isolation: MainActor.shared)?.code == .notHandled)
    #expect(delegate.calls == 1)
  }

  @Test("has an async method that throws the same errors")
  func asyncForm() async {
    let error = await #expect(throws: ASAuthorizationError.self) {
      try await AuthorizationController().performRequest(ASAuthorizationAppleIDProvider().createRequest())
    }
    #expect(error?.code == .notHandled)
  }
}
