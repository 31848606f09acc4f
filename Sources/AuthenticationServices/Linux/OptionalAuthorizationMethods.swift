// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
extension ASAuthorizationControllerDelegate {
  /// The delegate's methods as Apple's optional ones are called: `delegate.authorizationController?(controller: …)`. Never nil, since each
  /// method has a default.
  public var authorizationController: OptionalAuthorizationMethods? { OptionalAuthorizationMethods(delegate: self) }
}

/// Calls a delegate's method of the same arguments.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
@MainActor
@preconcurrency
public struct OptionalAuthorizationMethods {
  fileprivate let delegate: any ASAuthorizationControllerDelegate

  /// Tells the delegate that the person chose a credential.
  public func callAsFunction(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization) {
    delegate.authorizationController(controller: controller, didCompleteWithAuthorization: authorization)
  }

  /// Tells the delegate that there is no credential.
  public func callAsFunction(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
    delegate.authorizationController(controller: controller, didCompleteWithError: error)
  }
}
