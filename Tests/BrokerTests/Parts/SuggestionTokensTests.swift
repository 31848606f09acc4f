// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Testing
import WebDomains

@Suite("Suggestion tokens")
struct SuggestionTokensTests {
  private let client = ClientNumber(rawValue: 1)
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func place(tab: Int = 1, frame: Int = 0, document: String = "d") -> PagePlace {
    PagePlace(ClientContext(origin: "https://a.example", topOrigin: "https://a.example", tab: tab, frame: frame, document: document))
  }

  private func offer(page: PagePlace?, madeAt: Date) throws -> OfferedSuggestion {
    let origin = try Origin(parsing: "https://a.example")
    return OfferedSuggestion(
      client: client, page: page, provider: "p", offer: .unlock, field: .username,
      caller: JudgedCaller(origin: origin, topOrigin: origin, isCrossOrigin: false, services: []), madeAt: madeAt)
  }

  @Test("a token can be used once")
  func once() throws {
    var tokens = SuggestionTokens()
    let token = tokens.issue(try offer(page: place(), madeAt: now), randomness: [UInt8](repeating: 7, count: 16))
    #expect(token == String(repeating: "07", count: 16))
    #expect(try tokens.spend(token, client: client, page: place(), now: now).provider == "p")
    #expect(throws: ClientFailure.self) { try tokens.spend(token, client: client, page: place(), now: now) }
  }

  @Test(
    "a token used in another tab, frame or document is refused and lost",
    arguments: [(2, 0, "d"), (1, 1, "d"), (1, 0, "e")])
  func elsewhere(tab: Int, frame: Int, document: String) throws {
    var tokens = SuggestionTokens()
    let token = tokens.issue(try offer(page: place(), madeAt: now), randomness: [1])
    #expect(throws: ClientFailure.self) {
      try tokens.spend(token, client: client, page: place(tab: tab, frame: frame, document: document), now: now)
    }
    #expect(throws: ClientFailure.self) { try tokens.spend(token, client: client, page: place(), now: now) }
  }

  @Test("a token is valid for two minutes from its creation, and another client's attempt does not use it up")
  func time() throws {
    var tokens = SuggestionTokens()
    let old = tokens.issue(try offer(page: nil, madeAt: now), randomness: [1])
    #expect(throws: ClientFailure.self) { try tokens.spend(old, client: ClientNumber(rawValue: 2), page: nil, now: now) }
    #expect(throws: Never.self) { try tokens.spend(old, client: client, page: nil, now: now + SuggestionTokens.lifetime) }
    for late in [SuggestionTokens.lifetime + 1, -1] {
      let token = tokens.issue(try offer(page: nil, madeAt: now), randomness: [2])
      #expect(throws: ClientFailure.self) { try tokens.spend(token, client: client, page: nil, now: now + late) }
    }
  }

  @Test("new tokens of a tab displace only the same tab's oldest")
  func room() throws {
    var tokens = SuggestionTokens()
    let other = tokens.issue(try offer(page: place(tab: 2), madeAt: now), randomness: [0])
    let issued = try (0...SuggestionTokens.limitPerAsker).map { number in
      tokens.issue(try offer(page: place(), madeAt: now), randomness: [1, UInt8(number >> 8), UInt8(number & 255)])
    }
    #expect(throws: ClientFailure.self) { try tokens.spend(issued[0], client: client, page: place(), now: now) }
    #expect(throws: Never.self) { try tokens.spend(issued[1], client: client, page: place(), now: now) }
    #expect(throws: Never.self) { try tokens.spend(other, client: client, page: place(tab: 2), now: now) }
  }
}
