// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import WebDomains

@Suite("Relying party ID and registrable domain")
struct RelyingPartyIDTests {
  @Test(
    "the registrable domain follows the public suffix list, including its private section",
    arguments: [
      ("login.shop.example", "shop.example"), ("shop.example", "shop.example"), ("example", nil), ("com", nil),
      ("a.b.example.co.uk", "example.co.uk"), ("co.uk", nil),
      ("a.b.github.io", "b.github.io"), ("github.io", nil), ("www.ck", "www.ck"), ("a.b.ck", "a.b.ck"), ("b.ck", nil),
      ("xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"),
      ("localhost", nil), ("192.0.2.1", nil), ("[::1]", nil),
    ] as [(String, String?)])
  func registrableDomain(host: String, expected: String?) throws {
    #expect(RegistrableDomain(of: try WebHost(parsing: host))?.name == expected)
  }

  @Test(
    "an RP ID is a domain name in lower-case ASCII",
    arguments: ["shop.example", "login.shop.example", "localhost", "xn--bcher-kva.example", "a_b.example"])
  func valid(name: String) throws {
    #expect(try RelyingPartyID(name).name == name)
  }

  @Test(
    "any other text is refused as an RP ID",
    arguments: [
      ("", WebDomainsError.Code.notADomain), ("Shop.example", .notADomain), ("bücher.example", .notADomain), ("shop.example.", .notADomain),
      (".shop.example", .notADomain),
      ("https://shop.example", .notADomain), ("shop.example:443", .notADomain), ("shop..example", .notADomain), ("127.1", .notADomain),
      ("192.0.2.1", .ipAddress), ("[::1]", .ipAddress),
      (String(repeating: "a", count: 64) + ".example", .notADomain), ("shop.example/", .notADomain), ("shop example", .notADomain),
    ])
  func invalid(name: String, code: WebDomainsError.Code) {
    #expect(refusal { () throws(WebDomainsError) in try RelyingPartyID(name) } == code)
  }

  @Test("an RP ID that is a public suffix is refused", arguments: ["com", "co.uk", "github.io"])
  func publicSuffix(name: String) {
    #expect(refusal { () throws(WebDomainsError) in try RelyingPartyID(name) } == .publicSuffix)
  }

  @Test(
    "an origin may use its own domain and registrable parents as RP ID",
    arguments: [
      ("https://login.shop.example", "login.shop.example", nil), ("https://login.shop.example:8443", "shop.example", nil),
      ("http://localhost:8080", "localhost", nil),
      ("https://shop.example", "login.shop.example", .notASuffix), ("https://evilshop.example", "shop.example", .notASuffix),
      ("https://other.example", "shop.example", .notASuffix),
      ("https://a.intranet", "intranet", .publicSuffix), ("http://shop.example", "shop.example", .insecureContext),
      ("https://192.0.2.1", "shop.example", .ipAddress),
    ] as [(String, String, WebDomainsError.Code?)])
  func check(origin: String, name: String, code: WebDomainsError.Code?) throws {
    let origin = try Origin(parsing: origin)
    let identifier = try RelyingPartyID(name)
    #expect(refusal { () throws(WebDomainsError) in try identifier.check(against: origin) } == code)
  }

  @Test("the effective domain is the default if the options name no RP ID")
  func defaulted() throws {
    #expect(try RelyingPartyID(defaultFor: Origin(parsing: "https://login.shop.example")).name == "login.shop.example")
    let address = try Origin(parsing: "https://192.0.2.1")
    #expect(refusal { () throws(WebDomainsError) in try RelyingPartyID(defaultFor: address) } == .ipAddress)
    let suffix = try Origin(parsing: "https://github.io")
    #expect(refusal { () throws(WebDomainsError) in try RelyingPartyID(defaultFor: suffix) } == .publicSuffix)
  }
}
