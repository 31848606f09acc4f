// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// Finds the visitor's session by its cookie, or sets a new cookie. Nothing is stored until there is something to remember.
struct SessionMiddleware: RouterMiddleware {
  /// The prefix makes browsers enforce `Secure`, the root path and no domain (RFC 6265bis §4.1.3.2).
  static let cookieName = "__Host-session"

  let sessions: Sessions

  func handle(
    _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.browser = BrowserName.name(userAgent: request.headers[.userAgent])
    context.deviceToken = request.cookies[KnownDevices.cookieName]?.value
    if let token = request.cookies[Self.cookieName]?.value, Sessions.isToken(token) {
      let session = try await sessions.find(token: token)
      if let session { try await sessions.noteVisit(session) }
      context.session = session ?? sessions.visitor(token: token, context.visitor)
      return try await next(request, context)
    }
    let token = sessions.makeToken()
    context.session = sessions.visitor(token: token, context.visitor)
    var response = try await next(request, context)
    // A page that moved the visitor to another stage has already set the cookie.
    let isSet = response.headers[values: .setCookie].contains { $0.hasPrefix(Self.cookieName + "=") }
    if !isSet { response.setSession(token) }
    return response
  }
}

extension Response {
  /// Sets the session's cookie.
  mutating func setSession(_ token: String) {
    setCookie(
      Cookie(name: SessionMiddleware.cookieName, value: token, path: "/", secure: true, httpOnly: true, sameSite: .lax))
  }
}
