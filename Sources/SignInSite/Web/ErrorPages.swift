// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import Logging

/// Converts a route's errors to pages with a message that reveals no internals.
struct ErrorPages: RouterMiddleware {
  let renderer: PageRenderer

  func handle(
    _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError {
      return renderer.message(for: error.status, text: error.body)
    } catch {
      context.logger.error("a request failed", metadata: ["error": "\(type(of: error))", "path": "\(request.uri.path)"])
      return renderer.message(for: .internalServerError, text: nil)
    }
  }
}

extension PageRenderer {
  fileprivate func message(for status: HTTPResponse.Status, text: String?) -> Response {
    let (heading, words) =
      switch status {
      case .notFound: ("Page not found", "There is no page at this address.")
      case .forbidden: ("Not allowed", "This page may not do that.")
      case .contentTooLarge: ("Too long", "What you sent is longer than this page takes.")
      case .tooManyRequests: ("Too many tries", "Wait a while and try again.")
      case .internalServerError: ("Something went wrong", "That is our fault. Try again in a moment.")
      default: ("That did not work", "The request could not be understood.")
      }
    return page("message", title: heading, status: status, session: nil, ["heading": heading, "text": text ?? words])
  }
}
