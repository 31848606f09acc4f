// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// What the app asks of its service: challenges to begin a ceremony with, and the judgement of what came of it.
struct SiteClient: Sendable {
  /// Why the service did not do what it was asked.
  struct Refusal: Error, LocalizedError {
    let words: String
    var errorDescription: String? { words }
  }

  private let site: URL
  private let session: URLSession

  init(site: URL) {
    self.site = site
    session = URLSession(configuration: .ephemeral)
  }

  /// Begins to make an account whose only key is a passkey.
  func registrationOptions(userName: String) async throws -> RegistrationOptions {
    try await post("/passkeys/sign-up/options", ["userName": userName], from: "/sign-up")
  }

  /// Begins to sign in with a passkey.
  func assertionOptions() async throws -> AssertionOptions {
    try await post("/passkeys/authentication/options", [String: String](), from: "/sign-in")
  }

  /// Hands the new passkey over; the account is made if the service takes it.
  func register(_ response: RegistrationResponse) async throws {
    let _: Next = try await post("/passkeys/sign-up", response, from: "/sign-up")
  }

  /// Hands the signature over; the session is signed in if the service takes it.
  func signIn(_ response: AssertionResponse) async throws {
    let _: Next = try await post("/passkeys/authentication", response, from: "/sign-in")
  }

  /// Who is signed in, by the account page; nil for nobody.
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
    // The page's token says that the request comes from somebody who read the page.
    guard let token = try await text(of: page).firstMatch(of: #/name="csrf-token" content="([^"]+)"/#)?.1 else {
      throw Refusal(words: "The page \(page) of \(site.absoluteString) is not one of a sign-in site.")
    }
    var request = URLRequest(url: address(of: path))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue(String(token), forHTTPHeaderField: "X-CSRF-Token")
    request.setValue(site.absoluteString, forHTTPHeaderField: "Origin")
    request.httpBody = try JSONEncoder().encode(body)
    let (data, response) = try await session.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      let problem = try? JSONDecoder().decode(Problem.self, from: data)
      throw Refusal(words: problem?.problem ?? "The service could not be reached. Try again.")
    }
    return try JSONDecoder().decode(Answer.self, from: data)
  }

  private func text(of path: String) async throws -> String {
    let (data, _) = try await session.data(from: address(of: path))
    return String(decoding: data, as: UTF8.self)
  }

  private func address(of path: String) -> URL { site.appending(path: path) }
}
