// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices

/// A client that keeps its controller under the very name of the delegate's methods.
@available(iOS 16.0, macOS 13.0, *)
@MainActor
final class SignInManager: NSObject {
  private var authorizationController: ASAuthorizationController?
  private var continuation: CheckedContinuation<ASAuthorization, Error>?
  private let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "shop.example")

  func signIn(challenge: Data, allowed: [Data]) async throws -> ASAuthorization {
    let request = provider.createCredentialAssertionRequest(challenge: challenge)
    request.allowedCredentials = allowed.map(ASAuthorizationPlatformPublicKeyCredentialDescriptor.init(credentialID:))
    request.userVerificationPreference = .required
    return try await perform([request, ASAuthorizationPasswordProvider().createRequest()])
  }

  func register(challenge: Data, userID: Data) async throws -> ASAuthorization {
    let request: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest
    if #available(iOS 18.0, macOS 15.0, *) {
      request = provider.createCredentialRegistrationRequest(challenge: challenge, name: "anne", userID: userID, requestStyle: .conditional)
      request.prf = .checkForSupport
    } else {
      request = provider.createCredentialRegistrationRequest(challenge: challenge, name: "anne", userID: userID)
    }
    return try await perform([request])
  }

  private func perform(_ requests: [ASAuthorizationRequest]) async throws -> ASAuthorization {
    authorizationController?.cancel()
    let authorizationController = ASAuthorizationController(authorizationRequests: requests)
    authorizationController.delegate = self
    authorizationController.presentationContextProvider = self
    self.authorizationController = authorizationController
    return try await withCheckedThrowingContinuation { continuation in
      self.continuation = continuation
      authorizationController.performRequests(options: .preferImmediatelyAvailableCredentials)
    }
  }
}

@available(iOS 16.0, macOS 13.0, *)
extension SignInManager: ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { ASPresentationAnchor() }

  func authorizationController(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization) {
    switch authorization.credential {
    case let assertion as ASAuthorizationPlatformPublicKeyCredentialAssertion:
      print(assertion.signature.base64EncodedString(), assertion.userID.count, assertion.rawAuthenticatorData?.count ?? 0)
    case let registration as ASAuthorizationPlatformPublicKeyCredentialRegistration:
      print(registration.rawAttestationObject?.count ?? 0, registration.attachment == .platform)
    case let apple as ASAuthorizationAppleIDCredential:
      print(apple.user, apple.fullName?.givenName ?? "", apple.realUserStatus == .likelyReal)
    case let password as ASPasswordCredential:
      print(password.user)
    default:
      break
    }
    continuation?.resume(returning: authorization)
    authorizationController = nil
  }

  func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: Error) {
    if let error = error as? ASAuthorizationError, error.code == .canceled { print("cancelled") }
    switch (error as NSError).code {
    case ASAuthorizationError.notInteractive.rawValue, ASAuthorizationError.Code.unknown.rawValue: break
    default: continuation?.resume(throwing: error)
    }
    authorizationController = nil
  }
}

@MainActor
final class WebSignIn: NSObject, ASWebAuthenticationPresentationContextProviding {
  private var session: ASWebAuthenticationSession?

  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { ASPresentationAnchor() }

  func start(at page: URL) async throws -> URL {
    try await withCheckedThrowingContinuation { continuation in
      let handler: ASWebAuthenticationSession.CompletionHandler = { url, error in
        if let url {
          continuation.resume(returning: url)
        } else {
          continuation.resume(throwing: error ?? ASWebAuthenticationSessionError(.canceledLogin))
        }
      }
      let session =
        if #available(iOS 17.4, macOS 14.4, *) {
          ASWebAuthenticationSession(url: page, callback: .customScheme("shop"), completionHandler: handler)
        } else {
          ASWebAuthenticationSession(url: page, callbackURLScheme: "shop", completionHandler: handler)
        }
      session.prefersEphemeralWebBrowserSession = true
      session.presentationContextProvider = self
      session.start()
      self.session = session
    }
  }
}
