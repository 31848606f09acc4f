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
  /// Whether a cross-origin document was let in by permissions policy and a person's act (WebAuthn L3 §5.10 and §5.1.3 step 2).
  public let isPermittedCrossOrigin: Bool
  /// The RP ID whose owner names this origin as related.
  var relatedRelyingPartyID: RelyingPartyID?

  /// Describes the calling document.
  /// - Parameter isPermittedCrossOrigin: what the browser says of the frame; false where it cannot be known.
  public init(origin: Origin, topOrigin: Origin, isCrossOrigin: Bool, isPermittedCrossOrigin: Bool = false) {
    self.origin = origin
    self.topOrigin = topOrigin
    self.isCrossOrigin = isCrossOrigin
    self.isPermittedCrossOrigin = isPermittedCrossOrigin
  }

  /// Describes a top-level document.
  public init(origin: Origin) {
    self.init(origin: origin, topOrigin: origin, isCrossOrigin: false)
  }

  /// Whether the caller may begin a ceremony at all.
  var mayBegin: Bool { !isCrossOrigin || isPermittedCrossOrigin }

  /// The RP ID of a ceremony: the one that was asked for, if the origin may use it, else the origin's effective domain.
  func relyingPartyID(_ requested: String?, step: String) throws(WebAuthnClientError) -> RelyingPartyID {
    do throws(WebDomainsError) {
      guard let requested else { return try RelyingPartyID(defaultFor: origin) }
      let id = try RelyingPartyID(requested)
      if id != relatedRelyingPartyID { try id.check(against: origin) }
      return id
    } catch {
      throw WebAuthnClientError(.securityError, step: step)
    }
  }
}
