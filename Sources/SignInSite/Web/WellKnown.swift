// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import WebAuthnRelyingParty
import WebDomains

/// The public documents under `/.well-known/` about this site. They set no cookie and may be read from anywhere.
struct WellKnown {
  /// The pages for creating and managing passkeys (W3C, "Passkey Endpoints").
  private struct PasskeyEndpoints: Encodable {
    let enroll: String
    let manage: String
  }

  let configuration: SiteConfiguration
  let relyingParty: RelyingParty

  func addRoutes(to router: Router<SiteContext>) throws {
    let page = configuration.origin + "/account/passkeys"
    // The applications that may use the site's passwords and passkeys (Apple, "Supporting associated domains").
    add("apple-app-site-association", AppSiteAssociation(applications: configuration.apps).encoded, to: router)
    add("webauthn", try JSONBody.encode(relyingParty.relatedOriginsFile), to: router)
    add("passkey-endpoints", try JSONBody.encode(PasskeyEndpoints(enroll: page, manage: page)), to: router)
    // W3C, "A Well-Known URL for Changing Passwords".
    router.get("/.well-known/change-password") { _, _ in Response.redirect(to: "/account/password", type: .found) }
  }

  private func add(_ name: String, _ document: some Sequence<UInt8>, to router: Router<SiteContext>) {
    var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "max-age=3600"]
    if let policy = HTTPFields.Element.Name("Cross-Origin-Resource-Policy") { headers[policy] = "cross-origin" }
    let body = ByteBuffer(bytes: document)
    router.get("/.well-known/\(name)") { [headers] _, _ in Response(status: .ok, headers: headers, body: .init(byteBuffer: body)) }
  }
}
