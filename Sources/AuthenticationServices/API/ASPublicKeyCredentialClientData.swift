// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The client data of a browser's request for its page (WebAuthn §5.8.1).
@available(iOS 17.4, macOS 13.5, visionOS 1.1, *)
public struct ASPublicKeyCredentialClientData: Sendable {
  /// Whether the page is in a frame of pages with other origins.
  public enum CrossOriginValue: Hashable, Sendable {
    /// It is in such a frame.
    case crossOrigin
    /// It is not in such a frame.
    case sameOriginWithAncestors
  }

  /// The challenge from the service.
  public var challenge: Data
  /// The page's origin.
  public var origin: String
  /// The origin of the top-level page.
  public var topOrigin: String?
  /// Whether the page is in a frame of pages with other origins; nil to leave it out.
  public var crossOrigin: CrossOriginValue?

  /// Creates a value from its parts.
  public init(challenge: Data, origin: String, topOrigin: String? = nil, crossOrigin: CrossOriginValue? = nil) {
    self.challenge = challenge
    self.origin = origin
    self.topOrigin = topOrigin
    self.crossOrigin = crossOrigin
  }
}
