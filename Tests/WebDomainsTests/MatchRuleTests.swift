// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import WebDomains

@Suite("Match rules")
struct MatchRuleTests {
  private static func rank(_ kept: [(String, MatchRule)], _ requested: [String]) throws -> Int? {
    let addresses = try kept.map { KeptAddress(try ServiceAddress(parsing: $0.0), rule: $0.1) }
    return ServiceMatching.rank(kept: addresses, requested: requested.map { try? ServiceAddress(parsing: $0) })
  }

  /// The services that a page on login.shop.example requests.
  private static let page = ["login.shop.example", "shop.example"]

  @Test(
    "match an address by registrable domain, host or exact place, or never",
    arguments: [
      ("shop.example", .domain, 1), ("other.shop.example", .domain, 2), ("login.shop.example", .host, 0), ("shop.example", .host, nil),
      ("a.login.shop.example", .host, nil), ("https://login.shop.example:8443", .host, 0), ("login.shop.example", .exact, 0),
      ("https://login.shop.example", .exact, 0), ("shop.example", .exact, nil), ("login.shop.example", .never, nil),
      ("bank.example", .never, nil),
    ] as [(String, MatchRule, Int?)])
  func rules(address: String, rule: MatchRule, expected: Int?) throws {
    #expect(try Self.rank([(address, rule)], Self.page) == expected)
  }

  @Test("distinguish ports and schemes if both sides have them, and never match a login saved over TLS to plain HTTP")
  func places() throws {
    #expect(try Self.rank([("https://shop.example:8443", .exact)], ["https://shop.example"]) == nil)
    #expect(try Self.rank([("https://shop.example:8443", .exact)], ["https://shop.example:8443"]) == 0)
    #expect(try Self.rank([("http://shop.example", .exact)], ["https://shop.example"]) == nil)
    #expect(try Self.rank([("https://shop.example", .host)], ["http://shop.example"]) == nil)
    #expect(try Self.rank([("192.0.2.1:8443", .exact)], ["192.0.2.1:9443"]) == nil)
    #expect(try Self.rank([("192.0.2.1:8443", .host)], ["192.0.2.1:9443"]) == 0)
    #expect(try Self.rank([("https://192.0.2.1:8443", .exact)], ["https://192.0.2.1:8443", "192.0.2.1:8443"]) == 0)
  }

  @Test(
    "match a page's exact scheme and port, although its request also lists its host and domain",
    arguments: [
      ("https://nas.shop.example:8443", .exact, 0), ("https://nas.shop.example:9000", .exact, nil),
      ("https://nas.shop.example", .exact, nil),
      ("http://nas.shop.example:8443", .exact, nil), ("nas.shop.example", .exact, 0), ("https://nas.shop.example:9000", .host, 0),
      ("https://nas.shop.example:9000", .domain, 0), ("shop.example", .domain, 1), ("https://other.shop.example", .domain, 2),
    ] as [(String, MatchRule, Int?)])
  func page(address: String, rule: MatchRule, expected: Int?) throws {
    #expect(try Self.rank([(address, rule)], ["https://nas.shop.example:8443", "nas.shop.example", "shop.example"]) == expected)
  }

  @Test("exclude a credential from a host and those below it, whatever its other addresses say")
  func never() throws {
    let kept: [(String, MatchRule)] = [("shop.example", .domain), ("login.shop.example", .never)]
    #expect(try Self.rank(kept, Self.page) == nil)
    #expect(try Self.rank(kept, ["a.login.shop.example", "login.shop.example", "shop.example"]) == nil)
    #expect(try Self.rank(kept, ["shop.example"]) == 0)
    #expect(try Self.rank(kept, ["pay.shop.example", "shop.example"]) == 1)
    #expect(try Self.rank([("shop.example", .domain), ("shop.example", .never)], Self.page) == nil)
    #expect(try Self.rank([("bank.example", .domain), ("shop.example", .never)], ["bank.example"]) == 0)
  }

  @Test("apply to each of several unrelated services in a request")
  func severalServices() throws {
    #expect(try Self.rank([("bank.example", .host)], ["shop.example", "bank.example"]) == 0)
    #expect(try Self.rank([("shop.example", .host)], ["not a domain", "shop.example"]) == 0)
    #expect(try Self.rank([], Self.page) == nil)
  }
}
