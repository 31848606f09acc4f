// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import WebAuthnModel
import WebAuthnRelyingParty

/// The JSON interface of the site, used by the script.
enum JSONBody {
  /// The response to a script whose ceremony failed.
  struct Problem: Encodable {
    let problem: String
    /// The signal for the browser about a nonexistent credential.
    var unknownCredential: UnknownCredentialSignal?
  }

  /// The response to a script whose ceremony succeeded: the next page.
  struct Next: Encodable {
    let next: String
  }

  /// Reads a posted JSON value.
  static func read<Value: Decodable>(_ type: Value.Type, _ request: Request, context: SiteContext) async throws -> Value? {
    let text = try await text(of: request, context: context)
    return try? JSONDecoder().decode(Value.self, from: Data(text))
  }

  /// Reads a posted sign-in with a dedicated parser, which is stricter and much faster than the general one.
  static func read(
    _: AuthenticationResponseJSON.Type, _ request: Request, context: SiteContext
  ) async throws -> AuthenticationResponseJSON? {
    let text = try await text(of: request, context: context)
    return try? AuthenticationResponseJSON(parsing: text)
  }

  /// Reads a posted passkey with a dedicated, stricter parser.
  static func read(_: RegistrationResponseJSON.Type, _ request: Request, context: SiteContext) async throws -> RegistrationResponseJSON? {
    let text = try await text(of: request, context: context)
    return try? RegistrationResponseJSON(parsing: text)
  }

  /// Returns the posted text, accepted only if a header contains the session's token.
  private static func text(of request: Request, context: SiteContext) async throws -> [UInt8] {
    guard let header = HTTPFields.Element.Name("X-CSRF-Token"), try context.requireSession().accepts(csrfToken: request.headers[header])
    else { throw HTTPError(.forbidden) }
    guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else { throw HTTPError(.unsupportedMediaType) }
    guard let body = try? await request.body.collect(upTo: 64 * 1024) else { throw HTTPError(.contentTooLarge) }
    return Array(body.readableBytesView)
  }

  static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(bytes: try encode(value))))
  }

  static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  static func problem(
    _ words: String, status: HTTPResponse.Status = .unprocessableContent, unknownCredential: UnknownCredentialSignal? = nil
  ) throws -> Response {
    try response(Problem(problem: words, unknownCredential: unknownCredential), status: status)
  }

  static func tooManyTries() throws -> Response { try problem("Too many tries. Wait a quarter of an hour.", status: .tooManyRequests) }
}
