// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerDoor
import BrokerProtocol
import Foundation
import Glibc
import LocalTransport
import Logging
import Testing

@Suite("An answer too long for a frame", .timeLimit(.minutes(1)))
struct LongAnswerTests {
  @Test("is replaced by a failure with the number of its request, and the connection stays usable")
  func failure() async throws {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let (near, far) = (LocalConnection.adopt(descriptor: ends[0]), LocalConnection.adopt(descriptor: ends[1]))
    defer {
      near.close()
      far.close()
    }
    let bundle = ProviderBundle(
      identifier: "org.example.provider", displayName: String(repeating: "x", count: SocketFrameLimits.json), executable: "/none",
      capabilities: ProviderBundle.Capabilities())
    let environment = BrokerEnvironment(
      now: { Date() }, wait: { _ in }, randomBytes: { [UInt8](repeating: 0, count: $0) },
      startProvider: { _, _ throws(BrokerError) in throw BrokerError(.vaultFailed, subject: "none") },
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    let broker = Broker(providers: [bundle], environment: environment)
    let caller = CallerIdentity(user: 1000, process: 4242, executable: "/usr/bin/passfold") { true }
    let client = await ClientConversation.attach(.settings, caller, near, broker)
    var frames = far.frames.makeAsyncIterator()
    func next() async throws -> ClientReply {
      try MessageCoding.decode(ClientReply.self, from: try #require(await frames.next()).json)
    }
    await broker.receive(.request(id: 3, .providers), from: client)
    let reply = try await next()
    #expect(reply.id == 3)
    guard case .failure(let failure) = reply.answer else {
      Issue.record("\(reply)")
      return
    }
    #expect((failure.code, failure.exception) == ("answerTooLong", "NotAllowedError"))
    await broker.receive(.request(id: 4, .pairedBrowsers), from: client)
    #expect(try await next().id == 4)
  }
}
