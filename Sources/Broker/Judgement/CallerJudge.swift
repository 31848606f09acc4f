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
  /// Whether the frame is of the page's own site all the way up, but not of its own origin.
  let isCrossOrigin: Bool
  /// The service identifiers of the asking frame, most specific first.
  let services: [ServiceIdentifierValue]
  /// The same for a ceremony, with the RP ID that it may use beside its own, where a domain named its origin as related.
  var webAuthnCaller: WebAuthnCaller

  package init(origin: Origin, topOrigin: Origin, isCrossOrigin: Bool, services: [ServiceIdentifierValue]) {
    self.origin = origin
    self.topOrigin = topOrigin
    self.isCrossOrigin = isCrossOrigin
    self.services = services
    webAuthnCaller = WebAuthnCaller(origin: origin, topOrigin: topOrigin, isCrossOrigin: isCrossOrigin)
  }
}

/// The one place where a page's origin and frame are judged, for every kind of request (security design, rules B2 to B5).
enum CallerJudge {
  /// Judges who asks.
  ///
  /// - Throws: `notAllowedHere`; its detail names the rule: `opaqueOrigin`, `insecureOrigin` or `crossSiteFrame`.
  static func judge(_ context: ClientContext) throws(ClientFailure) -> JudgedCaller {
    // 1. Only a tuple origin of a secure context asks: https, or http to this machine for development (B3).
    let origin = try trustworthy(context.origin)
    let topOrigin = try trustworthy(context.topOrigin)
    // 2. A frame asks only when it and every frame above it are of the page's own site (B5).
    guard origin.isSameSite(as: topOrigin) else { throw ClientFailure(.notAllowedHere, detail: "crossSiteFrame") }
    for text in context.ancestorOrigins {
      guard try trustworthy(text).isSameSite(as: topOrigin) else { throw ClientFailure(.notAllowedHere, detail: "crossSiteFrame") }
    }
    // 3. What it may ask for follows from its own origin, never from the page around it (B4).
    let services = ServiceMatching.serviceIdentifiers(for: origin).map { ServiceIdentifierValue(identifier: $0, kind: .domain) }
    let isCrossOrigin = origin != topOrigin || context.ancestorOrigins.contains { $0 != context.origin }
    return JudgedCaller(origin: origin, topOrigin: topOrigin, isCrossOrigin: isCrossOrigin, services: services)
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
