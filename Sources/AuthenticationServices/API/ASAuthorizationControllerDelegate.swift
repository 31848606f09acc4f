// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Learns how an app's requests end: one call for each time that they are performed.
///
/// Apple's methods are optional; here each has a default that does nothing.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
@MainActor
@preconcurrency
public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
  /// The person chose a credential.
  func authorizationController(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)

  /// There is no credential.
  ///
  /// - Parameter error: An ``ASAuthorizationError``.
  func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
extension ASAuthorizationControllerDelegate {
  /// Takes no notice, for a delegate that does not care.
  public func authorizationController(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization) {}

  /// Takes no notice, for a delegate that does not care.
  public func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {}
}
