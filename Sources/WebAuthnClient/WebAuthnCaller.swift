// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebDomains

/// The document that begins a ceremony, as the browser vouches for it.
public struct WebAuthnCaller: Hashable, Sendable {
  /// The document's origin.
  public let origin: Origin
  /// The top-level document's origin; equal to `origin` in a top frame.
  public let topOrigin: Origin
  /// Whether any ancestor has another origin (`sameOriginWithAncestors` is false).
  public let isCrossOrigin: Bool

  /// Describes the calling document.
  public init(origin: Origin, topOrigin: Origin, isCrossOrigin: Bool) {
    self.origin = origin
    self.topOrigin = topOrigin
    self.isCrossOrigin = isCrossOrigin
  }

  /// Describes a top-level document.
  public init(origin: Origin) {
    self.init(origin: origin, topOrigin: origin, isCrossOrigin: false)
  }

  /// The RP ID of a ceremony: the one that was asked for, if the origin may use it, else the origin's effective domain.
  func relyingPartyID(_ requested: String?, step: String) throws(WebAuthnClientError) -> RelyingPartyID {
    do throws(WebDomainsError) {
      guard let requested else { return try RelyingPartyID(defaultFor: origin) }
      let id = try RelyingPartyID(requested)
      try id.check(against: origin)
      return id
    } catch {
      throw WebAuthnClientError(.securityError, step: step)
    }
  }
}
