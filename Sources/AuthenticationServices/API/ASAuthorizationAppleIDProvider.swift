// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Makes requests for Sign in with Apple, which is not to be had here.
///
/// An app that offers it beside passkeys and passwords keeps compiling and gets those; alone, its request ends as `notHandled`.
// @unchecked: Apple declares the same; there is no state.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationAppleIDProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
  /// Whether an account still signs in to this app.
  public enum CredentialState: Int, Sendable {
    /// No longer.
    case revoked = 0
    /// It does.
    case authorized = 1
    /// It never did.
    case notFound = 2
    /// The app changed hands.
    case transferred = 3
  }

  /// Would be posted when an account no longer signs in to this app; never is.
  public class var credentialRevokedNotification: NSNotification.Name {
    NSNotification.Name("ASAuthorizationAppleIDCredentialRevokedNotification")
  }

  /// Makes a provider of requests for Sign in with Apple, which end as `notHandled`.
  public override init() {
    super.init()
  }

  /// Makes a request that nothing here can answer.
  open func createRequest() -> ASAuthorizationAppleIDRequest {
    ASAuthorizationAppleIDRequest(provider: self)
  }

  /// Answers `notFound` with the error `notHandled`.
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
