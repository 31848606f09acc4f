// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// The headers of every response: load only the site's own files, allow no framing, store nothing.
struct SecurityHeaders: RouterMiddleware {
  func handle(
    _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    for (name, value) in Self.headers where response.headers[name] == nil { response.headers[name] = value }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return response
  }

  private static let headers: [(HTTPFields.Element.Name, String)] = [
    (
      .contentSecurityPolicy,
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'"
    ),
    (.xContentTypeOptions, "nosniff"),
    (.strictTransportSecurity, "max-age=31536000"),
    // Not "no-referrer", with which browsers send "Origin: null" for the site's own forms.
    named("Referrer-Policy", "same-origin"),
    named("Permissions-Policy", "publickey-credentials-get=(self), publickey-credentials-create=(self)"),
    named("Cross-Origin-Opener-Policy", "same-origin"),
    named("Cross-Origin-Resource-Policy", "same-origin"),
  ].compactMap { $0 }

  private static func named(_ name: String, _ value: String) -> (HTTPFields.Element.Name, String)? {
    HTTPFields.Element.Name(name).map { ($0, value) }
  }
}
