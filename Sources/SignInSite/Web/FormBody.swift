// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// A posted form, accepted only if it contains the session's token.
struct FormBody: Sendable {
  private let fields: [String: String]

  init(_ request: Request, context: SiteContext) async throws {
    guard request.headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true else {
      throw HTTPError(.unsupportedMediaType)
    }
    guard let body = try? await request.body.collect(upTo: 16 * 1024) else { throw HTTPError(.contentTooLarge) }
    guard let fields = try? URLEncodedFormDecoder().decode([String: String].self, from: String(buffer: body)) else {
      throw HTTPError(.badRequest)
    }
    guard try context.requireSession().accepts(csrfToken: fields["csrf"]) else {
      throw HTTPError(.forbidden, message: "This form is out of date. Go back, reload the page and try again.")
    }
    self.fields = fields
  }

  /// The text of a field; empty if it is missing.
  subscript(_ name: String) -> String { fields[name] ?? "" }
}
