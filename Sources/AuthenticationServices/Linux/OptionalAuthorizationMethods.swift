// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
extension ASAuthorizationControllerDelegate {
  /// The delegate's methods in the syntax of Apple's optional ones: `delegate.authorizationController?(controller: …)`. Never nil, because
  /// each method has a default implementation.
  public var authorizationController: OptionalAuthorizationMethods? { OptionalAuthorizationMethods(delegate: self) }
}

/// Calls the delegate's method with the same arguments.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
@MainActor
@preconcurrency
public struct OptionalAuthorizationMethods {
  fileprivate let delegate: any ASAuthorizationControllerDelegate

  /// Notifies the delegate that the user chose a credential.
  public func callAsFunction(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization) {
    delegate.authorizationController(controller: controller, didCompleteWithAuthorization: authorization)
  }

  /// Notifies the delegate that the requests ended without a credential.
  public func callAsFunction(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
    delegate.authorizationController(controller: controller, didCompleteWithError: error)
  }
}
