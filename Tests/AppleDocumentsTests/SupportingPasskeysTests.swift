// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation
import Testing

/// The fragments of the page "Supporting passkeys" in an object that signs a person in.
@MainActor
final class PasskeySignIn: NSObject, ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
  enum Outcome: Equatable {
    case registered(Data)
    case signedIn(Data)
    case other
    case error(ASAuthorizationError.Code)
  }

  let (outcomes, continuation) = AsyncStream.makeStream(of: Outcome.self)
  private(set) var performed: [ASAuthorizationRequest] = []

  func register(challengeOfServer: Data, userIDOfServer: Data) {
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

  func signIn(challengeOfServer: Data) {
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
  func authorizationController(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization) {
    if let credential = authorization.credential as? ASAuthorizationPlatformPublicKeyCredentialRegistration {
      // Take steps to handle the registration.
      continuation.yield(.registered(credential.credentialID))
    } else if let credential = authorization.credential as? ASAuthorizationPlatformPublicKeyCredentialAssertion {
      // Take steps to verify the challenge.
      continuation.yield(.signedIn(credential.signature))
    } else {
      // Handle other authentication cases, such as Sign in with Apple.
      continuation.yield(.other)
    }
  }

  func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
    // Handle the error.
    continuation.yield((error as? ASAuthorizationError).map { .error($0.code) } ?? .other)
  }

  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { ASPresentationAnchor() }
}

@Suite("Supporting passkeys", .timeLimit(.minutes(1)))
@MainActor
struct SupportingPasskeysTests {
  let signIn = PasskeySignIn()
  let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.com")
  let controller = ASAuthorizationController(authorizationRequests: [])

  private func outcome() async -> PasskeySignIn.Outcome? {
    var outcomes = signIn.outcomes.makeAsyncIterator()
    return await outcomes.next(isolation: MainActor.shared)
  }

  @Test("a registration asks for the server's challenge and user; without an associated domain it returns an error")
  func register() async throws {
    signIn.register(challengeOfServer: Data([1]), userIDOfServer: Data([2]))
    let request = try #require(signIn.performed.first as? ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest)
    #expect(request.challenge == Data([1]))
    #expect(request.userID == Data([2]))
    #expect(request.name == "Anne Johnson")
    #expect(request.relyingPartyIdentifier == "example.com")
    #expect(await outcome() == .error(.failed))
  }

  @Test("an assertion asks for the server's challenge; without an associated domain it returns an error")
  func assert() async throws {
    signIn.signIn(challengeOfServer: Data([3]))
    let request = try #require(signIn.performed.first as? ASAuthorizationPlatformPublicKeyCredentialAssertionRequest)
    #expect(request.challenge == Data([3]))
    #expect(request.allowedCredentials.isEmpty)
    #expect(await outcome() == .error(.failed))
  }

  @Test("the delegate tells a registration, an assertion and other credentials apart")
  func responds() async {
    let registration = ASAuthorizationPlatformPublicKeyCredentialRegistration(
      rawClientDataJSON: Data("{}".utf8), credentialID: Data([7]), rawAttestationObject: Data([8]))
    let assertion = ASAuthorizationPlatformPublicKeyCredentialAssertion(
      rawClientDataJSON: Data("{}".utf8), credentialID: Data([7]), rawAuthenticatorData: Data([1]), userID: Data([2]), signature: Data([9]))
    let password = ASPasswordCredential(user: "anne", password: "hunter2")
    for (credential, expected) in [
      (registration as any ASAuthorizationCredential, PasskeySignIn.Outcome.registered(Data([7]))), (assertion, .signedIn(Data([9]))),
      (password, .other),
    ] {
      let authorization = ASAuthorization(provider: provider, credential: credential)
      signIn.authorizationController(controller: controller, didCompleteWithAuthorization: authorization)
      #expect(await outcome() == expected)
    }
  }
}
