// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FetchProtocol
import WebAuthnClient
package import WebDomains

/// A document under `/.well-known/` of one host, and how far fetching it may go.
package struct WellKnownDocument: Hashable, Sendable {
  /// The host.
  package let host: String
  /// The document's path.
  let path: String
  /// The most bytes of its body.
  let maximumByteCount: Int
  /// How many redirects are followed, all of them within `https:`.
  let maximumRedirectCount: Int

  /// The origins that may use a relying party's ID (WebAuthn L3 §5.11.1 step 2).
  package static func relatedOrigins(of id: RelyingPartyID) -> WellKnownDocument {
    WellKnownDocument(
      host: id.name, path: "/.well-known/webauthn", maximumByteCount: RelatedOriginsDocument.maximumByteCount, maximumRedirectCount: 5)
  }

  /// The applications that may use a domain's credentials; it is served without a redirect (Apple, "Supporting associated domains").
  package static func appSiteAssociation(of id: RelyingPartyID) -> WellKnownDocument {
    WellKnownDocument(
      host: id.name, path: "/.well-known/apple-app-site-association", maximumByteCount: AppSiteAssociation.maximumByteCount,
      maximumRedirectCount: 0)
  }

  /// Where the document lies.
  package var url: String { "https://" + host + path }
}

extension FetchAnswer {
  /// Whether the answer is a document in JSON: status 200 and the content type `application/json`, with or without parameters.
  var isJSONDocument: Bool {
    let essence = contentType?.prefix { $0 != ";" }.lowercased().split(whereSeparator: { $0 == " " || $0 == "\t" })
    return status == 200 && essence == ["application/json"]
  }
}
