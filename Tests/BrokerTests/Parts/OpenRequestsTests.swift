// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Testing

@Suite("The broker's open requests")
struct OpenRequestsTests {
  private let client = ClientNumber(rawValue: 1)

  private func place(tab: Int, frame: Int = 0) -> PagePlace {
    PagePlace(ClientContext(origin: "https://a.example", topOrigin: "https://a.example", tab: tab, frame: frame, document: "d"))
  }

  private func request(_ number: Int, aim: RequestAim = .fill, page: PagePlace? = nil, client: Int = 1) -> OpenRequest {
    OpenRequest(
      key: RequestKey(client: ClientNumber(rawValue: client), number: RequestNumber(rawValue: number)), aim: aim, page: page)
  }

  @Test("a request number in use is refused, and free again once that request has ended")
  func numbers() throws {
    var requests = OpenRequests()
    let call = try requests.open(request(7), limit: 64)
    #expect(throws: ClientFailure.self) { try requests.open(request(7), limit: 64) }
    #expect(throws: Never.self) { try requests.open(request(7, client: 2), limit: 64) }
    #expect(requests.end(call)?.key == request(7).key)
    #expect(requests.end(call) == nil && requests[call] == nil)
    #expect(try requests.open(request(7), limit: 64) > call)
  }

  @Test("one tab's requests leave room for another tab's, and a client without tabs has the given limit")
  func quotas() throws {
    var requests = OpenRequests()
    for number in 0..<OpenRequests.limitPerTab { _ = try requests.open(request(number, page: place(tab: 1)), limit: 1) }
    #expect(throws: ClientFailure.self) { try requests.open(request(900, page: place(tab: 1)), limit: 1) }
    #expect(throws: Never.self) { try requests.open(request(901, page: place(tab: 2)), limit: 1) }
    _ = try requests.open(request(1, client: 2), limit: 1)
    #expect(throws: ClientFailure.self) { try requests.open(request(2, client: 2), limit: 1) }
  }

  @Test("a frame has one conditional registration at a time, and two requests of a tab may wait for documents")
  func waiting() throws {
    var requests = OpenRequests()
    let unasked = RequestAim.create(isConditional: true)
    let first = try requests.open(request(1, aim: unasked, page: place(tab: 1)), limit: 64)
    #expect(throws: ClientFailure.self) { try requests.open(request(2, aim: unasked, page: place(tab: 1)), limit: 64) }
    let second = try requests.open(request(3, aim: unasked, page: place(tab: 1, frame: 1)), limit: 64)
    #expect(requests.mayWait(first) && requests.mayWait(second))
    let third = try requests.open(request(4, page: place(tab: 1)), limit: 64)
    #expect(!requests.mayWait(third))
    #expect(requests.calls(of: client) == [first, second, third])
    _ = requests.end(first)
    #expect(requests.mayWait(third))
  }
}
