// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Testing

@Suite("The judgement of origin and frame for every request")
struct CallerJudgementTests {
  private static func context(_ origin: String, top: String? = nil, ancestors: [String] = []) -> ClientContext {
    ClientContext(
      origin: origin, topOrigin: top ?? origin, ancestorOrigins: ancestors, tab: 1, frame: ancestors.isEmpty ? 0 : 3, document: "d")
  }

  static let refused: [(String, ClientContext, String)] = [
    ("clear text", context("http://shop.example"), "insecureOrigin"),
    ("an opaque origin", context("null"), "opaqueOrigin"),
    ("a file", context("file:///home/user/page.html"), "opaqueOrigin"),
    ("a data URL", context("data:text/html,x"), "opaqueOrigin"),
    ("an extension's page", context("chrome-extension://abcdef"), "insecureOrigin"),
    (
      "a frame of another site", context("https://shop.example", top: "https://evil.example", ancestors: ["https://evil.example"]),
      "crossSiteFrame"
    ),
    (
      "a frame of the page's own site inside another site's frame",
      context("https://shop.example", top: "https://shop.example", ancestors: ["https://evil.example", "https://shop.example"]),
      "crossSiteFrame"
    ),
    (
      "a frame under a shared public suffix",
      context("https://a.github.io", top: "https://b.github.io", ancestors: ["https://b.github.io"]), "crossSiteFrame"
    ),
    (
      "a secure frame in a page of clear text",
      context("https://shop.example", top: "http://shop.example", ancestors: ["http://shop.example"]), "insecureOrigin"
    ),
    ("user information in the origin", context("https://shop.example@evil.example"), "insecureOrigin"),
  ]

  @Test("every request from an insecure origin or a cross-site frame is refused", arguments: refused.indices)
  func refuses(row: Int) async throws {
    let (_, context, rule) = Self.refused[row]
    let requests: [ClientRequest] = [
      .suggestions(PageFieldRequest(context: context, field: .oneTimeCode)), .list(PageFieldRequest(context: context, field: .oneTimeCode)),
      .setUpCode(SetUpCodeRequest(context: context, .link("otpauth://totp/a?secret=GEZDGNBV"))),
      .createPasskey(CreatePasskeyRequest(context: context, options: .object([:]))),
      .getPasskey(GetPasskeyRequest(context: context, options: .object([:]))),
    ]
    for request in requests {
      let harness = try await BrokerHarness()
      try await harness.unlockProvider()
      await harness.send(request)
      #expect(harness.lastFailure?.code == "notAllowedHere")
      #expect(harness.lastFailure?.detail == rule)
      #expect(throws: TestFailure.self) { try harness.lastCall }
    }
  }

  @Test(
    "credentials of other sites are not suggested",
    arguments: ["https://evil.example", "https://shop.example.evil.test", "https://evilshop.example", "https://example"])
  func otherSites(origin: String) async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    for field in [FieldPurpose.oneTimeCode, .username, .currentPassword] {
      #expect(try await harness.suggestions(field, context: Self.context(origin)).items.isEmpty)
    }
  }

  @Test("a list request passes the page's origin, then its host and its domain")
  func services() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.list(PageFieldRequest(context: Self.context("https://nas.shop.example:8443"), field: .oneTimeCode)))
    guard case .prepareOneTimeCodeCredentialList(let services)? = harness.provider.calls.last?.payload else {
      Issue.record("the provider was not asked for a list")
      return
    }
    #expect(services.map(\.identifier) == ["https://nas.shop.example:8443", "nas.shop.example", "shop.example"])
    #expect(services.map(\.kind) == [.url, .domain, .domain])
    #expect(services.first?.displayName == "nas.shop.example:8443")
  }

  @Test("a record for the exact host comes before one for its domain")
  func moreSpecificFirst() async throws {
    let harness = try await BrokerHarness()
    let domain = CredentialIdentityValue(
      kind: .oneTimeCode, service: ServiceIdentifierValue(identifier: "shop.example", kind: .domain), user: "domain", recordIdentifier: "1",
      rank: 9)
    let host = CredentialIdentityValue(
      kind: .oneTimeCode, service: ServiceIdentifierValue(identifier: "login.shop.example", kind: .domain), user: "host",
      recordIdentifier: "2")
    try await harness.unlockProvider([domain, host])
    #expect(try await harness.suggestions().items.map(\.account) == ["host", "domain"])
  }

  @Test("a code field gets only codes, and a password field only passwords")
  func kinds() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    #expect(try await harness.suggestions(.oneTimeCode).items.map(\.kind) == [.oneTimeCode])
    #expect(try await harness.suggestions(.currentPassword).items.map(\.kind) == [.password])
  }
}
