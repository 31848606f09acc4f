// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
import WebAuthnClient
package import WebDomains

/// A caller with permission to ask, and the services it may ask for.
package struct JudgedCaller: Sendable {
  /// The requesting frame's origin.
  let origin: Origin
  /// The origin of the page in the tab.
  let topOrigin: Origin
  /// Whether the frame or one above it has another origin than the page, or than the frame.
  let isCrossOrigin: Bool
  /// Whether one of them even belongs to another site: only passkeys may be used there, and only if the permissions policy allows it.
  let isCrossSite: Bool
  /// The service identifiers of the requesting frame, most specific first: for a page its origin, then its host and the host's parents.
  let services: [ServiceIdentifierValue]
  /// The caller of a ceremony, with the RP ID that it may use in addition to its own because a domain named its origin as related.
  var webAuthnCaller: WebAuthnCaller

  /// Creates a caller without a related origin.
  ///
  /// - Parameter isPermitted: Whether the page's permissions policy allows this ceremony in a cross-origin frame.
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

/// Validates a page's origin and frame for every kind of request (security design, rules B2 to B5). Nothing else does.
enum CallerJudge {
  /// A passkey ceremony, by its permissions policy feature (WebAuthn L3 §5.10).
  enum Ceremony: String {
    case creation = "publickey-credentials-create"
    case authentication = "publickey-credentials-get"
  }

  /// Validates the caller.
  ///
  /// - Parameter ceremony: The ceremony of a passkey request; nil for everything else, which frames of other sites may not ask for.
  /// - Throws: `notAllowedHere`; its detail names the rule: `opaqueOrigin`, `insecureOrigin` or `crossSiteFrame`.
  static func judge(_ context: ClientContext, for ceremony: Ceremony? = nil) throws(ClientFailure) -> JudgedCaller {
    // 1. The origin is a tuple origin in a secure context: https, or http to this machine for development (B3).
    let origin = try trustworthy(context.origin)
    let topOrigin = try trustworthy(context.topOrigin)
    var isCrossSite = !origin.isSameSite(as: topOrigin)
    for text in context.ancestorOrigins where try !trustworthy(text).isSameSite(as: topOrigin) { isCrossSite = true }
    let isCrossOrigin = origin != topOrigin || context.ancestorOrigins.contains { $0 != context.origin }
    // 2. The frame and every frame above it belong to the page's own site (B5). A passkey belongs to the frame's own site, and itself
    // reveals the page in which it was used, so a frame of another site may ask for one if the page's permissions policy allows it.
    let isPermitted = isCrossOrigin && ceremony.map { context.permissionsPolicy?.contains($0.rawValue) == true } == true
    guard !isCrossSite || isPermitted else { throw ClientFailure(.notAllowedHere, detail: "crossSiteFrame") }
    // 3. The services follow from the frame's own origin, never from the surrounding page (B4). The origin comes first: only it has scheme
    // and port.
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
