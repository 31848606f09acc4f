// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A browser's way to the passkeys of all sites. Linux lets browsers ask by their extension alone, so the answer is always no.
// @unchecked: Apple declares the same; there is no state.
@available(iOS 17.4, macOS 13.3, *)
open class ASAuthorizationWebBrowserPublicKeyCredentialManager: NSObject, @unchecked Sendable {
  /// Whether the person lets this program see the passkeys of all sites.
  public enum AuthorizationState: Int, Sendable {
    /// They do.
    case authorized = 0
    /// They do not.
    case denied = 1
    /// They have not been asked.
    case notDetermined = 2
  }

  /// Makes a manager; each of them gives the same answers.
  public override init() {
    super.init()
  }

  /// Whether passkeys can be used here at all: the system's broker is installed or running.
  open class var isDeviceConfiguredForPasskeys: Bool { SystemRequests.isReachable }

  /// Always `denied`.
  open var authorizationStateForPlatformCredentials: ASAuthorizationWebBrowserPublicKeyCredentialManager.AuthorizationState { .denied }

  /// Answers `denied`; nobody is asked.
  @preconcurrency
  open func requestAuthorizationForPublicKeyCredentials(
    _ completionHandler: @escaping @Sendable (ASAuthorizationWebBrowserPublicKeyCredentialManager.AuthorizationState) -> Void
  ) {
    let state = authorizationStateForPlatformCredentials
    Task { completionHandler(state) }
  }

  /// Answers `denied`; nobody is asked.
  open nonisolated(nonsending) func requestAuthorizationForPublicKeyCredentials() async
    -> ASAuthorizationWebBrowserPublicKeyCredentialManager.AuthorizationState
  {
    authorizationStateForPlatformCredentials
  }

  /// Nothing, as to any program that is denied.
  public nonisolated(nonsending) func platformCredentials(
    forRelyingParty relyingParty: String
  ) async -> [ASAuthorizationWebBrowserPlatformPublicKeyCredential] { [] }
}
