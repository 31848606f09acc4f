// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Testing

@Suite("Passkeys for related origins")
struct RelatedOriginsFlowTests {
  private static let document = "https://shop.example/.well-known/webauthn"
  private static let abroad = ClientContext(
    origin: "https://shop.example.net", topOrigin: "https://shop.example.net", tab: 1, frame: 0, document: "d1")
  private static let get = JSONValue.object(["challenge": .text("AAECAwQFBgcICQoLDA0ODw"), "rpId": .text("shop.example")])
  private static let create = JSONValue.object([
    "rp": .object(["id": .text("shop.example"), "name": .text("Shop")]),
    "user": .object(["id": .text("YW5uZQ"), "name": .text("anne"), "displayName": .text("Anne")]),
    "challenge": .text("AAECAwQFBgcICQoLDA0ODw"),
    "pubKeyCredParams": .array([.object(["type": .text("public-key"), "alg": .number(-7)])]),
  ])
  private let web = ScriptedWeb()

  private func openHarness() async throws -> BrokerHarness {
    let harness = try await BrokerHarness(wellKnown: web.documents())
    try await harness.unlockProvider()
    return harness
  }

  /// Waits, without a clock, for an answer that follows a document.
  private func answer(of harness: BrokerHarness) async -> ClientReply? {
    for _ in 0..<100_000 where harness.seen.answerCount == 0 { await Task.yield() }
    return harness.seen.lastReply
  }

  @Test("a page listed as a related origin is offered the RP ID's passkeys")
  func assertion() async throws {
    web.serve(Self.document, #"{"origins":["https://shop.example.net"]}"#)
    let harness = try await openHarness()
    await harness.send(.getPasskey(GetPasskeyRequest(context: Self.abroad, options: Self.get)), id: 6)
    guard case (6, .present(let view))? = await answer(of: harness)?.parts, let row = view.rows?.first else {
      Issue.record("nothing was presented")
      return
    }
    #expect(row.title == "anne")
    #expect(web.urls == [Self.document])
  }

  @Test("a page listed as a related origin may register a passkey for the RP ID")
  func registration() async throws {
    web.serve(Self.document, #"{"origins":["https://shop.example.net"]}"#)
    let harness = try await openHarness()
    await harness.send(.createPasskey(CreatePasskeyRequest(context: Self.abroad, options: Self.create)), id: 6)
    for _ in 0..<100_000 where (try? harness.lastCall) == nil { await Task.yield() }
    guard case (_, .prepareInterfaceForPasskeyRegistration(let request))? = harness.provider.calls.last?.parts else {
      Issue.record("the provider was not asked")
      return
    }
    #expect(request.identity.service.identifier == "shop.example")
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var json = #"{"origins":["https://shop.example.net"]}"#
    var status = 200
    var type: String? = "application/json"
  }

  @Test(
    "a page that the document does not validly list gets a SecurityError",
    arguments: [
      Refusal(testDescription: "others are named", json: #"{"origins":["https://www.shop.example.net","https://shop.example.org"]}"#),
      Refusal(testDescription: "named by http", json: #"{"origins":["http://shop.example.net"]}"#),
      Refusal(testDescription: "nobody is named", json: #"{"origins":[]}"#),
      Refusal(testDescription: "not an object", json: #"["https://shop.example.net"]"#),
      Refusal(testDescription: "a web page", type: "text/html"), Refusal(testDescription: "no type", type: nil),
      Refusal(testDescription: "not found", status: 404),
      Refusal(
        testDescription: "behind five others",
        json: #"{"origins":["https://a.de","https://b.de","https://c.de","https://d.de","https://e.de","https://shop.example.net"]}"#),
    ])
  func refused(_ refusal: Refusal) async throws {
    web.serve(Self.document, refusal.json, status: refusal.status, type: refusal.type)
    let requests = [
      ClientRequest.getPasskey(GetPasskeyRequest(context: Self.abroad, options: Self.get)),
      .createPasskey(CreatePasskeyRequest(context: Self.abroad, options: Self.create)),
    ]
    for request in requests {
      let harness = try await openHarness()
      await harness.send(request)
      _ = await answer(of: harness)
      #expect(harness.lastFailure?.code == "notAllowedHere")
      #expect(harness.lastFailure?.exception == "SecurityError")
      #expect(throws: TestFailure.self) { try harness.lastCall }
    }
  }

  @Test("a page whose RP ID's domain is unreachable gets a SecurityError")
  func unreachable() async throws {
    let harness = try await openHarness()
    await harness.send(.getPasskey(GetPasskeyRequest(context: Self.abroad, options: Self.get)))
    _ = await answer(of: harness)
    #expect(harness.lastFailure?.exception == "SecurityError")
  }

  @Test("nothing is fetched for the page's own RP ID, a public suffix, or an insecure or framed page")
  func notFetched() async throws {
    let harness = try await openHarness()
    await harness.send(.getPasskey(GetPasskeyRequest(context: BrokerHarness.shop, options: Self.get)), id: 1)
    await harness.send(
      .getPasskey(GetPasskeyRequest(context: Self.abroad, options: .object(["challenge": .text("AAEC"), "rpId": .text("co.uk")]))), id: 2)
    var framed = Self.abroad
    framed.topOrigin = "https://bank.example"
    await harness.send(.getPasskey(GetPasskeyRequest(context: framed, options: Self.get)), id: 3)
    var clear = Self.abroad
    clear.origin = "http://shop.example.net"
    clear.topOrigin = "http://shop.example.net"
    await harness.send(.getPasskey(GetPasskeyRequest(context: clear, options: Self.get)), id: 4)
    #expect(harness.seen.answerCount == 4)
    #expect(web.requests.isEmpty)
  }

  @Test("a user-name field of a listed page suggests the RP ID's passkeys")
  func conditional() async throws {
    web.serve(Self.document, #"{"origins":["https://shop.example.net"]}"#)
    let harness = try await openHarness()
    await harness.send(.suggestions(PageFieldRequest(context: Self.abroad, field: .username, passkey: Self.get)))
    guard case .suggestions(let suggestions)? = await answer(of: harness)?.answer else {
      Issue.record("answered with \(String(describing: harness.seen.lastReply)) instead of suggestions")
      return
    }
    #expect(suggestions.items.map(\.kind) == [.passkey])
  }

  @Test("a request cancelled while its document is fetched ends immediately and is not answered again")
  func cancelled() async throws {
    web.serve(Self.document, #"{"origins":["https://shop.example.net"]}"#)
    web.hold()
    let harness = try await openHarness()
    await harness.send(.getPasskey(GetPasskeyRequest(context: Self.abroad, options: Self.get)), id: 6)
    while web.requests.isEmpty { await Task.yield() }
    // The number is in use.
    await harness.send(.status, id: 6)
    #expect(harness.lastFailure?.code == "badRequest")
    await harness.broker.receive(.cancel(id: 6), from: harness.client)
    #expect(harness.lastFailure?.code == "userCanceled")
    #expect(harness.lastFailure?.exception == "NotAllowedError")
    let count = harness.seen.answerCount
    web.release()
    await harness.send(.getPasskey(GetPasskeyRequest(context: Self.abroad, options: Self.get)), id: 7)
    for _ in 0..<100_000 where harness.seen.answerCount == count { await Task.yield() }
    guard case (7, .present(_))? = harness.seen.lastReply?.parts else {
      Issue.record("the next request was answered with \(String(describing: harness.seen.lastReply))")
      return
    }
    #expect(harness.seen.answerCount == count + 1)
  }
}
