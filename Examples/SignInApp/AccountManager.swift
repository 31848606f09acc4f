// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation

/// Makes accounts and signs in, as Apple's "Supporting passkeys" does it: a request from a provider, a controller, a delegate.
@MainActor
final class AccountManager: NSObject {
  /// How far a sign-in has come.
  enum Progress: Equatable {
    case signedIn(userName: String)
    /// The password was right; the service wants a verification code as well.
    case needsCode
  }

  private let site: SiteClient
  private let window: ASPresentationAnchor
  private var authController: ASAuthorizationController?
  private var outcome: CheckedContinuation<ASAuthorization, any Error>?

  init(site: SiteClient, window: ASPresentationAnchor) {
    self.site = site
    self.window = window
  }

  /// Registers a new account on the service.
  func register(userName: String) async throws -> Progress {
    let options = try await site.registrationOptions(userName: userName)
    let challenge = options.challenge.data
    let userID = options.user.id.data
    let platformProvider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: options.rp.id)
    let platformKeyRequest = platformProvider.createCredentialRegistrationRequest(
      challenge: challenge, name: options.user.name, userID: userID)
    platformKeyRequest.userVerificationPreference = .required
    return try await perform([platformKeyRequest])
  }

  /// Connects to the service with an existing account, by a passkey or a password: the person picks from one list of both.
  func signIn() async throws -> Progress {
    let options = try await site.assertionOptions()
    let challenge = options.challenge.data
    let platformProvider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: options.rpId)
    let platformKeyRequest = platformProvider.createCredentialAssertionRequest(challenge: challenge)
    platformKeyRequest.userVerificationPreference = .required
    return try await perform([platformKeyRequest, ASAuthorizationPasswordProvider().createRequest()])
  }

  /// Goes on with a sign-in that needs a verification code.
  func enter(code: String) async throws -> Progress {
    try await site.signIn(code: code)
    return try await progress()
  }

  /// Gives up what is under way.
  func cancel() {
    authController?.cancel()
  }

  private func perform(_ requests: [ASAuthorizationRequest]) async throws -> Progress {
    let authorization = try await withCheckedThrowingContinuation { continuation in
      outcome = continuation
      let authController = ASAuthorizationController(authorizationRequests: requests)
      authController.delegate = self
      authController.presentationContextProvider = self
      self.authController = authController
      authController.performRequests()
    }
    if let credential = authorization.credential as? ASAuthorizationPlatformPublicKeyCredentialRegistration {
      try await site.register(RegistrationResponse(credential))
    } else if let credential = authorization.credential as? ASAuthorizationPlatformPublicKeyCredentialAssertion {
      try await site.signIn(AssertionResponse(credential))
    } else if let credential = authorization.credential as? ASPasswordCredential {
      guard try await site.signIn(userName: credential.user, password: credential.password) else { return .needsCode }
    }
    return try await progress()
  }

  private func progress() async throws -> Progress {
    .signedIn(userName: try await site.signedInUser() ?? "")
  }
}

extension AccountManager: ASAuthorizationControllerDelegate {
  func authorizationController(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization) {
    outcome?.resume(returning: authorization)
    outcome = nil
  }

  func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
    outcome?.resume(throwing: error)
    outcome = nil
  }
}

extension AccountManager: ASAuthorizationControllerPresentationContextProviding {
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { window }
}
