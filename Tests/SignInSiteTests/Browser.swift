// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import OneTimeCodeStorage
import SecretMemory
import SignInSite
import Synchronization
import Testing

/// An in-memory site with a clock that tests control.
final class TestSite: Sendable {
  let time: Clock
  let database: DatabaseQueue
  let site: Site

  init(relatedOrigins: [String] = [], apps: [String] = []) async throws {
    database = try DatabaseQueue()
    let clock = Clock()
    self.time = clock
    site = try await Site(
      configuration: SiteConfiguration(
        origin: "https://login.shop.example", relyingPartyID: "shop.example", issuerDomain: "shop.example", name: "Shop Example",
        relatedOrigins: relatedOrigins, apps: apps),
      environment: SiteEnvironment(
        now: { clock.now }, uptime: { clock.uptime }, randomBytes: SiteEnvironment.live.randomBytes, passwordRounds: 1 << 4),
      database: database, storageKey: OneTimeCodeStorageKey(SecretBytes(copying: 0..<32)))
  }

  /// Runs the body with a browser at the site, in process.
  func visit(_ body: @Sendable @escaping (Browser) async throws -> Void) async throws {
    try await Application(router: try site.router()).test(.router) { client in try await body(Browser(client: client)) }
  }

  /// A clock that moves only when a test moves it.
  final class Clock: Sendable {
    private let instant = Mutex(Date(timeIntervalSince1970: 1_700_000_010))
    var now: Date { instant.withLock { $0 } }
    /// Moves with the clock, unless only the clock is set.
    private let set = Mutex(TimeInterval(0))
    var uptime: Duration { .seconds(now.timeIntervalSince1970 - set.withLock { $0 }) }
    /// Sets the clock ahead or back, like an attacker with access to the server's time.
    func jump(by seconds: TimeInterval) {
      set.withLock { $0 += seconds }
      advance(by: seconds)
    }
    func advance(by seconds: TimeInterval) { instant.withLock { $0.addTimeInterval(seconds) } }
  }
}

/// Keeps cookies and fills in forms, as a browser does.
final class Browser: Sendable {
  let client: any TestClientProtocol
  private let cookies = Mutex<[String: String]>([:])
  private let page = Mutex("")

  init(client: any TestClientProtocol) { self.client = client }

  /// Another tab: the same cookies and the same page.
  init(copying other: Browser) {
    client = other.client
    let (html, jar) = (other.html, other.cookies.withLock { $0 })
    page.withLock { $0 = html }
    cookies.withLock { $0 = jar }
  }

  /// The session's cookie as a pair of name and value.
  var cookieValue: String? { cookies.withLock { $0[Self.sessionName] } }
  func setCookie(_ value: String?) { cookies.withLock { $0[Self.sessionName] = value } }
  private static let sessionName = "__Host-session"

  /// Continues as a browser in which nobody was ever signed in.
  func forgetEverything() { cookies.withLock { $0 = [:] } }

  private var cookieHeader: String? { cookies.withLock { $0.isEmpty ? nil : $0.values.joined(separator: "; ") } }

  private func keepCookies(of response: TestResponse) {
    for set in response.headers[values: .setCookie] {
      let pair = String(set.prefix { $0 != ";" })
      cookies.withLock { $0[String(pair.prefix { $0 != "=" })] = pair }
    }
  }

  /// The last page's text.
  var html: String { page.withLock { $0 } }

  /// The last page's form token.
  var token: String { html.firstMatch(of: /name="csrf-token" content="([^"]*)"/).map { String($0.1) } ?? "" }

  /// The user agent that this browser reports.
  private let userAgent = Mutex<String?>(nil)
  func setUserAgent(_ text: String) { userAgent.withLock { $0 = text } }

  /// Returns the text of an element without children.
  func text(of id: String) -> String? {
    guard let expression = try? Regex("id=\"\(id)\"[^>]*>([^<]*)<", as: (Substring, Substring).self) else { return nil }
    return html.firstMatch(of: expression).map { String($0.1) }
  }

  @discardableResult
  func get(_ path: String) async throws -> TestResponse { try await send(path, .get) }

  /// Posts a form with the page's token and follows the redirect of a successful answer.
  @discardableResult
  func post(_ path: String, _ fields: [String: String], token: String? = nil, origin: String? = "https://login.shop.example")
    async throws -> TestResponse
  {
    var fields = fields
    fields["csrf"] = token ?? self.token
    let body = fields.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }.joined(separator: "&")
    return try await send(path, .post, body: body, type: "application/x-www-form-urlencoded", origin: origin)
  }

  /// Posts JSON as the site's script does, without changing the page.
  @discardableResult
  func postJSON(_ path: String, _ body: Data, token: String? = nil) async throws -> TestResponse {
    var headers: HTTPFields = [.contentType: "application/json", .origin: "https://login.shop.example"]
    headers[.cookie] = cookieHeader
    if let name = HTTPFields.Element.Name("X-CSRF-Token") { headers[name] = token ?? self.token }
    let response = try await client.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(bytes: body))
    keepCookies(of: response)
    return response
  }

  /// Requests the options of a ceremony.
  func options<Options: Decodable>(_ ceremony: String, wish: String = "{}") async throws -> Options {
    let response = try await postJSON("/passkeys/\(ceremony)/options", Data(wish.utf8))
    return try JSONDecoder().decode(Options.self, from: Data(response.body.readableBytesView))
  }

  func send(_ path: String, _ method: HTTPRequest.Method, body: String? = nil, type: String? = nil, origin: String? = nil) async throws
    -> TestResponse
  {
    var headers = HTTPFields()
    headers[.cookie] = cookieHeader
    headers[.contentType] = type
    headers[.origin] = origin
    headers[.userAgent] = userAgent.withLock { $0 }
    let response = try await client.execute(uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    keepCookies(of: response)
    if response.status == .seeOther, let location = response.headers[.location] { return try await get(location) }
    page.withLock { $0 = String(buffer: response.body) }
    return response
  }

  /// Signs up, which also signs in.
  func signUp(_ userName: String = "ada", password: String = "correct horse") async throws {
    try await get("/sign-up")
    try await post("/sign-up", ["username": userName, "password": password])
    #expect(text(of: "signed-in-user") == userName)
  }

  func signIn(_ userName: String = "ada", password: String = "correct horse") async throws -> TestResponse {
    try await get("/sign-in")
    return try await post("/sign-in", ["username": userName, "password": password])
  }

  func signOut() async throws { try await post("/sign-out", [:]) }
}
