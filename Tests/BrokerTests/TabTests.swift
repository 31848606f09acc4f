// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import FetchProtocol
import Foundation
import Testing

@Suite("Isolation between browser tabs")
struct TabTests {
  private static let elsewhere: [ClientContext] = {
    var tab = BrokerHarness.shop
    tab.tab = 2
    var frame = BrokerHarness.shop
    frame.frame = 5
    var document = BrokerHarness.shop
    document.document = "d2"
    return [tab, frame, document]
  }()

  @Test("a token used in another tab, frame or document is refused and lost", arguments: elsewhere)
  func place(context: ClientContext) async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token, context: context)), id: 2)
    #expect(harness.lastFailure?.code == "tokenExpired")
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 3)
    #expect(harness.lastFailure?.code == "tokenExpired")
    #expect(harness.provider.calls.isEmpty)
  }

  @Test("a token used without a context is refused and remains valid")
  func withoutPlace() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token)), id: 2)
    #expect(harness.lastFailure?.code == "notAllowedHere")
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 3)
    #expect(harness.provider.calls.count == 1)
  }

  @Test("one tab's suggestions do not displace another tab's")
  func pushing() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    for _ in 0..<300 { _ = try await harness.suggestions(context: Self.elsewhere[0]) }
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 3)
    #expect(harness.provider.calls.count == 1)
  }

  private static let creation = JSONValue.object([
    "rp": .object(["id": .text("related.example"), "name": .text("Shop")]),
    "user": .object(["id": .text("AQID"), "name": .text("anne"), "displayName": .text("Anne")]),
    "challenge": .text("AAECAwQFBgcICQoLDA0ODw"),
    "pubKeyCredParams": .array([.object(["type": .text("public-key"), "alg": .number(-7)])]),
  ])

  @Test("a conditional registration without a recent fill fetches no document")
  func unaskedWithoutFill() async throws {
    let web = ScriptedWeb()
    let harness = try await BrokerHarness(wellKnown: web.documents())
    try await harness.unlockProvider()
    await harness.send(
      .createPasskey(CreatePasskeyRequest(context: BrokerHarness.shop, options: Self.creation, isConditional: true)), id: 4)
    #expect(harness.lastFailure?.exception == "NotAllowedError")
    #expect(web.requests.isEmpty)
  }

  @Test("a tab has two requests that wait for documents, a third is busy, and another tab may still wait")
  func waiting() async throws {
    let web = ScriptedWeb()
    web.hold()
    let harness = try await BrokerHarness(wellKnown: web.documents())
    try await harness.unlockProvider()
    func get(_ relyingParty: String, id: RequestNumber, context: ClientContext = BrokerHarness.shop) async {
      let options = JSONValue.object(["challenge": .text("AAECAwQFBgcICQoLDA0ODw"), "rpId": .text(relyingParty)])
      await harness.send(.getPasskey(GetPasskeyRequest(context: context, options: options)), id: id)
    }
    await get("one.example", id: 1)
    await get("two.example", id: 2)
    #expect(harness.lastFailure == nil)
    await get("three.example", id: 3)
    #expect(harness.lastFailure?.code == "busy")
    let count = harness.seen.answerCount
    await get("four.example", id: 4, context: Self.elsewhere[0])
    #expect(harness.seen.answerCount == count)
    web.release()
  }
}
