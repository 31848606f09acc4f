// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import WebAuthnRelyingParty

/// The documents under `/.well-known/` that tell others about this site; they set no cookie and may be read from anywhere.
struct WellKnown {
  /// Which applications may use the site's passwords and passkeys (Apple, "Associated domains").
  private struct AppleAppSiteAssociation: Encodable {
    struct WebCredentials: Encodable {
      let apps: [String]
    }

    let webcredentials: WebCredentials
  }

  /// Where passkeys are made and managed (W3C, "Passkey Endpoints").
  private struct PasskeyEndpoints: Encodable {
    let enroll: String
    let manage: String
  }

  let configuration: SiteConfiguration
  let relyingParty: RelyingParty

  func addRoutes(to router: Router<SiteContext>) throws {
    let page = configuration.origin + "/account/passkeys"
    try add("apple-app-site-association", AppleAppSiteAssociation(webcredentials: .init(apps: configuration.apps)), to: router)
    try add("webauthn", relyingParty.relatedOriginsFile, to: router)
    try add("passkey-endpoints", PasskeyEndpoints(enroll: page, manage: page), to: router)
    // W3C, "A Well-Known URL for Changing Passwords".
    router.get("/.well-known/change-password") { _, _ in Response.redirect(to: "/account/password", type: .found) }
  }

  private func add(_ name: String, _ document: some Encodable, to router: Router<SiteContext>) throws {
    var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "max-age=3600"]
    if let policy = HTTPFields.Element.Name("Cross-Origin-Resource-Policy") { headers[policy] = "cross-origin" }
    let body = ByteBuffer(bytes: try JSONBody.encode(document))
    router.get("/.well-known/\(name)") { [headers] _, _ in Response(status: .ok, headers: headers, body: .init(byteBuffer: body)) }
  }
}
