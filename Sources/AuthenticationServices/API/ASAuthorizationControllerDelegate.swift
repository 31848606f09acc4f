// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Receives the results of an app's requests, with one call each time they are performed.
///
/// Apple's methods are optional. Here, each has a default implementation that does nothing.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
@MainActor
@preconcurrency
public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
  /// Called when the user has chosen a credential.
  func authorizationController(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)

  /// Called when the requests ended without a credential.
  ///
  /// - Parameter error: An ``ASAuthorizationError``.
  func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
extension ASAuthorizationControllerDelegate {
  /// Does nothing, for delegates that do not implement the method.
  public func authorizationController(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization) {}

  /// Does nothing, for delegates that do not implement the method.
  public func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {}
}
