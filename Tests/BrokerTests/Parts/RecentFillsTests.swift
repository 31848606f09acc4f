// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import Foundation
import Testing

@Suite("Recently filled-in passwords")
struct RecentFillsTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let tab = RecentFills.Place(client: ClientNumber(rawValue: 1), tab: 4)

  private static func fills(at hosts: [String] = ["login.shop.example"], place: RecentFills.Place = tab) -> RecentFills {
    var fills = RecentFills()
    fills.note(RecentFills.Fill(at: place, hosts: hosts, user: "anne", provider: "p"), at: now)
    return fills
  }

  /// The callers that may register a passkey after a sign-in at login.shop.example.
  @Test(
    "a fill covers its own host, and hosts under an RP ID that also covers the filled host",
    arguments: [
      ("login.shop.example", "shop.example", true), ("login.shop.example", "login.shop.example", true),
      // The page that the sign-in leads to.
      ("shop.example", "shop.example", true), ("www.shop.example", "shop.example", true),
      // The filled page itself, for an RP that lists it as a related origin.
      ("login.shop.example", "shop.example.org", true),
      // A sibling host with its own RP ID.
      ("evil.shop.example", "evil.shop.example", false), ("www.shop.example", "www.shop.example", false),
      // A related origin that was not filled in.
      ("shop.example.org", "shop.example", false), ("otherlogin.shop.example.org", "login.shop.example", false),
      ("bank.example", "bank.example", false), ("notshop.example", "shop.example", false),
    ])
  func hosts(host: String, relyingPartyID: String, isCovered: Bool) {
    var fills = Self.fills()
    let caller = RecentFills.Caller(host: host, relyingPartyID: relyingPartyID)
    #expect(fills.hasFill(at: Self.tab, for: caller, at: Self.now) == isCovered)
    #expect(fills.spend(at: Self.tab, for: caller, user: "anne", at: Self.now) == (isCovered ? "p" : nil))
  }

  @Test("a fill counts for five minutes, in the same tab and browser")
  func place() {
    let caller = RecentFills.Caller(host: "login.shop.example", relyingPartyID: "shop.example")
    let fills = Self.fills()
    #expect(fills.hasFill(at: Self.tab, for: caller, at: Self.now + RecentFills.window))
    #expect(!fills.hasFill(at: Self.tab, for: caller, at: Self.now + RecentFills.window + 1))
    #expect(!fills.hasFill(at: Self.tab, for: caller, at: Self.now - 1))
    for place in [
      RecentFills.Place(client: ClientNumber(rawValue: 1), tab: 5), RecentFills.Place(client: ClientNumber(rawValue: 2), tab: 4),
      RecentFills.Place(client: ClientNumber(rawValue: 1), tab: nil),
    ] {
      #expect(!fills.hasFill(at: place, for: caller, at: Self.now))
    }
  }

  @Test("a fill is used up by the first attempt, even one for another account")
  func spending() {
    let caller = RecentFills.Caller(host: "login.shop.example", relyingPartyID: "shop.example")
    for (user, provider) in [("anne", "p"), ("berta", nil)] as [(String, String?)] {
      var fills = Self.fills()
      #expect(fills.spend(at: Self.tab, for: caller, user: user, at: Self.now) == provider)
      #expect(fills.spend(at: Self.tab, for: caller, user: "anne", at: Self.now) == nil)
    }
  }

  @Test("only the last fill of a tab counts, and none of a client that disconnected")
  func last() {
    let caller = RecentFills.Caller(host: "login.shop.example", relyingPartyID: "shop.example")
    var fills = Self.fills()
    fills.note(RecentFills.Fill(at: Self.tab, hosts: ["login.shop.example"], user: "berta", provider: "q"), at: Self.now)
    #expect(fills.spend(at: Self.tab, for: caller, user: "berta", at: Self.now) == "q")
    #expect(!fills.hasFill(at: Self.tab, for: caller, at: Self.now))
    fills = Self.fills()
    fills.forget(client: ClientNumber(rawValue: 1))
    #expect(!fills.hasFill(at: Self.tab, for: caller, at: Self.now))
  }

  @Test("an app's fill covers each domain that the app is associated with, for one passkey")
  func app() {
    let app = RecentFills.Place(client: ClientNumber(rawValue: 1), tab: nil)
    var fills = Self.fills(at: ["shop.example", "shop.example.org"], place: app)
    let (one, other) = (
      RecentFills.Caller(host: "shop.example.org", relyingPartyID: "shop.example.org"),
      RecentFills.Caller(host: "shop.example", relyingPartyID: "shop.example")
    )
    #expect(fills.spend(at: app, for: one, user: "anne", at: Self.now) == "p")
    #expect(fills.spend(at: app, for: other, user: "anne", at: Self.now) == nil)
  }
}
