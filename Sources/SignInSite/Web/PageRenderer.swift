// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Mustache

/// Renders the templates. Mustache escapes all text for HTML.
struct PageRenderer: Sendable {
  let library: MustacheLibrary
  let siteName: String

  /// Renders a page.
  ///
  /// - Parameters:
  ///   - template: A file in `Templates`, without its extension.
  ///   - session: The session with the page's token and the message from the previous page.
  ///   - problem: The problem that the user should correct; replaces the session's message.
  func page(
    _ template: String, title: String, status: HTTPResponse.Status = .ok, session: Session?, problem: String? = nil,
    _ values: [String: any Sendable] = [:]
  ) -> Response {
    var object: [String: any Sendable] = values
    object["title"] = title
    object["site"] = siteName
    object["csrf"] = session?.csrfToken
    object["user"] = session?.signedIn?.userName
    object["problem"] = problem
    object["notice"] = problem == nil ? session?.flash : nil
    guard let html = library.render(object, withTemplate: template) else {
      return Response(status: .internalServerError)
    }
    return Response(status: status, headers: [.contentType: "text/html; charset=utf-8"], body: .init(byteBuffer: ByteBuffer(string: html)))
  }
}
