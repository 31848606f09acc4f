// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
package import Foundation

/// The fragments of the page "Supporting passkeys" in an object that signs a user in.
@MainActor
package final class PasskeySignIn: NSObject, ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
  /// The branch of the delegate that was taken.
  package enum Outcome: Sendable {
    case registration(ASAuthorizationPlatformPublicKeyCredentialRegistration)
    case assertion(ASAuthorizationPlatformPublicKeyCredentialAssertion)
    case other
    case error(ASAuthorizationError)
  }

  /// The calls to the delegate, in order.
  package let outcomes: AsyncStream<Outcome>
  private let continuation: AsyncStream<Outcome>.Continuation
  /// The most recently performed requests.
  package private(set) var performed: [ASAuthorizationRequest] = []

  package override init() {
    (outcomes, continuation) = AsyncStream.makeStream(of: Outcome.self)
  }

  package func register(challengeOfServer: Data, userIDOfServer: Data) {
    // Fragment: registering.
    let challenge: Data = challengeOfServer  // Obtain this from the server.
    let userID: Data = userIDOfServer  // Obtain this from the server.
    let platformProvider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.com")
    let platformKeyRequest = platformProvider.createCredentialRegistrationRequest(
      challenge: challenge, name: "Anne Johnson", userID: userID)
    let authController = ASAuthorizationController(authorizationRequests: [platformKeyRequest])
    authController.delegate = self
    authController.presentationContextProvider = self
    authController.performRequests()

    performed = authController.authorizationRequests
  }

  package func signIn(challengeOfServer: Data) {
    // Fragment: signing in.
    let challenge: Data = challengeOfServer  // Obtain this from the server.
    let platformProvider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.com")
    let platformKeyRequest = platformProvider.createCredentialAssertionRequest(challenge: challenge)
    let authController = ASAuthorizationController(authorizationRequests: [platformKeyRequest])
    authController.delegate = self
    authController.presentationContextProvider = self
    authController.performRequests()

    performed = authController.authorizationRequests
  }

  // Fragment: responding.
  package func authorizationController(
    controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
  ) {
    if let credential = authorization.credential as? ASAuthorizationPlatformPublicKeyCredentialRegistration {
      // Take steps to handle the registration.
      continuation.yield(.registration(credential))
    } else if let credential = authorization.credential as? ASAuthorizationPlatformPublicKeyCredentialAssertion {
      // Take steps to verify the challenge.
      continuation.yield(.assertion(credential))
    } else {
      // Handle other authentication cases, such as Sign in with Apple.
      continuation.yield(.other)
    }
  }

  package func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
    // Handle the error.
    continuation.yield((error as? ASAuthorizationError).map { .error($0) } ?? .other)
  }

  package func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { ASPresentationAnchor() }
}
