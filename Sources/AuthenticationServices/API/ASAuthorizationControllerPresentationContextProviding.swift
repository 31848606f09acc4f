// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Tells which window an app's request belongs to.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
@MainActor
@preconcurrency
public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
  /// The window of `controller`'s requests.
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}
