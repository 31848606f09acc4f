// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// Finds the visitor's session by its cookie, or starts one.
struct SessionMiddleware: RouterMiddleware {
  /// The prefix makes browsers insist on `Secure`, the root path and no domain (RFC 6265bis §4.1.3.2).
  static let cookieName = "__Host-session"

  let sessions: Sessions

  func handle(
    _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.browser = BrowserName.name(userAgent: request.headers[.userAgent])
    if let token = request.cookies[Self.cookieName]?.value, let session = try await sessions.find(token: token) {
      context.session = session
      try await sessions.noteVisit(session)
      return try await next(request, context)
    }
    let issued = try await sessions.start(.visitor, for: context.visitor)
    context.session = issued.session
    var response = try await next(request, context)
    // A page that moved the visitor to another stage has set the cookie already.
    if response.headers[.setCookie] == nil { response.setSession(issued) }
    return response
  }
}

extension Response {
  /// Sends the session's cookie.
  mutating func setSession(_ issued: Sessions.Issued) {
    setCookie(
      Cookie(name: SessionMiddleware.cookieName, value: issued.token, path: "/", secure: true, httpOnly: true, sameSite: .lax))
  }
}
