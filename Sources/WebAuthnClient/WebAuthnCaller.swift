// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebDomains

/// The document that begins a ceremony, as attested by the browser.
public struct WebAuthnCaller: Hashable, Sendable {
  /// The document's origin.
  public let origin: Origin
  /// The top-level document's origin; equal to `origin` in a top-level document.
  public let topOrigin: Origin
  /// Whether any ancestor has another origin (`sameOriginWithAncestors` is false).
  public let isCrossOrigin: Bool
  /// Whether permissions policy and a user activation allow a cross-origin document to begin ceremonies (WebAuthn L3 §5.10 and §5.1.3 step
  /// 2).
  public let isPermittedCrossOrigin: Bool
  /// The RP ID whose owner names this origin as related.
  var relatedRelyingPartyID: RelyingPartyID?

  /// Creates the description of a calling document.
  ///
  /// - Parameter isPermittedCrossOrigin: The browser's statement about the frame; false if it is not known.
  public init(origin: Origin, topOrigin: Origin, isCrossOrigin: Bool, isPermittedCrossOrigin: Bool = false) {
    self.origin = origin
    self.topOrigin = topOrigin
    self.isCrossOrigin = isCrossOrigin
    self.isPermittedCrossOrigin = isPermittedCrossOrigin
  }

  /// Creates the description of a top-level document.
  public init(origin: Origin) {
    self.init(origin: origin, topOrigin: origin, isCrossOrigin: false)
  }

  /// Whether the caller may begin a ceremony.
  var mayBegin: Bool { !isCrossOrigin || isPermittedCrossOrigin }

  /// Returns the RP ID of a ceremony: the requested one, if the origin may use it; if none was requested, the origin's effective domain.
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
