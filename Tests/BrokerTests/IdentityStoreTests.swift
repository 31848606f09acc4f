// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Dispatch
import Foundation
import Testing

@Suite("A provider's identity store in the broker")
struct IdentityStoreTests {
  private static func many(_ count: Int) -> [CredentialIdentityValue] {
    (0..<count).map { ProviderCrowd.password("shop\($0).example", "user\($0)") }
  }

  @Test("a list request returns the stored identities, filtered by service and kind")
  func queries() async throws {
    let crowd = try await ProviderCrowd(["a"])
    let url = CredentialIdentityValue(
      kind: .password, service: ServiceIdentifierValue(identifier: "https://shop.example/", kind: .url), user: "url", recordIdentifier: nil)
    let identities = [BrokerHarness.code, BrokerHarness.password, BrokerHarness.passkey, url]
    try await crowd.fill("a", identities)
    #expect(try await crowd.list("a") == identities)
    #expect(try await crowd.list("a", kinds: [.passkey]) == [BrokerHarness.passkey])
    let shop = ServiceIdentifierValue(identifier: "shop.example", kind: .domain)
    #expect(try await crowd.list("a", service: shop) == Array(identities.prefix(3)))
    #expect(try await crowd.list("a", service: url.service, kinds: [.password]) == [url])
    #expect(try await crowd.list("a", service: url.service, kinds: [.oneTimeCode]).isEmpty)
    #expect(try await crowd.list("a", service: ServiceIdentifierValue(identifier: "other.example", kind: .domain)).isEmpty)
  }

  @Test("a saved identity replaces one that differs only in rank and display name")
  func equalIdentities() async throws {
    let crowd = try await ProviderCrowd(["a"])
    try await crowd.fill("a", [BrokerHarness.password, BrokerHarness.code])
    var newer = BrokerHarness.password
    newer.rank = 7
    newer.service.displayName = "Shop"
    await crowd["a"].say(.store(request: 3, frame: .save(try IdentityPage([newer]))))
    #expect(try await crowd.list("a") == [BrokerHarness.code, newer])
    await crowd["a"].say(.store(request: 3, frame: .remove(try IdentityPage([BrokerHarness.password]))))
    #expect(try await crowd.list("a") == [BrokerHarness.code])
    await crowd["a"].say(.store(request: 3, frame: .removeAll))
    #expect(try await crowd.list("a").isEmpty)
  }

  @Test("an address is suggested as its matching rule allows, and one with the never rule excludes its whole record")
  func rules() async throws {
    func identity(_ service: String, _ matching: ServiceIdentifierValue.Matching?, _ record: String) -> CredentialIdentityValue {
      var identity = ProviderCrowd.password(service, record)
      identity.service.matching = matching
      return identity
    }
    let crowd = try await ProviderCrowd(["a"])
    // The page is on login.shop.example.
    let identities = [
      identity("shop.example", nil, "domain"), identity("shop.example", .host, "parent"), identity("login.shop.example", .host, "host"),
      identity("https://login.shop.example", .exact, "exact"), identity("http://login.shop.example:81", .host, "port"),
      identity("https://login.shop.example:8443", .exact, "other port"), identity("http://login.shop.example", .exact, "other scheme"),
      identity("shop.example", nil, "kept"), identity("login.shop.example", .never, "kept"),
      identity("shop.example", nil, "elsewhere"), identity("pay.shop.example", .never, "elsewhere"),
    ]
    try await crowd.fill("a", identities)
    #expect(try await crowd.list("a") == identities)
    let users = try await crowd.suggestions(.currentPassword).items.map(\.account)
    #expect(users == ["port", "exact", "host", "domain", "elsewhere"])
  }

  @Test("repeated saving and removing leaves the expected identities")
  func incremental() async throws {
    let crowd = try await ProviderCrowd(["a"])
    try await crowd.fill("a", Self.many(1500))
    for round in 1...4 {
      let renewed = Self.many(1500).map { identity in
        var identity = identity
        identity.rank = round
        return identity
      }
      await crowd["a"].say(.store(request: 3, frame: .save(try IdentityPage(renewed))))
    }
    await crowd["a"].say(.store(request: 3, frame: .remove(try IdentityPage(Self.many(1499)))))
    let left = try await crowd.list("a")
    #expect(left.map(\.user) == ["user1499"])
    #expect(left.map(\.rank) == [4])
  }

  @Test("a replacement in pages takes effect with its last page")
  func paged() async throws {
    let crowd = try await ProviderCrowd(["a"])
    try await crowd.fill("a", [BrokerHarness.password])
    let identities = Self.many(9000)
    let frames = try IdentityStoreFrame.frames(of: .replace(identities))
    #expect(frames.count > 1)
    for frame in frames.dropLast() { await crowd["a"].say(.store(request: 5, frame: frame)) }
    #expect(try await crowd.list("a") == [BrokerHarness.password])
    await crowd["a"].say(.store(request: 5, frame: try #require(frames.last)))
    #expect(try await crowd.list("a") == identities)
  }

  @Test("an operation with a malformed page changes nothing")
  func atomic() async throws {
    let crowd = try await ProviderCrowd(["a"])
    try await crowd.fill("a", [BrokerHarness.password])
    let malformed = try JSONDecoder().decode(IdentityPage.self, from: Data(#""AAAA""#.utf8))
    await crowd["a"].say(.store(request: 5, frame: .page(malformed)))
    await crowd["a"].say(.store(request: 5, frame: .replace(try IdentityPage([BrokerHarness.code]))))
    #expect(crowd["a"].messages.last == .storeReply(request: 5, frame: .failed(code: 0)))
    #expect(try await crowd.list("a") == [BrokerHarness.password])
  }

  @Test("each site keeps its 2 048 identities that were saved last")
  func siteLimit() async throws {
    let crowd = try await ProviderCrowd(["a"])
    let crowded = (0..<2100).map { ProviderCrowd.password("shop.example", "user\($0)") }
    try await crowd.fill("a", [ProviderCrowd.password("other.example", "otto")] + crowded)
    #expect(try await crowd.list("a").map(\.user) == ["otto"] + crowded.suffix(2048).map(\.user))
    await crowd["a"].say(.store(request: 3, frame: .save(try IdentityPage(crowded.prefix(10)))))
    let left = try await crowd.list("a")
    #expect(left.count == 2049)
    #expect(left.suffix(10).map(\.user) == crowded.prefix(10).map(\.user))
    await crowd["a"].say(.store(request: 3, frame: .remove(try IdentityPage(left.dropFirst()))))
    #expect(try await crowd.list("a").map(\.user) == ["otto"])
  }

  @Test("clients are answered from the previous identities while a store is being updated")
  func beside() async throws {
    let crowd = try await ProviderCrowd(["a"])
    try await crowd.fill("a", [BrokerHarness.password])
    let gate = DispatchSemaphore(value: 0)
    SerialWorker.stores.start { gate.wait() }
    let filling = Task { await crowd["a"].say(.store(request: 5, frame: .replace(try IdentityPage([BrokerHarness.code])))) }
    await crowd.send(.status, id: 7)
    guard case (7, .status(_))? = crowd.seen.lastReply?.parts else {
      Issue.record("answered with \(String(describing: crowd.seen.lastReply)) instead of the status")
      return
    }
    #expect(try await crowd.suggestions(.currentPassword).items.count == 1)
    gate.signal()
    try await filling.value
    #expect(try await crowd.suggestions(.currentPassword).items.isEmpty)
    #expect(try await crowd.suggestions(.oneTimeCode).items.count == 1)
  }

  @Test("a provider that sends pages without end is killed")
  func flood() async throws {
    let crowd = try await ProviderCrowd(["a"])
    let page = try IdentityPage.pages(of: Self.many(9000))[0]
    for _ in 0..<400 where !crowd["a"].wasKilled { await crowd["a"].say(.store(request: 5, frame: .page(page))) }
    #expect(crowd["a"].wasKilled)
  }
}

@Suite("Suggestions of several providers")
struct MergedSuggestionTests {
  @Test("are ordered by the service's specificity, then by the user's order of providers, then by rank")
  func order() async throws {
    let crowd = try await ProviderCrowd(["first", "second"])
    try await crowd.fill(
      "second",
      [
        ProviderCrowd.password("login.shop.example", "host in second", rank: 1),
        ProviderCrowd.password("shop.example", "high in second", rank: 99),
      ])
    try await crowd.fill(
      "first",
      [
        ProviderCrowd.password("shop.example", "low in first", rank: 1), ProviderCrowd.password("shop.example", "high in first", rank: 2),
        ProviderCrowd.password("login.shop.example", "host in first"), ProviderCrowd.password("pay.shop.example", "sibling in first"),
        ProviderCrowd.password("other.example", "other"),
      ])
    let items = try await crowd.suggestions(.currentPassword).items
    #expect(
      items.map(\.account) == [
        "host in first", "host in second", "high in first", "low in first", "high in second", "sibling in first",
      ])
    #expect(items.map(\.provider) == ["first", "second", "first", "first", "second", "first"])
  }

  @Test("list the passkeys of every provider before any password")
  func passkeys() async throws {
    let crowd = try await ProviderCrowd(["first", "second"])
    try await crowd.fill("first", [BrokerHarness.password])
    try await crowd.fill("second", [BrokerHarness.passkey])
    let request = JSONValue.object(["challenge": .text("AAEC"), "rpId": .text("shop.example")])
    let items = try await crowd.suggestions(.username, passkey: request).items
    #expect(items.map(\.kind) == [.passkey, .password])
    #expect(items.map(\.provider) == ["second", "first"])
  }

  @Test("are provided by the provider that has them")
  func routing() async throws {
    let crowd = try await ProviderCrowd(["first", "second"])
    try await crowd.fill("first", [ProviderCrowd.password("shop.example", "anne")])
    try await crowd.fill("second", [ProviderCrowd.password("shop.example", "otto")])
    for (index, item) in try await crowd.suggestions(.currentPassword).items.enumerated() {
      await crowd.send(.provide(ProvideRequest(token: item.token, context: BrokerHarness.shop)), id: RequestNumber(rawValue: index))
      guard case (_, .provideCredentialWithoutUserInteraction(let request))? = crowd[item.provider].calls.last?.parts else {
        Issue.record("\(item.provider) was not asked")
        return
      }
      #expect(request.identity.user == item.account)
    }
  }

  @Test("include locked providers, and choosing one opens its list")
  func locked() async throws {
    let crowd = try await ProviderCrowd(["open", "closed", "empty"])
    try await crowd.fill("open", [BrokerHarness.password])
    await crowd["closed"].say(.lockState(.locked))
    await crowd["empty"].say(.lockState(.noVault))
    let (items, locked) = try await crowd.suggestions(.currentPassword)
    #expect(items.map(\.provider) == ["open"])
    #expect(locked.map(\.provider) == ["closed"])
    await crowd.send(.provide(ProvideRequest(token: try #require(locked.first?.token), context: BrokerHarness.shop)), id: 2)
    guard case (_, .prepareCredentialList(let services, nil))? = crowd["closed"].calls.last?.parts else {
      Issue.record("the list was not opened")
      return
    }
    #expect(services.map(\.identifier) == ["https://login.shop.example", "login.shop.example", "shop.example"])
  }

  @Test("include a provider without identities as one to ask, not as locked")
  func asked() async throws {
    let crowd = try await ProviderCrowd(["closed", "asked"])
    await crowd["closed"].say(.lockState(.locked))
    await crowd["asked"].say(.store(request: 1, frame: .replace(try IdentityPage([]))))
    let (items, locked) = try await crowd.suggestions(.currentPassword)
    #expect(items.isEmpty)
    #expect(locked.map(\.provider) == ["closed", "asked"] && locked.map(\.isLocked) == [nil, false])
    try await crowd.fill("asked", [BrokerHarness.password])
    #expect(try await crowd.suggestions(.currentPassword).locked.map(\.provider) == ["closed"])
  }

  @Test("have a list that first asks for the provider, by its name and lock state")
  func choice() async throws {
    let crowd = try await ProviderCrowd(["open", "closed"])
    try await crowd.fill("open", [])
    await crowd["closed"].say(.lockState(.locked))
    await crowd.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 3)
    guard case (3, .present(let view))? = crowd.seen.lastReply?.parts else {
      Issue.record("nothing was presented")
      return
    }
    #expect(view.rows?.map(\.title) == ["open", "closed"])
    #expect(view.rows?.map(\.kind) == [.provider, .locked])
    await crowd.broker.receive(
      .viewEvent(id: 3, ViewEventValue(view: view.number, action: .choose, row: view.rows?.last?.id)), from: crowd.client)
    guard case .prepareOneTimeCodeCredentialList? = crowd["closed"].calls.last?.payload else {
      Issue.record("the list was not opened")
      return
    }
  }

  @Test("are limited to 64 for a field")
  func limit() async throws {
    let crowd = try await ProviderCrowd(["a", "b"])
    let many = (0..<300).map { ProviderCrowd.password("shop.example", "user\($0)", rank: $0) }
    try await crowd.fill("a", many)
    try await crowd.fill("b", many)
    let items = try await crowd.suggestions(.currentPassword).items
    #expect(items.count == 64)
    #expect(items.first?.account == "user299")
  }

  @Test("list a record with several matching services once, by the most specific")
  func oneRecord() async throws {
    let crowd = try await ProviderCrowd(["one"])
    let services = [("shop.example", "anne"), ("login.shop.example", "anne"), ("shop.example", "otto")]
    try await crowd.fill("one", services.map { ProviderCrowd.password($0.0, $0.1) })
    let items = try await crowd.suggestions(.currentPassword).items
    #expect(items.map { [$0.service, $0.account] } == [["login.shop.example", "anne"], ["shop.example", "otto"]])
  }

  @Test("leave room for every provider, even if another has hundreds of accounts for the site")
  func fairShare() async throws {
    let crowd = try await ProviderCrowd(["many", "more", "few"])
    let many = (0..<300).map { ProviderCrowd.password("shop.example", "user\($0)", rank: $0) }
    try await crowd.fill("many", many)
    try await crowd.fill("more", many)
    try await crowd.fill("few", [ProviderCrowd.password("shop.example", "anne"), ProviderCrowd.password("shop.example", "otto")])
    let items = try await crowd.suggestions(.currentPassword).items
    #expect(items.count == 64)
    #expect(items.suffix(2).map(\.account) == ["anne", "otto"])
    #expect(items.filter { $0.provider == "more" }.first?.account == "user299")
  }
}
