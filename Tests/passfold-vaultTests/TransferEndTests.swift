// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import CredentialProviderHost
import CredentialVault
import LocalTransport
import SecretMemory
import Synchronization
import Testing
import VaultProtocol
import passfold_vault

/// An import or export program that answers when it is released or cancelled.
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

/// Each vault costs a key derivation, so they are created one after another.
@Suite("An import or export in progress", .serialized)
struct TransferEndTests {
  @Test("an import is discarded when the vault locks during its reading, and its program is stopped", .timeLimit(.minutes(1)))
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

  @Test("an export is discarded when the vault locks during its writing, and its program is stopped", .timeLimit(.minutes(1)))
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

  @Test("an export that reads the vault keeps no other request waiting, so that a lock can end it", .timeLimit(.minutes(1)))
  func reading() async throws {
    let held = HeldProgram()
    let desk = await AskedDesk(exchange: held.programs)
    defer { desk.leave() }
    var generator = SystemRandomNumberGenerator()
    let records = (0..<3000).map { number in
      CredentialRecord.password(
        PasswordRecord(
          id: .random(using: &generator), services: [ServiceIdentifier(kind: .domain, text: "shop.example")], title: "Shop \(number)",
          user: "ada", password: SharedSecret(copying: "open sesame".utf8)))
    }
    try await desk.household.session.vault().add(contentsOf: records)
    let clock = ContinuousClock()
    let start = clock.now
    async let exported = desk.failure(.exportStep(.init(.begin, format: "csv", plain: true, preview: true)))
    var (last, longest) = (start, Duration.zero)
    while !held.isRunning {
      _ = await desk.ask(.clock)
      longest = max(longest, clock.now - last)
      last = clock.now
    }
    #expect(longest < (clock.now - start) / 2)
    _ = await desk.ask(.lock)
    held.letGo()
    #expect(await exported == .transferEnded)
  }

  private func lockAndUnlock(_ desk: AskedDesk) async throws {
    _ = await desk.ask(.lock)
    desk.household.person.will(.types(Household.passphrase))
    #expect(await desk.ask(.unlock).answer == .done)
  }

  @Test("an export is discarded when its client disconnects", .timeLimit(.minutes(1)))
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
      Issue.record("answered with \(begun)")
      return
    }
    let other = try await answer(to: .exportStep(.init(.part, transfer: transfer)), at: door)
    #expect(other == .failure(VaultFailure(.transferEnded)))
  }

  /// Makes a request in a separate conversation, which has ended when this returns.
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

  @Test("an export preview needs no file passphrase, even in a format that is always encrypted", arguments: ["kdbx", "csv"])
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

  @Test("an export preview counts only the kinds that its format can hold")
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

  @Test("a finding of an export names the kind of the part that it is about")
  func kindsOfParts() async throws {
    let paths = ["parts[0].history", "parts[1].history", "parts[1]", "parts[0].services[1]", "parts[2]", "parts[", "parts", "tags", ""]
    let desk = await AskedDesk(
      exchange: ExchangePrograms { _, order throws(ExchangePrograms.Failure) in
        guard let order = try? order.joined().withBytes({ try WritingOrder(reading: $0) }) else { throw ExchangePrograms.Failure() }
        let findings = order.items.enumerated().flatMap { number, item in
          paths.map { ImportFinding(.noPlace, at: .init(entry: number, title: item.title, path: $0), outcome: .leftOut) }
        }
        return WritingOutcome.file(SharedSecret(copying: "file".utf8), findings: findings).written.joined()
      })
    defer { desk.leave() }
    _ = await desk.ask(.addPassword(.init(service: "shop.example", user: "anne")), secret: "one")
    _ = await desk.ask(.addCode(.init(confirmed: true)), secret: AskedDesk.link)
    guard case .exporting(let state) = await desk.ask(.exportStep(.init(.begin, format: "csv", preview: true))).answer else {
      Issue.record("no preview")
      return
    }
    let (password, code) = ("password", "one-time-code")
    #expect(state.findings.map(\.kind) == [password, code, code, password, nil, nil, nil, nil, nil])
  }
}
