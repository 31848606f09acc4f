// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
import WebAuthnClient
package import WebDomains

/// A caller that may ask, and what it may ask for.
package struct JudgedCaller: Sendable {
  /// The asking frame's origin.
  let origin: Origin
  /// The origin of the page in the tab.
  let topOrigin: Origin
  /// Whether the frame or one above it is of another origin than the page, or than the frame.
  let isCrossOrigin: Bool
  /// Whether one of them is even of another site: passkeys alone may be used there, and only where the permissions policy lets them.
  let isCrossSite: Bool
  /// The service identifiers of the asking frame, most specific first: of a page its origin, then its host and the parents of that.
  let services: [ServiceIdentifierValue]
  /// The same for a ceremony, with the RP ID that it may use beside its own, where a domain named its origin as related.
  var webAuthnCaller: WebAuthnCaller

  /// Describes a caller without a related origin.
  ///
  /// - Parameter isPermitted: Whether the permissions policy of the page lets a cross-origin frame hold this ceremony.
  package init(
    origin: Origin, topOrigin: Origin, isCrossOrigin: Bool, isCrossSite: Bool = false, isPermitted: Bool = false,
    services: [ServiceIdentifierValue]
  ) {
    self.origin = origin
    self.topOrigin = topOrigin
    self.isCrossOrigin = isCrossOrigin
    self.isCrossSite = isCrossSite
    self.services = services
    webAuthnCaller = WebAuthnCaller(
      origin: origin, topOrigin: topOrigin, isCrossOrigin: isCrossOrigin, isPermittedCrossOrigin: isPermitted)
  }
}

/// The one place where a page's origin and frame are judged, for every kind of request (security design, rules B2 to B5).
enum CallerJudge {
  /// A passkey ceremony, by the feature that a permissions policy names (WebAuthn L3 §5.10).
  enum Ceremony: String {
    case creation = "publickey-credentials-create"
    case authentication = "publickey-credentials-get"
  }

  /// Judges who asks.
  ///
  /// - Parameter ceremony: What a passkey is asked for; nil for everything else, which no frame of another site may ask.
  /// - Throws: `notAllowedHere`; its detail names the rule: `opaqueOrigin`, `insecureOrigin` or `crossSiteFrame`.
  static func judge(_ context: ClientContext, for ceremony: Ceremony? = nil) throws(ClientFailure) -> JudgedCaller {
    // 1. Only a tuple origin of a secure context asks: https, or http to this machine for development (B3).
    let origin = try trustworthy(context.origin)
    let topOrigin = try trustworthy(context.topOrigin)
    var isCrossSite = !origin.isSameSite(as: topOrigin)
    for text in context.ancestorOrigins where try !trustworthy(text).isSameSite(as: topOrigin) { isCrossSite = true }
    let isCrossOrigin = origin != topOrigin || context.ancestorOrigins.contains { $0 != context.origin }
    // 2. A frame asks only when it and every frame above it are of the page's own site (B5). A passkey belongs to the frame's own site, and
    // says itself what page it was used in: for one, a frame of another site asks where that page's permissions policy lets it.
    let isPermitted = isCrossOrigin && ceremony.map { context.permissionsPolicy?.contains($0.rawValue) == true } == true
    guard !isCrossSite || isPermitted else { throw ClientFailure(.notAllowedHere, detail: "crossSiteFrame") }
    // 3. What it may ask for follows from its own origin, never from the page around it (B4). The origin stands first: only it has scheme and port.
    let place = ServiceIdentifierValue(
      identifier: origin.description, kind: .url, displayName: origin.host.serialized + (origin.port.map { ":\($0)" } ?? ""))
    let services = [place] + ServiceMatching.serviceIdentifiers(for: origin).map { ServiceIdentifierValue(identifier: $0, kind: .domain) }
    return JudgedCaller(
      origin: origin, topOrigin: topOrigin, isCrossOrigin: isCrossOrigin, isCrossSite: isCrossSite, isPermitted: isPermitted,
      services: services)
  }

  private static func trustworthy(_ text: String) throws(ClientFailure) -> Origin {
    let origin: Origin
    do {
      origin = try Origin(parsing: text)
    } catch {
      throw ClientFailure(.notAllowedHere, detail: error.code == .opaqueOrigin ? "opaqueOrigin" : "insecureOrigin")
    }
    guard origin.isPotentiallyTrustworthy else { throw ClientFailure(.notAllowedHere, detail: "insecureOrigin") }
    return origin
  }
}
