// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Provides the window that a web authentication session belongs to.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
@MainActor
@preconcurrency
public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  /// Returns the window for `session`.
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}
