// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a browser puts into the client data of its page's request (WebAuthn §5.8.1).
@available(iOS 17.4, macOS 13.5, visionOS 1.1, *)
public struct ASPublicKeyCredentialClientData: Sendable {
  /// Whether the page is framed by pages of other origins.
  public enum CrossOriginValue: Hashable, Sendable {
    /// It is.
    case crossOrigin
    /// It is not.
    case sameOriginWithAncestors
  }

  /// The service's challenge.
  public var challenge: Data
  /// The page's origin.
  public var origin: String
  /// The origin of the outermost page.
  public var topOrigin: String?
  /// Whether the page is framed by pages of other origins; nil to leave it out.
  public var crossOrigin: CrossOriginValue?

  /// Gathers the parts.
  public init(challenge: Data, origin: String, topOrigin: String? = nil, crossOrigin: CrossOriginValue? = nil) {
    self.challenge = challenge
    self.origin = origin
    self.topOrigin = topOrigin
    self.crossOrigin = crossOrigin
  }
}
