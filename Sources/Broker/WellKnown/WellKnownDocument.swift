// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FetchProtocol
import WebAuthnClient
package import WebDomains

/// A document under `/.well-known/` of one host, with the limits for fetching it.
package struct WellKnownDocument: Hashable, Sendable {
  /// The host.
  package let host: String
  /// The document's path.
  let path: String
  /// The maximum length of its body in bytes.
  let maximumByteCount: Int
  /// The maximum number of redirects followed, all of them within `https:`.
  let maximumRedirectCount: Int

  /// Returns the document with the origins that may use a relying party's ID (WebAuthn L3 §5.11.1 step 2).
  package static func relatedOrigins(of id: RelyingPartyID) -> WellKnownDocument {
    WellKnownDocument(
      host: id.name, path: "/.well-known/webauthn", maximumByteCount: RelatedOriginsDocument.maximumByteCount, maximumRedirectCount: 5)
  }

  /// Returns the document with the applications that may use a domain's credentials; it is served without a redirect (Apple, "Supporting
  /// associated domains").
  package static func appSiteAssociation(of id: RelyingPartyID) -> WellKnownDocument {
    WellKnownDocument(
      host: id.name, path: "/.well-known/apple-app-site-association", maximumByteCount: AppSiteAssociation.maximumByteCount,
      maximumRedirectCount: 0)
  }

  /// The URL of the document.
  package var url: String { "https://" + host + path }
}

extension FetchAnswer {
  /// Whether the answer is a JSON document: status 200 and the content type `application/json`, with or without parameters.
  var isJSONDocument: Bool {
    let essence = contentType?.prefix { $0 != ";" }.lowercased().split(whereSeparator: { $0 == " " || $0 == "\t" })
    return status == 200 && essence == ["application/json"]
  }
}
