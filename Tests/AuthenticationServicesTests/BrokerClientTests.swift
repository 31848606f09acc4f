// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import Foundation
import Testing

@Suite("A client's conversation with the broker")
struct BrokerClientTests {
  @Test("says hello as an app once and matches each answer to its request")
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

  @Test("throws a failure with the broker's code and detail and with Apple's code")
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

  @Test("cancels the request at the broker when the task is cancelled")
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

  @Test("fails running requests if the broker ends, and starts a new conversation with the next request")
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
