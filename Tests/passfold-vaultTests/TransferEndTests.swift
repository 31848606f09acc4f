// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialProviderHost
import LocalTransport
import SecretMemory
import Synchronization
import Testing
import VaultProtocol
import passfold_vault

/// A program for files that answers when it is let go, or is cancelled.
private final class HeldProgram: Sendable {
  private let state = Mutex((isRunning: false, isHeld: true, wasCancelled: false))

  var isRunning: Bool { state.withLock { $0.isRunning } }
  var wasCancelled: Bool { state.withLock { $0.wasCancelled } }

  func letGo() { state.withLock { $0.isHeld = false } }

  var programs: ExchangePrograms {
    ExchangePrograms { [self] name, _ throws(ExchangePrograms.Failure) in
      state.withLock { $0.isRunning = true }
      while state.withLock({ $0.isHeld }), !Task.isCancelled { await Task.yield() }
      if Task.isCancelled { state.withLock { $0.wasCancelled = true } }
      return name == "passfold-import"
        ? ReadingOutcome.collection(ImportedCollection(items: [ExchangedItem(title: "Shop")], readCount: 1), format: "kdbx").written
          .joined()
        : WritingOutcome.file(SharedSecret(copying: "file".utf8), findings: []).written.joined()
    }
  }
}

/// Every vault costs a key derivation, so they are made one after the other.
@Suite("A file of another program that is on its way", .serialized)
struct TransferEndTests {
  @Test("is not kept when the vault locks while it is read, and its program ends", .timeLimit(.minutes(1)))
  func importing() async throws {
    let held = HeldProgram()
    let desk = await AskedDesk(exchange: held.programs)
    defer { desk.leave() }
    guard case .importing(let begun) = await desk.ask(.importStep(.init(.begin, bytes: 4))).answer else { throw CancellationError() }
    async let read = desk.failure(.importStep(.init(.part, transfer: begun.transfer)), secret: "file")
    while !held.isRunning { await Task.yield() }
    try await lockAndUnlock(desk)
    held.letGo()
    #expect(await read == .transferEnded)
    #expect(held.wasCancelled)
  }

  @Test("is not handed out when the vault locks while it is written, and its program ends", .timeLimit(.minutes(1)))
  func exporting() async throws {
    let held = HeldProgram()
    let desk = await AskedDesk(exchange: held.programs)
    defer { desk.leave() }
    desk.household.person.will(.types(Household.passphrase))
    async let written = desk.failure(.exportStep(.init(.begin, format: "csv", plain: true)))
    while !held.isRunning { await Task.yield() }
    try await lockAndUnlock(desk)
    held.letGo()
    #expect(await written == .transferEnded)
    #expect(held.wasCancelled)
  }

  private func lockAndUnlock(_ desk: AskedDesk) async throws {
    _ = await desk.ask(.lock)
    desk.household.person.will(.types(Household.passphrase))
    #expect(await desk.ask(.unlock).answer == .done)
  }

  @Test("is forgotten when whoever had it written hangs up", .timeLimit(.minutes(1)))
  func hangUp() async throws {
    let household = Household()
    defer { household.remove() }
    try await household.settle()
    let held = HeldProgram()
    held.letGo()
    let door = ManagementDoor(
      session: household.session, clock: CodeClock(file: nil), exchange: held.programs, identify: { _ in "/usr/bin/thing" })
    household.person.will(.types(Household.passphrase))
    let begun = try await answer(to: .exportStep(.init(.begin, format: "csv", plain: true)), at: door)
    guard case .exporting(let state) = begun, let transfer = state.transfer else {
      Issue.record("answered \(begun)")
      return
    }
    let other = try await answer(to: .exportStep(.init(.part, transfer: transfer)), at: door)
    #expect(other == .failure(VaultFailure(.transferEnded)))
  }

  /// Asks in a conversation of its own, which has ended when this returns.
  private func answer(to call: VaultCall, at door: ManagementDoor) async throws -> VaultAnswer {
    let pair = try ConnectedPair()
    let client = pair.client
    let conversation = Task { await door.converse(over: pair.served) }
    client.send(SocketFrame(json: try MessageCoding.encode(VaultHello(role: .cli))))
    client.send(SocketFrame(json: try MessageCoding.encode(VaultRequest(id: 1, call: call))))
    var answer: VaultAnswer?
    for await frame in client.frames {
      let reply = try MessageCoding.decode(VaultReply.self, from: frame.json)
      guard reply.id == 1 else { continue }
      answer = reply.answer
      break
    }
    client.close()
    await conversation.value
    return try #require(answer)
  }

  @Test("is looked at in every format without a file's passphrase, also in those that are always sealed", arguments: ["kdbx", "csv"])
  func preview(format: String) async throws {
    let desk = await AskedDesk(
      exchange: ExchangePrograms { _, order throws(ExchangePrograms.Failure) in
        guard let order = try? order.joined().withBytes({ try WritingOrder(reading: $0) }) else { throw ExchangePrograms.Failure() }
        let outcome: WritingOutcome =
          order.format == "kdbx" && order.passphrase == nil
          ? .failure(CredentialExchangeError(.passphraseNeeded)) : .file(SharedSecret(copying: "file".utf8), findings: [])
        return outcome.written.joined()
      })
    defer { desk.leave() }
    guard case .exporting(let state) = await desk.ask(.exportStep(.init(.begin, format: format, preview: true))).answer else {
      Issue.record("no preview")
      return
    }
    #expect(state.transfer == nil)
  }

  @Test("is told with the kinds that are in it, and not with those that its format cannot hold")
  func kinds() async throws {
    let desk = await AskedDesk(
      exchange: ExchangePrograms { _, order throws(ExchangePrograms.Failure) in
        guard let order = try? order.joined().withBytes({ try WritingOrder(reading: $0) }) else { throw ExchangePrograms.Failure() }
        let findings = order.items.enumerated().flatMap { number, item in
          item.parts.map { part -> ImportFinding in
            let path = if case .login = part { "login" } else { "oneTimeCode.added" }
            return ImportFinding(.noPlace, at: ImportFinding.Place(entry: number, title: item.title, path: path), outcome: .leftOut)
          }
        }
        return WritingOutcome.file(SharedSecret(copying: "file".utf8), findings: findings).written.joined()
      })
    defer { desk.leave() }
    _ = await desk.ask(.addPassword(.init(service: "shop.example", user: "anne")), secret: "one")
    _ = await desk.ask(.addPassword(.init(service: "mail.example", user: "ben")), secret: "two")
    _ = await desk.ask(.addCode(.init(confirmed: true)), secret: AskedDesk.link)
    guard case .exporting(let state) = await desk.ask(.exportStep(.init(.begin, format: "otpauth", preview: true))).answer else {
      Issue.record("no preview")
      return
    }
    #expect((state.kinds, state.found) == (["one-time-code": 1], 3))
  }
}
