// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation

/// Creates accounts and signs in as in Apple's "Supporting passkeys": a request from a provider, a controller, a delegate.
@MainActor
final class AccountManager: NSObject {
  /// The progress of a sign-in.
  enum Progress: Equatable {
    case signedIn(userName: String)
    /// The password was right, but the service also requires a verification code.
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

  /// Signs in to an existing account with a passkey or a password. The user picks from a single list of both.
  func signIn() async throws -> Progress {
    let options = try await site.assertionOptions()
    let challenge = options.challenge.data
    let platformProvider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: options.rpId)
    let platformKeyRequest = platformProvider.createCredentialAssertionRequest(challenge: challenge)
    platformKeyRequest.userVerificationPreference = .required
    return try await perform([platformKeyRequest, ASAuthorizationPasswordProvider().createRequest()])
  }

  /// Continues a sign-in that requires a verification code.
  func enter(code: String) async throws -> Progress {
    try await site.signIn(code: code)
    return try await progress()
  }

  /// Cancels the current request.
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
