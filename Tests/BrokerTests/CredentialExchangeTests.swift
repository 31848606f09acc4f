// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import SecretMemory
import Synchronization
import Testing

@Suite("A credential exchange between two providers", .timeLimit(.minutes(1)))
struct CredentialExchangeTests {
  @Test("the user sees which provider exports, and can choose only providers that declare the exchange and its version")
  func consent() async throws {
    let world = await ExchangeWorld()
    await world.start()
    #expect(world.provider("a")?.calls.last?.payload == .prepareInterfaceForCredentialExport)
    #expect(try await world.ask("a", .requestExport(RequestExportRequest())) == nil, "nothing is sent before the user agrees")
    let view = try #require(world.view).view
    #expect(view.heading == .init(.handOver, subject: "Provider a"))
    #expect(view.requester == "Provider a")
    // No row is selected at first.
    #expect(view.kind == .choice)
    #expect(view.rows?.map(\.title) == ["Provider b"])
  }

  @Test("exported credentials reach the chosen provider, and both providers learn that they were imported")
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

  @Test("a preview keeps nothing, and the exporting provider's transfer ends as cancelled")
  func preview() async throws {
    let world = await ExchangeWorld()
    await world.start(to: "b", preview: true)
    let (call, token) = try await world.offered(isPreview: true)
    let export = try #require(world.provider("a")?.calls.first { $0.payload == .prepareInterfaceForCredentialExport })
    // The importing provider must read the parts before it reports them.
    guard case .exchanging? = try await world.ask("b", .importPart(ImportPartRequest(token: token))) else {
      throw TestFailure(description: "no part")
    }
    await world.provider("b")?.say(.complete(call: call, result: .credentialsImported))
    #expect(failureCode(world.reply(to: 2, of: "a")) == "userCanceled")
    #expect(world.provider("a")?.calls.last?.parts ?? (0, .cancel) == (export.number, .cancel))
    #expect(world.seen.lastReply?.answer == .done())
  }

  @Test("declining a preview ends the exchange as cancelled")
  func previewRefused() async throws {
    let world = await ExchangeWorld()
    await world.start(to: "b", preview: true)
    let (call, _) = try await world.offered(isPreview: true)
    await world.provider("b")?.say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 1, reason: nil))
    #expect(failureCode(world.reply(to: 2, of: "a")) == "userCanceled")
    #expect(world.seen.lastReply?.answer != .done())
  }

  @Test("a preview is allowed only from another provider to the built-in one")
  func previewElsewhere() async throws {
    let world = await ExchangeWorld()
    await world.start(from: "b", to: "a", preview: true, id: 3)
    #expect(failureCode(world.seen.lastReply?.answer) == "badRequest")
    await world.start(from: "a", preview: true, id: 4)
    #expect(failureCode(world.seen.lastReply?.answer) == "badRequest")
    #expect(world.provider("b")?.calls.isEmpty == true && world.provider("a")?.calls.isEmpty == true)
  }

  @Test("only the built-in provider learns the other provider's name")
  func nameOfTheOther() async throws {
    let world = await ExchangeWorld()
    await world.start()
    _ = try await world.ask("a", .requestExport(RequestExportRequest()))
    try await world.pick("Provider b")
    guard case .exportGranted(let grant)? = world.reply(to: 1, of: "a") else { throw TestFailure(description: "not granted") }
    #expect(grant.provider == nil)
    // Only one exchange is open at a time: the first ends with its process.
    await world.provider("a")?.end()
    await world.start(from: "b", id: 2)
    _ = try await world.ask("b", .requestExport(RequestExportRequest()))
    try await world.pick("Provider a")
    guard case .exportGranted(let ours)? = world.reply(to: 1, of: "b") else { throw TestFailure(description: "not granted") }
    #expect(ours.provider == "Provider a")
  }

  @Test("a refusal by the user, in either provider, ends the exchange as cancelled")
  func refusals() async throws {
    let world = await ExchangeWorld()
    await world.start()
    _ = try await world.ask("a", .requestExport(RequestExportRequest()))
    let (number, view) = try #require(world.view)
    await world.broker.receive(.viewEvent(id: number, ViewEventValue(view: view.number, action: .cancel)), from: world.surface)
    #expect(failureCode(world.reply(to: 1, of: "a")) == "userCanceled")
    // The user declines at the importing provider.
    let (call, _) = try await world.offered(id: 5)
    await world.provider("b")?.say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 1, reason: nil))
    #expect(failureCode(world.reply(to: 5, of: "a")) == "userCanceled")
  }

  @Test("a token works once and only for one provider")
  func tokens() async throws {
    let world = await ExchangeWorld()
    let (_, token) = try await world.offered()
    #expect(failureCode(try await world.ask("a", .importPart(ImportPartRequest(token: token)), id: 7)) == "tokenExpired", "not for a")
    let other = UUID().uuidString
    #expect(failureCode(try await world.ask("b", .importPart(ImportPartRequest(token: other)))) == "tokenExpired", "unknown token")
    guard case .exchanging? = try await world.ask("b", .importPart(ImportPartRequest(token: token)), id: 2) else {
      throw TestFailure(description: "no part")
    }
    #expect(failureCode(try await world.ask("b", .importPart(ImportPartRequest(token: token)), id: 3)) == "tokenExpired", "used token")
  }

  @Test("a provider that claims an import without reading every part has failed")
  func untaken() async throws {
    let world = await ExchangeWorld()
    let (call, token) = try await world.offered()
    await world.provider("b")?.say(.complete(call: call, result: .credentialsImported))
    #expect(failureCode(world.reply(to: 2, of: "a")) == "providerFailed")
    #expect(failureCode(try await world.ask("b", .importPart(ImportPartRequest(token: token)))) == "tokenExpired", "ended")
  }

  @Test("the exit of one provider ends the exchange for the other and discards the credentials")
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

  @Test("cancelling the command cancels both the export and the import")
  func givenUp() async throws {
    let world = await ExchangeWorld()
    await world.start(to: "b")
    let (call, _) = try await world.offered()
    await world.broker.receive(.cancel(id: 1), from: world.settings)
    #expect(failureCode(world.reply(to: 2, of: "a")) == "userCanceled")
    #expect(world.provider("b")?.calls.last?.parts ?? (0, .cancel) == (call, .cancel))
  }

  @Test("an import that does not finish is given up after ten minutes")
  func timeOut() async throws {
    let world = await ExchangeWorld()
    _ = try await world.offered()
    while !world.clock.sleeps(for: .seconds(600)) { await Task.yield() }
    world.clock.advance(by: 600)
    while world.reply(to: 2, of: "a") == nil { await Task.yield() }
    #expect(failureCode(world.reply(to: 2, of: "a")) == "providerFailed")
  }

  @Test("a second exchange is refused as busy and does not disturb the first")
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

  @Test("a caller that is not a provider of the exchange can neither export nor import")
  func strangers() async throws {
    let world = await ExchangeWorld()
    #expect(failureCode(try await world.ask("c", .requestExport(RequestExportRequest()))) == "notAllowedHere", "undeclared")
    #expect(failureCode(try await world.ask("d", .requestExport(RequestExportRequest()))) == "notAllowedHere", "another version")
    #expect(failureCode(try await world.ask("a", .requestExport(RequestExportRequest(provider: "b")), id: 3)) == "notAllowedHere")
    // A program outside every provider's folder, which cannot act for a provider.
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

  @Test("a provider's process may not make an app's other requests")
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

  @Test("every part but the last must be full, and together they must have the announced length")
  func wholeParts() throws {
    let whole = ExchangeBounds.partByteCount
    for (bytes, sent) in [(10, 11), (10, 9), (whole + 10, 10), (0, 1), (ExchangeBounds.byteCount + 1, whole), (-1, 1)] {
      var exchanges = try Self.granted()
      let request = ExportPartRequest(transfer: "t", bytes: bytes)
      let code = Self.code { () throws(ClientFailure) in
        _ = try exchanges.take(Self.part(sent), of: request, from: Self.client, at: Self.now)
      }
      #expect(code == "badRequest", "\(bytes) \(sent)")
      #expect(exchanges.isEmpty, "a malformed part ends the exchange")
    }
    var exchanges = try Self.granted()
    let request = ExportPartRequest(transfer: "t", bytes: whole + 10)
    guard case .more(let state) = try exchanges.take(Self.part(whole), of: request, from: Self.client, at: Self.now) else {
      throw TestFailure(description: "no more parts")
    }
    #expect(state.left == 10)
    guard case .whole("b", "A") = try exchanges.take(Self.part(10), of: request, from: Self.client, at: Self.now) else {
      throw TestFailure(description: "not complete")
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

  @Test("an export permission belongs to one client and expires after ten minutes")
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
