// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Creates requests for Sign in with Apple, which is not available here.
///
/// An app that offers it as well as passkeys and passwords still compiles and receives those. On its own, the request ends with
/// `notHandled`.
// @unchecked: Apple declares the same. There is no state.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationAppleIDProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
  /// Whether an account still signs in to this app.
  public enum CredentialState: Int, Sendable {
    /// The authorization was revoked.
    case revoked = 0
    /// The account is authorized.
    case authorized = 1
    /// The account was not found.
    case notFound = 2
    /// The app was transferred to another developer.
    case transferred = 3
  }

  /// The name of a notification that is never posted here.
  public class var credentialRevokedNotification: NSNotification.Name {
    NSNotification.Name("ASAuthorizationAppleIDCredentialRevokedNotification")
  }

  /// Creates a provider. Its requests end with `notHandled`.
  public override init() {
    super.init()
  }

  /// Creates a request that nothing here can answer.
  open func createRequest() -> ASAuthorizationAppleIDRequest {
    ASAuthorizationAppleIDRequest(provider: self)
  }

  /// Returns `notFound` with the error `notHandled`.
  @preconcurrency
  open func getCredentialState(
    forUserID userID: String,
    completion: @escaping @Sendable (ASAuthorizationAppleIDProvider.CredentialState, (any Error)?) -> Void
  ) {
    Task { completion(.notFound, AuthorizationFailure.signInWithAppleUnavailable.error) }
  }

  /// Throws `notHandled`.
  open nonisolated(nonsending) func credentialState(
    forUserID userID: String
  ) async throws -> ASAuthorizationAppleIDProvider.CredentialState {
    throw AuthorizationFailure.signInWithAppleUnavailable.error
  }
}
