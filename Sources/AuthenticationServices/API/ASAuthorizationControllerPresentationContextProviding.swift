// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Provides the window that an app's requests belong to.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
@MainActor
@preconcurrency
public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
  /// Returns the window for the requests of `controller`.
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}
