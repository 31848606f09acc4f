// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Mustache

/// Fills the templates; all text goes through Mustache's HTML escaping.
struct PageRenderer: Sendable {
  let library: MustacheLibrary
  let siteName: String

  /// - Parameters:
  ///   - template: A file of `Templates`, without its extension.
  ///   - session: Gives the page its token and its message from the page before.
  ///   - problem: What the person should correct; takes the place of the session's message.
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
