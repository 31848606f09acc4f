// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Gives a browser access to the passkeys of all sites. On Linux, browsers can only ask through their extension, so access is always
/// denied.
// @unchecked: Apple declares the same. There is no state.
@available(iOS 17.4, macOS 13.3, *)
open class ASAuthorizationWebBrowserPublicKeyCredentialManager: NSObject, @unchecked Sendable {
  /// Whether the user lets this program see the passkeys of all sites.
  public enum AuthorizationState: Int, Sendable {
    /// The user allows it.
    case authorized = 0
    /// The user does not allow it.
    case denied = 1
    /// The user has not been asked.
    case notDetermined = 2
  }

  /// Creates a manager. All managers return the same answers.
  public override init() {
    super.init()
  }

  /// Whether passkeys are available here: the broker is installed or running.
  open class var isDeviceConfiguredForPasskeys: Bool { SystemRequests.isReachable }

  /// Always `denied`.
  open var authorizationStateForPlatformCredentials: ASAuthorizationWebBrowserPublicKeyCredentialManager.AuthorizationState { .denied }

  /// Answers `denied` without asking the user.
  @preconcurrency
  open func requestAuthorizationForPublicKeyCredentials(
    _ completionHandler: @escaping @Sendable (ASAuthorizationWebBrowserPublicKeyCredentialManager.AuthorizationState) -> Void
  ) {
    let state = authorizationStateForPlatformCredentials
    Task { completionHandler(state) }
  }

  /// Answers `denied` without asking the user.
  open nonisolated(nonsending) func requestAuthorizationForPublicKeyCredentials() async
    -> ASAuthorizationWebBrowserPublicKeyCredentialManager.AuthorizationState
  {
    authorizationStateForPlatformCredentials
  }

  /// Returns an empty array, as for any program that is denied access.
  public nonisolated(nonsending) func platformCredentials(
    forRelyingParty relyingParty: String
  ) async -> [ASAuthorizationWebBrowserPlatformPublicKeyCredential] { [] }
}
