// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import SecretMemory
import Synchronization
import Testing

@Suite("One provider's credentials on their way to another", .timeLimit(.minutes(1)))
struct CredentialExchangeTests {
  @Test("the person sees who hands over, and may pick only providers that declare the exchange and its version")
  func consent() async throws {
    let world = await ExchangeWorld()
    await world.start()
    #expect(world.provider("a")?.calls.last?.payload == .prepareInterfaceForCredentialExport)
    #expect(try await world.ask("a", .requestExport(RequestExportRequest())) == nil, "nothing before the person's yes")
    let view = try #require(world.view).view
    #expect(view.heading == .init(.handOver, subject: "Provider a"))
    #expect(view.requester == "Provider a")
    // No row is selected at first.
    #expect(view.kind == .choice)
    #expect(view.rows?.map(\.title) == ["Provider b"])
  }

  @Test("what was handed over reaches the provider that was picked, and both sides hear that it is kept")
  func whole() async throws {
    let world = await ExchangeWorld()
    await world.start()
    let (call, token) = try await world.offered()
    guard case .exchanging(let state)? = try await world.ask("b", .importPart(ImportPartRequest(token: token))) else {
      throw TestFailure(description: "no part")
    }
    #expect(state.left == 0)
    #expect(world.provider("b")?.secrets.last == "credentials")
    await world.provider("b")?.say(.complete(call: call, result: .credentialsImported))
    #expect(world.reply(to: 2, of: "a") == .done())
    let export = try #require(world.provider("a")?.calls.first { $0.payload == .prepareInterfaceForCredentialExport })
    await world.provider("a")?.say(.complete(call: export.number, result: .credentialsExported))
    #expect(world.seen.lastReply?.answer == .done())
  }

  @Test("what is only to be told is kept by nobody, and whoever handed it over hears that")
  func preview() async throws {
    let world = await ExchangeWorld()
    await world.start(to: "b", preview: true)
    let (call, token) = try await world.offered(isPreview: true)
    let export = try #require(world.provider("a")?.calls.first { $0.payload == .prepareInterfaceForCredentialExport })
    // Nothing is told of what was not looked at.
    guard case .exchanging? = try await world.ask("b", .importPart(ImportPartRequest(token: token))) else {
      throw TestFailure(description: "no part")
    }
    await world.provider("b")?.say(.complete(call: call, result: .credentialsImported))
    #expect(failureCode(world.reply(to: 2, of: "a")) == "userCanceled")
    #expect(world.provider("a")?.calls.last?.parts ?? (0, .cancel) == (export.number, .cancel))
    #expect(world.seen.lastReply?.answer == .done())
  }

  @Test("a no to the report of what would come in ends as a no")
  func previewRefused() async throws {
    let world = await ExchangeWorld()
    await world.start(to: "b", preview: true)
    let (call, _) = try await world.offered(isPreview: true)
    await world.provider("b")?.say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 1, reason: nil))
    #expect(failureCode(world.reply(to: 2, of: "a")) == "userCanceled")
    #expect(world.seen.lastReply?.answer != .done())
  }

  @Test("only the provider that comes with the system is trusted to look and keep nothing")
  func previewElsewhere() async throws {
    let world = await ExchangeWorld()
    await world.start(from: "b", to: "a", preview: true, id: 3)
    #expect(failureCode(world.seen.lastReply?.answer) == "badRequest")
    await world.start(from: "a", preview: true, id: 4)
    #expect(failureCode(world.seen.lastReply?.answer) == "badRequest")
    #expect(world.provider("b")?.calls.isEmpty == true && world.provider("a")?.calls.isEmpty == true)
  }

  @Test("the name of the other provider is told to the provider that came with the system alone")
  func nameOfTheOther() async throws {
    let world = await ExchangeWorld()
    await world.start()
    _ = try await world.ask("a", .requestExport(RequestExportRequest()))
    try await world.pick("Provider b")
    guard case .exportGranted(let grant)? = world.reply(to: 1, of: "a") else { throw TestFailure(description: "no leave") }
    #expect(grant.provider == nil)
    // One exchange at a time: the first ends with its process.
    await world.provider("a")?.end()
    await world.start(from: "b", id: 2)
    _ = try await world.ask("b", .requestExport(RequestExportRequest()))
    try await world.pick("Provider a")
    guard case .exportGranted(let ours)? = world.reply(to: 1, of: "b") else { throw TestFailure(description: "no leave") }
    #expect(ours.provider == "Provider a")
  }

  @Test("a no hands nothing over, and both sides hear it")
  func refusals() async throws {
    let world = await ExchangeWorld()
    await world.start()
    _ = try await world.ask("a", .requestExport(RequestExportRequest()))
    let (number, view) = try #require(world.view)
    await world.broker.receive(.viewEvent(id: number, ViewEventValue(view: view.number, action: .cancel)), from: world.surface)
    #expect(failureCode(world.reply(to: 1, of: "a")) == "userCanceled")
    // The person's no to the provider that takes it.
    let (call, _) = try await world.offered(id: 5)
    await world.provider("b")?.say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 1, reason: nil))
    #expect(failureCode(world.reply(to: 5, of: "a")) == "userCanceled")
  }

  @Test("a token is good for one provider and once")
  func tokens() async throws {
    let world = await ExchangeWorld()
    let (_, token) = try await world.offered()
    #expect(failureCode(try await world.ask("a", .importPart(ImportPartRequest(token: token)), id: 7)) == "tokenExpired", "it is not b")
    let other = UUID().uuidString
    #expect(failureCode(try await world.ask("b", .importPart(ImportPartRequest(token: other)))) == "tokenExpired", "no such token")
    guard case .exchanging? = try await world.ask("b", .importPart(ImportPartRequest(token: token)), id: 2) else {
      throw TestFailure(description: "no part")
    }
    #expect(failureCode(try await world.ask("b", .importPart(ImportPartRequest(token: token)), id: 3)) == "tokenExpired", "a second time")
  }

  @Test("a provider that says it keeps what it has not taken has not taken it")
  func untaken() async throws {
    let world = await ExchangeWorld()
    let (call, token) = try await world.offered()
    await world.provider("b")?.say(.complete(call: call, result: .credentialsImported))
    #expect(failureCode(world.reply(to: 2, of: "a")) == "providerFailed")
    #expect(failureCode(try await world.ask("b", .importPart(ImportPartRequest(token: token)))) == "tokenExpired", "it is gone")
  }

  @Test("when one of the two processes ends, the other hears it and nothing is kept in between")
  func crashes() async throws {
    let world = await ExchangeWorld()
    _ = try await world.offered()
    await world.provider("b")?.end()
    #expect(failureCode(world.reply(to: 2, of: "a")) == "providerFailed")

    let second = await ExchangeWorld()
    let (call, token) = try await second.offered()
    let importer = try #require(second.provider("b"))
    await second.provider("a")?.end()
    #expect(importer.calls.last?.parts ?? (0, .cancel) == (call, .cancel))
    #expect(failureCode(try await second.ask("b", .importPart(ImportPartRequest(token: token)))) == "tokenExpired")
  }

  @Test("the command that gave up takes everything with it that it had begun")
  func givenUp() async throws {
    let world = await ExchangeWorld()
    await world.start(to: "b")
    let (call, _) = try await world.offered()
    await world.broker.receive(.cancel(id: 1), from: world.settings)
    #expect(failureCode(world.reply(to: 2, of: "a")) == "userCanceled")
    #expect(world.provider("b")?.calls.last?.parts ?? (0, .cancel) == (call, .cancel))
  }

  @Test("a provider that never ends what it was handed is given up after ten minutes")
  func timeOut() async throws {
    let world = await ExchangeWorld()
    _ = try await world.offered()
    while !world.clock.sleeps(for: .seconds(600)) { await Task.yield() }
    world.clock.advance(by: 600)
    while world.reply(to: 2, of: "a") == nil { await Task.yield() }
    #expect(failureCode(world.reply(to: 2, of: "a")) == "providerFailed")
  }

  @Test("only one exchange goes on at a time, and it is not disturbed by another")
  func twoAtOnce() async throws {
    let world = await ExchangeWorld()
    let (call, token) = try await world.offered()
    #expect(failureCode(try await world.ask("b", .requestExport(RequestExportRequest()), id: 9)) == "busy")
    guard case .exchanging? = try await world.ask("b", .importPart(ImportPartRequest(token: token))) else {
      throw TestFailure(description: "no part")
    }
    await world.provider("b")?.say(.complete(call: call, result: .credentialsImported))
    #expect(world.reply(to: 2, of: "a") == .done())
  }

  @Test("who is no provider of the exchange hands nothing over, and gets nothing")
  func strangers() async throws {
    let world = await ExchangeWorld()
    #expect(failureCode(try await world.ask("c", .requestExport(RequestExportRequest()))) == "notAllowedHere", "declares nothing")
    #expect(failureCode(try await world.ask("d", .requestExport(RequestExportRequest()))) == "notAllowedHere", "another version")
    #expect(failureCode(try await world.ask("a", .requestExport(RequestExportRequest(provider: "b")), id: 3)) == "notAllowedHere")
    // A program that lies in no provider's folder, and may not speak for one.
    let caller = CallerIdentity(user: 1000, process: 9, executable: "/usr/bin/other") { true }
    let seen = Observations()
    let app = await world.broker.attach(as: .app, caller: caller) { answer, _ in seen.answers.withLock { $0.append(answer) } }
    for provider in [nil, "a"] {
      await world.broker.receive(.request(id: 1, .requestExport(RequestExportRequest(provider: provider))), from: app)
      #expect(failureCode(seen.lastReply?.answer) == "notAllowedHere")
    }
    let (_, token) = try await world.offered()
    await world.broker.receive(.request(id: 2, .importPart(ImportPartRequest(token: token))), from: app)
    #expect(failureCode(seen.lastReply?.answer) == "notAllowedHere")
    for (from, to) in [("a", "c"), ("c", "b"), ("a", "a"), ("a", "nobody")] {
      await world.start(from: from, to: to, id: 4)
      #expect(failureCode(world.seen.lastReply?.answer) != nil)
    }
  }

  @Test("a provider's process may ask for nothing else that apps ask for")
  func otherRequests() async throws {
    let world = await ExchangeWorld()
    for request: ClientRequest in [.status, .providers, .chooseText, .startExchange(StartExchangeRequest(from: "b"))] {
      #expect(failureCode(try await world.ask("a", request)) == "notAllowedHere")
    }
  }
}

@Suite("The parts of an exchange")
struct CredentialExchangePartsTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let client = ClientNumber(rawValue: 1)

  private static func granted() throws -> CredentialExchanges {
    var exchanges = CredentialExchanges()
    try exchanges.grant(client, named: "A", to: "b", transfer: "t", at: now)
    return exchanges
  }

  private static func part(_ count: Int) -> SharedSecret { SharedSecret(SecretBytes(byteCount: count)) }

  private static func code(_ work: () throws(ClientFailure) -> Void) -> String? {
    do throws(ClientFailure) {
      try work()
      return nil
    } catch {
      return error.name
    }
  }

  @Test("every part but the last is whole, and all together are as long as was said")
  func wholeParts() throws {
    let whole = ExchangeBounds.partByteCount
    for (bytes, sent) in [(10, 11), (10, 9), (whole + 10, 10), (0, 1), (ExchangeBounds.byteCount + 1, whole), (-1, 1)] {
      var exchanges = try Self.granted()
      let request = ExportPartRequest(transfer: "t", bytes: bytes)
      let code = Self.code { () throws(ClientFailure) in
        _ = try exchanges.take(Self.part(sent), of: request, from: Self.client, at: Self.now)
      }
      #expect(code == "badRequest", "\(bytes) \(sent)")
      #expect(exchanges.isEmpty, "what was sent wrongly is over")
    }
    var exchanges = try Self.granted()
    let request = ExportPartRequest(transfer: "t", bytes: whole + 10)
    guard case .more(let state) = try exchanges.take(Self.part(whole), of: request, from: Self.client, at: Self.now) else {
      throw TestFailure(description: "no more parts")
    }
    #expect(state.left == 10)
    guard case .whole("b", "A") = try exchanges.take(Self.part(10), of: request, from: Self.client, at: Self.now) else {
      throw TestFailure(description: "not whole")
    }
    exchanges.offer("k", in: 5)
    var (left, part) = try exchanges.handOut(ImportPartRequest(token: "k"), to: "b", transfer: "u")
    #expect((left.left, part.byteCount) == (10, whole))
    #expect(!exchanges.isTaken(in: 5))
    (left, part) = try exchanges.handOut(ImportPartRequest(transfer: "u"), to: "b", transfer: "v")
    #expect((left.left, part.byteCount) == (0, 10))
    #expect(exchanges.isTaken(in: 5))
    exchanges.end(5)
    #expect(exchanges.isEmpty)
  }

  @Test("a leave is of one client, and of no use after ten minutes")
  func leaves() throws {
    let request = ExportPartRequest(transfer: "t", bytes: 1)
    var exchanges = try Self.granted()
    #expect(
      Self.code { () throws(ClientFailure) in
        _ = try exchanges.take(Self.part(1), of: request, from: ClientNumber(rawValue: 2), at: Self.now)
      } == "tokenExpired")
    #expect(
      Self.code { () throws(ClientFailure) in
        _ = try exchanges.take(Self.part(1), of: ExportPartRequest(transfer: "x", bytes: 1), from: Self.client, at: Self.now)
      } == "tokenExpired")
    #expect(
      Self.code { () throws(ClientFailure) in
        _ = try exchanges.take(Self.part(1), of: request, from: Self.client, at: Self.now + CredentialExchanges.patience)
      } == "tokenExpired")
    #expect(exchanges.isEmpty)
    exchanges = try Self.granted()
    #expect(Self.code { () throws(ClientFailure) in try exchanges.makeRoom(for: ClientNumber(rawValue: 2), at: Self.now) } == "busy")
    try exchanges.makeRoom(for: ClientNumber(rawValue: 2), at: Self.now + CredentialExchanges.patience)
    #expect(exchanges.isEmpty)
    exchanges = try Self.granted()
    exchanges.end(of: Self.client)
    #expect(exchanges.isEmpty)
  }
}
