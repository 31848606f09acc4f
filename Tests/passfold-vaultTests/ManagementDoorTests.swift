// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import LocalTransport
import SecretMemory
import Testing
import VaultProtocol
import passfold_vault

@Suite("A conversation at the management endpoint")
struct ManagementDoorTests {
  /// Returns a process's name once the test provides it.
  private final class SlowBroker: Sendable {
    private let (answers, answer) = AsyncStream.makeStream(of: String.self)

    @Sendable func name(of process: Int32) async -> String? {
      var iterator = answers.makeAsyncIterator()
      return await iterator.next()
    }

    func tell(_ name: String) {
      answer.yield(name)
      answer.finish()
    }
  }

  /// The client's end, which has sent its hello, and the conversation at the other end.
  private func greeted(_ session: VaultSession, _ broker: SlowBroker) throws -> (client: LocalConnection, conversation: Task<Void, Never>) {
    try greeted(at: ManagementDoor(session: session, clock: CodeClock(file: nil), identify: broker.name))
  }

  private func greeted(at door: ManagementDoor) throws -> (client: LocalConnection, conversation: Task<Void, Never>) {
    let pair = try ConnectedPair()
    let client = pair.client
    let conversation = Task { await door.converse(over: pair.served) }
    client.send(SocketFrame(json: try MessageCoding.encode(VaultHello(role: .cli))))
    return (client, conversation)
  }

  private func ask(_ call: VaultCall, as id: Int, over client: LocalConnection) throws {
    client.send(SocketFrame(json: try MessageCoding.encode(VaultRequest(id: id, call: call))))
  }

  @Test("answers a status request before the caller is identified, and greets the caller afterwards", .timeLimit(.minutes(1)))
  func status() async throws {
    let household = Household()
    defer { household.remove() }
    let broker = SlowBroker()
    let (client, conversation) = try greeted(household.session, broker)
    try ask(.status, as: 1, over: client)
    var frames = client.frames.makeAsyncIterator()
    let first = try MessageCoding.decode(VaultReply.self, from: try #require(await frames.next()).json)
    guard case .status = first.answer, first.id == 1 else {
      Issue.record("the first answer is \(first)")
      return
    }
    broker.tell("/usr/bin/thing")
    let second = try MessageCoding.decode(VaultReply.self, from: try #require(await frames.next()).json)
    #expect(second.id == 0 && second.answer == .done)
    client.close()
    await conversation.value
  }

  @Test("releases a code only once the caller is identified, and names it in the prompt and the log", .timeLimit(.minutes(1)))
  func code() async throws {
    let desk = await AskedDesk()
    defer { desk.leave() }
    _ = await desk.ask(.addCode(.init(confirmed: true)), secret: AskedDesk.link)
    desk.household.person.will(.says(true))
    let broker = SlowBroker()
    let (client, conversation) = try greeted(desk.household.session, broker)
    try ask(.code(.init(query: "shop")), as: 1, over: client)
    #expect(desk.household.person.confirmations.isEmpty)
    broker.tell("/usr/bin/thing")
    var frames = client.frames.makeAsyncIterator()
    var answers: [Int: Int] = [:]
    while answers.count < 2, let frame = await frames.next() {
      let reply = try MessageCoding.decode(VaultReply.self, from: frame.json)
      answers[reply.id] = frame.secret?.byteCount ?? 0
    }
    #expect(answers == [0: 0, 1: 6])
    #expect(desk.household.person.confirmations.first?.description.hasPrefix("The program /usr/bin/thing") == true)
    let log = try await desk.household.session.vault().releases(limit: 1)
    #expect(log.entries.first?.note.recipient.hasPrefix("the program /usr/bin/thing") == true)
    client.close()
    await conversation.value
  }

  @Test("discards the imports of a client that disconnects, and no other's", .timeLimit(.minutes(1)))
  func hangingUp() async throws {
    let desk = await AskedDesk()
    defer { desk.leave() }
    let door = ManagementDoor(session: desk.household.session, clock: CodeClock(file: nil))
    func answer(_ step: VaultCall.ImportStep, over client: LocalConnection, _ frames: inout AsyncStream<SocketFrame>.Iterator) async throws
      -> VaultAnswer
    {
      let secret = step.step == .part ? SharedSecret(copying: "x".utf8) : nil
      client.send(SocketFrame(json: try MessageCoding.encode(VaultRequest(id: 1, call: .importStep(step))), secret: secret))
      while let frame = await frames.next() {
        let reply = try MessageCoding.decode(VaultReply.self, from: frame.json)
        if reply.id == 1 { return reply.answer }
      }
      throw CancellationError()
    }
    let (first, second) = (try greeted(at: door), try greeted(at: door))
    var (heard, others) = (first.client.frames.makeAsyncIterator(), second.client.frames.makeAsyncIterator())
    var transfers: [String] = []
    desk.household.person.will(.says(true))
    desk.household.person.will(.says(true))
    if case .importing(let state) = try await answer(.init(.begin, bytes: 4), over: first.client, &heard) {
      transfers.append(try #require(state.transfer))
    }
    if case .importing(let state) = try await answer(.init(.begin, bytes: 4), over: second.client, &others) {
      transfers.append(try #require(state.transfer))
    }
    try #require(transfers.count == 2)
    first.client.close()
    await first.conversation.value
    let left = try await answer(.init(.part, transfer: transfers[0]), over: second.client, &others)
    #expect(left == .failure(VaultFailure(.transferEnded)))
    guard case .importing(let state) = try await answer(.init(.part, transfer: transfers[1]), over: second.client, &others) else {
      Issue.record("the other import was ended")
      return
    }
    #expect(state.left == 3)
    second.client.close()
    await second.conversation.value
  }

  @Test("reports the progress of a snapshot if the request wants it", .timeLimit(.minutes(1)))
  func progress() async throws {
    let desk = await AskedDesk()
    defer { desk.leave() }
    let broker = SlowBroker()
    let (client, conversation) = try greeted(desk.household.session, broker)
    broker.tell("/usr/bin/thing")
    for wantsProgress in [true, false] {
      let request = VaultRequest(id: wantsProgress ? 1 : 2, call: .takeSnapshot, wantsProgress: wantsProgress)
      client.send(SocketFrame(json: try MessageCoding.encode(request)))
    }
    var frames = client.frames.makeAsyncIterator()
    var told: [VaultAnswer.Progress] = []
    var answered: [Int] = []
    while answered.count < 2, let frame = await frames.next() {
      let reply = try MessageCoding.decode(VaultReply.self, from: frame.json)
      switch reply.answer {
      case .progress(let progress):
        #expect(reply.id == 1 && answered.isEmpty)
        told.append(progress)
      case .snapshot: answered.append(reply.id)
      default: #expect(reply.id == 0)
      }
    }
    #expect(answered == [1, 2])
    #expect(told.allSatisfy { $0.stage == "copying" } && told.last.map { $0.done == $0.total && $0.total > 0 } == true)
    client.close()
    await conversation.value
  }
}
