// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import SecretMemory

/// Rejects requests that change something but do not come from the site's own pages.
///
/// Browsers send `Origin` with every POST; if present, it must be the site's. Scripts also repeat the session's token in a header, and
/// forms in a field, which `FormBody` checks.
struct ForgeryMiddleware: RouterMiddleware {
  let origins: Set<String>

  func handle(
    _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
  ) async throws -> Response {
    if request.method != .get, request.method != .head, let sent = request.headers[.origin], !origins.contains(sent) {
      throw HTTPError(.forbidden, message: "This request did not come from our own page.")
    }
    return try await next(request, context)
  }
}

extension Session {
  /// Returns whether a request repeats this session's token.
  func accepts(csrfToken sent: String?) -> Bool {
    guard let csrfToken else { return false }
    return constantTimeEquals(Array((sent ?? "").utf8), Array(csrfToken.utf8))
  }
}
