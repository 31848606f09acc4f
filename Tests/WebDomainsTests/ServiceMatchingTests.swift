// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import WebDomains

@Suite("Service matching")
struct ServiceMatchingTests {
  @Test(
    "lists the service identifiers of an origin, most specific first",
    arguments: [
      ("https://a.login.shop.example", ["a.login.shop.example", "login.shop.example", "shop.example"]),
      ("https://shop.example", ["shop.example"]),
      ("https://192.0.2.1:8443", ["192.0.2.1:8443"]), ("http://localhost", ["localhost"]), ("https://u.github.io", ["u.github.io"]),
    ])
  func identifiers(origin: String, expected: [String]) throws {
    #expect(ServiceMatching.serviceIdentifiers(for: try Origin(parsing: origin)) == expected)
  }

  static let login = ["a.login.shop.example", "login.shop.example", "shop.example"]

  @Test(
    "ranks the exact host first, then parents by distance, then the rest of the registrable domain",
    arguments: [
      ("a.login.shop.example", 0), ("login.shop.example", 1), ("shop.example", 2), ("other.shop.example", 3),
      ("https://login.shop.example/sign-in", 1),
      ("LOGIN.Shop.Example", 1), ("evilshop.example", nil), ("shop.example.evil.example", nil), ("example", nil), ("", nil),
      ("not a domain", nil),
    ] as [(String, Int?)])
  func rank(stored: String, expected: Int?) {
    #expect(ServiceMatching.rank(stored: stored, requested: Self.login) == expected)
  }

  @Test("ranks by the most specific requested identifier that matches")
  func severalServices() {
    #expect(ServiceMatching.rank(stored: "bank.example", requested: ["shop.example", "bank.example"]) == 1)
    #expect(ServiceMatching.rank(stored: "bank.example", requested: ["not a domain", "bank.example"]) == 1)
    #expect(ServiceMatching.rank(stored: "bank.example", requested: []) == nil)
  }

  @Test("keeps the customers of a public suffix apart")
  func privateSuffix() {
    #expect(ServiceMatching.rank(stored: "a.github.io", requested: ["b.github.io"]) == nil)
    #expect(ServiceMatching.rank(stored: "github.io", requested: ["b.github.io"]) == nil)
    #expect(ServiceMatching.rank(stored: "github.io", requested: ["github.io"]) == 0)
  }

  @Test("does not offer a login saved over TLS to a page without TLS")
  func downgrade() {
    #expect(ServiceMatching.rank(stored: "https://shop.example", requested: ["http://shop.example"]) == nil)
    #expect(ServiceMatching.rank(stored: "http://shop.example", requested: ["https://shop.example"]) == 0)
  }

  @Test("matches addresses and single labels by host and port only")
  func addresses() {
    #expect(ServiceMatching.rank(stored: "192.0.2.1:8443", requested: ["192.0.2.1:8443"]) == 0)
    #expect(ServiceMatching.rank(stored: "192.0.2.1:8443", requested: ["192.0.2.1:9443"]) == nil)
    #expect(ServiceMatching.rank(stored: "192.0.2.1", requested: ["https://192.0.2.1"]) == 0)
    #expect(ServiceMatching.rank(stored: "192.0.2.1", requested: ["https://192.0.2.1:8443"]) == nil)
    #expect(ServiceMatching.rank(stored: "2.0.2.1", requested: ["192.0.2.1"]) == nil)
    #expect(ServiceMatching.rank(stored: "localhost:3000", requested: ["http://localhost:3000"]) == 0)
    #expect(ServiceMatching.rank(stored: "localhost", requested: ["app.localhost"]) == nil)
    #expect(ServiceMatching.rank(stored: "https://[::1]:1", requested: ["[0:0::1]:1"]) == 0)
  }

  @Test("compares internationalised names in A-label form")
  func idn() {
    #expect(ServiceMatching.rank(stored: "bücher.example", requested: ["login.xn--bcher-kva.example"]) == 1)
  }
}
