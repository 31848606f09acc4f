// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The app's requests to its service: challenges for ceremonies and the verification of their results.
struct SiteClient: Sendable {
  /// Why the service refused a request.
  struct Refusal: Error, LocalizedError {
    let words: String
    var errorDescription: String? { words }
  }

  /// The service's address.
  let site: URL
  private let session: URLSession

  init(site: URL) {
    self.site = site
    session = URLSession(configuration: .ephemeral)
  }

  /// Begins the creation of an account whose only credential is a passkey.
  func registrationOptions(userName: String) async throws -> RegistrationOptions {
    try await post("/passkeys/sign-up/options", ["userName": userName], from: "/sign-up")
  }

  /// Begins a sign-in with a passkey.
  func assertionOptions() async throws -> AssertionOptions {
    try await post("/passkeys/authentication/options", [String: String](), from: "/sign-in")
  }

  /// Sends the new passkey. The account is created if the service accepts it.
  func register(_ response: RegistrationResponse) async throws {
    let _: Next = try await post("/passkeys/sign-up", response, from: "/sign-up")
  }

  /// Sends the assertion. The session is signed in if the service accepts it.
  func signIn(_ response: AssertionResponse) async throws {
    let _: Next = try await post("/passkeys/authentication", response, from: "/sign-in")
  }

  /// Signs in with a password. Returns false if the service also requires a verification code.
  func signIn(userName: String, password: String) async throws -> Bool {
    let page = try await post(form: "/sign-in", ["username": userName, "password": password])
    return !page.contains("name=\"code\"")
  }

  /// Completes a sign-in that requires a verification code.
  func signIn(code: String) async throws {
    _ = try await post(form: "/sign-in/code", ["code": code])
  }

  /// Returns the user that the account page names, or nil if nobody is signed in.
  func signedInUser() async throws -> String? {
    let page = try await text(of: "/account")
    return page.firstMatch(of: #/<strong id="signed-in-user">([^<]+)<\/strong>/#).map { String($0.1) }
  }

  private struct Next: Decodable {
    var next: String
  }

  private struct Problem: Decodable {
    var problem: String
  }

  private func post<Answer: Decodable>(_ path: String, _ body: some Encodable, from page: String) async throws -> Answer {
    var request = try await request(path, from: page, type: "application/json")
    request.httpBody = try JSONEncoder().encode(body)
    let (data, response) = try await session.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      let problem = try? JSONDecoder().decode(Problem.self, from: data)
      throw Refusal(words: problem?.problem ?? "The service could not be reached. Try again.")
    }
    return try JSONDecoder().decode(Answer.self, from: data)
  }

  /// Submits a form and returns the resulting page.
  private func post(form path: String, _ fields: [String: String]) async throws -> String {
    var request = try await request(path, from: path, type: "application/x-www-form-urlencoded")
    var fields = fields
    fields["csrf"] = request.value(forHTTPHeaderField: Self.tokenField)
    request.httpBody = Data(fields.map { $0.key + "=" + Self.escaped($0.value) }.joined(separator: "&").utf8)
    let (data, _) = try await session.data(for: request)
    let text = String(decoding: data, as: UTF8.self)
    if let problem = text.firstMatch(of: #/role="alert"[^>]*>([^<]+)</#)?.1 { throw Refusal(words: String(problem)) }
    return text
  }

  private static let tokenField = "X-CSRF-Token"

  /// A request with the page's token, which shows that the sender has read the page.
  private func request(_ path: String, from page: String, type: String) async throws -> URLRequest {
    guard let token = try await text(of: page).firstMatch(of: #/name="csrf-token" content="([^"]+)"/#)?.1 else {
      throw Refusal(words: "The page \(page) of \(site.absoluteString) is not one of a sign-in site.")
    }
    var request = URLRequest(url: address(of: path))
    request.httpMethod = "POST"
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    request.setValue(String(token), forHTTPHeaderField: Self.tokenField)
    request.setValue(site.absoluteString, forHTTPHeaderField: "Origin")
    return request
  }

  /// A value of a form (URL Standard, "application/x-www-form-urlencoded serializing").
  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  private func text(of path: String) async throws -> String {
    let (data, _) = try await session.data(from: address(of: path))
    return String(decoding: data, as: UTF8.self)
  }

  private func address(of path: String) -> URL { site.appending(path: path) }
}
