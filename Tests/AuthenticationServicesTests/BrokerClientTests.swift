// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import Foundation
import Testing

@Suite("A program's conversation with the broker")
struct BrokerClientTests {
  @Test("says hello as an app once, and brings each answer to the request that it belongs to")
  func answers() async throws {
    let system = PlayedSystem()
    let client = system.client()
    async let first = client.ask(.status)
    #expect(await system.next()?.message == .hello(role: .app, version: 1))
    guard case .request(let firstID, .status)? = await system.next()?.message else {
      Issue.record("no request came")
      return
    }
    async let second = client.ask(.signal(SignalRequest(.unusedPassword(domain: "shop.example", userName: "anne"))))
    guard case .request(let secondID, .signal)? = await system.next()?.message else {
      Issue.record("no second request came")
      return
    }
    try system.say(ClientReply(0, .welcome(version: 1)))
    try system.say(ClientReply(secondID, .done()))
    try system.say(ClientReply(firstID, .status([])))
    #expect(try await second.answer == .done())
    #expect(try await first.answer == .status([]))
  }

  @Test("a failure tells the broker's code, reason and Apple's code")
  func failure() async throws {
    let system = PlayedSystem()
    let client = system.client()
    let task = Task { try await client.ask(.authorize(AuthorizeRequest(requests: [.password], mode: .modal))) }
    _ = await system.next()
    guard case .request(let id, _)? = await system.next()?.message else {
      Issue.record("the client did not send the request")
      return
    }
    try system.say(ClientReply(id, .failure(RequestFailure(code: "notAssociated", detail: "half", authorizationError: 1004))))
    await #expect(throws: BrokerClientError(RequestFailure(code: "notAssociated", detail: "half", authorizationError: 1004))) {
      try await task.value
    }
  }

  @Test("cancelling the task cancels the request at the broker")
  func cancellation() async throws {
    let system = PlayedSystem()
    let client = system.client()
    let task = Task { try await client.ask(.status) }
    _ = await system.next()
    guard case .request(let id, _)? = await system.next()?.message else {
      Issue.record("the client did not send the request")
      return
    }
    task.cancel()
    #expect(await system.next()?.message == .cancel(id: id))
    try system.say(ClientReply(id, .failure(RequestFailure(code: "userCanceled"))))
    await #expect(throws: BrokerClientError.self) { try await task.value }
  }

  @Test("a broker that ends fails what is under way, and the next request begins a conversation anew")
  func brokerEnds() async throws {
    let system = PlayedSystem()
    let client = system.client()
    let task = Task { try await client.ask(.status) }
    _ = await system.next()
    _ = await system.next()
    system.end()
    await #expect(throws: BrokerClientError(.brokerEnded)) { try await task.value }
    async let again = client.ask(.status)
    #expect(await system.next()?.message == .hello(role: .app, version: 1))
    guard case .request(let id, .status)? = await system.next()?.message else {
      Issue.record("the client did not send the request")
      return
    }
    try system.say(ClientReply(id, .status([])))
    #expect(try await again.answer == .status([]))
  }
}
