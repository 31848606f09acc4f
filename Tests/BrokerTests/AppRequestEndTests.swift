// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Synchronization
import Testing

@Suite("The end of an app's requests", .timeLimit(.minutes(1)))
struct AppRequestEndTests {
  private static let assertion = AppRequestValue.passkeyAssertion(
    AppPasskeyAssertionValue(relyingParty: "shop.example", challenge: Data(repeating: 5, count: 16)))
  private static let registration = AppRequestValue.passkeyRegistration(
    AppPasskeyRegistrationValue(
      relyingParty: "shop.example", challenge: Data(repeating: 5, count: 16), userName: "anne", userID: Data([9])))

  /// The error an app gets for a provider's cancellation, by Apple's raw values: without an interface, with one, and for a registration.
  struct End: Sendable {
    var domain = "ASExtensionErrorDomain"
    var code: Int
    /// nil if the broker then prepares the interface.
    var headless: Int?
    var interface: Int
    var registration: Int
  }

  static let ends: [End] = [
    End(code: 0, headless: 1004, interface: 1004, registration: 1004),
    End(code: 1, headless: 1001, interface: 1001, registration: 1001),
    End(code: 100, headless: nil, interface: 1004, registration: 1004),
    End(code: 101, headless: 1004, interface: 1004, registration: 1004),
    End(code: 102, headless: 1004, interface: 1004, registration: 1006),
    End(code: 7, headless: 1004, interface: 1004, registration: 1004),
    End(domain: "PassExtension", code: 1, headless: 1004, interface: 1004, registration: 1004),
  ]

  private func cancel(_ call: CallNumber, domain: String = "ASExtensionErrorDomain", code: Int, in world: AppWorld) async {
    await world.harness.provider.say(.cancelRequest(call: call, domain: domain, code: code, reason: nil))
  }

  /// A world whose provider was asked for the passkey that the user chose.
  private func picked() async throws -> (AppWorld, call: CallNumber) {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    await world.authorize([Self.assertion])
    await world.act(.choose, row: try await world.nextView().rows?.first?.id)
    return (world, try world.asked().call)
  }

  /// Checks that the app got no other message before the answer to a malformed request.
  private func expectSilence(of world: AppWorld) async throws {
    await world.authorize([], id: 99)
    guard case (99, .failure(let failure)) = try await world.next().answer.parts, failure.code == "badRequest" else {
      Issue.record("the app received another message")
      return
    }
  }

  @Test("a provider's cancellation of a sign-in becomes the matching error, with and without an interface", arguments: ends.indices)
  func cancelledSignIn(row: Int) async throws {
    let end = Self.ends[row]
    let (world, call) = try await picked()
    await cancel(call, domain: end.domain, code: end.code, in: world)
    if let headless = end.headless {
      #expect(try await world.nextFailure().authorizationError == headless)
      return try await expectSilence(of: world)
    }
    guard case (call, .prepareInterfaceToProvideCredential(_))? = world.harness.provider.calls.last?.parts else {
      Issue.record("the interface was not prepared")
      return
    }
    for end in Self.ends {
      let (world, call) = try await picked()
      await cancel(call, code: 100, in: world)
      await cancel(call, domain: end.domain, code: end.code, in: world)
      #expect(try await world.nextFailure().authorizationError == end.interface)
    }
  }

  @Test("a provider's cancellation of a registration becomes the matching error", arguments: ends.indices)
  func register(row: Int) async throws {
    let end = Self.ends[row]
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    await world.authorize([Self.registration])
    while (try? world.asked()) == nil { await Task.yield() }
    let (call, _) = try world.asked()
    await cancel(call, domain: end.domain, code: end.code, in: world)
    #expect(try await world.nextFailure().authorizationError == end.registration)
  }

  // MARK: Cancellation

  enum Moment: CaseIterable, Sendable { case fetching, picker, headless, interface }
  enum Way: CaseIterable, Sendable { case cancelled, died }

  /// Holds a document back until the test releases it.
  private final class Gate: Sendable {
    private let (opened, open) = AsyncStream.makeStream(of: Void.self)
    let isWaitedFor = Mutex(false)

    func pass() async {
      isWaitedFor.withLock { $0 = true }
      for await _ in opened {}
    }

    func letGo() { open.finish() }
  }

  @Test(
    "an app that cancels or exits leaves no view, no open call and no later answer behind",
    arguments: Moment.allCases, Way.allCases)
  func leavesNothing(at moment: Moment, way: Way) async throws {
    let gate = Gate()
    if moment != .fetching { gate.letGo() }
    let world = try await AppWorld(beforeDocument: { await gate.pass() })
    try await world.harness.unlockProvider()
    await world.authorize([Self.assertion])
    var call: CallNumber?
    if moment == .fetching {
      while !gate.isWaitedFor.withLock({ $0 }) { await Task.yield() }
    } else {
      let picker = try await world.nextView()
      if moment != .picker {
        await world.act(.choose, row: picker.rows?.first?.id)
        call = try world.asked().call
      }
    }
    if moment == .interface, let call {
      await cancel(call, code: 100, in: world)
      await world.harness.provider.say(.present(call: call, view: PresentableViewValue(number: 1, kind: .confirmation, title: "?")))
      _ = try await world.nextView()
    }
    switch way {
    case .cancelled: await world.harness.broker.receive(.cancel(id: 1), from: world.app)
    case .died: await world.harness.broker.detach(world.app)
    }
    gate.letGo()
    #expect(world.dismissed.isEmpty == (moment == .fetching))
    if let call {
      #expect(world.harness.provider.calls.last == ProviderCall(call, .cancel))
      await world.harness.provider.say(.present(call: call, view: PresentableViewValue(number: 2, kind: .message, title: "?")))
      await world.harness.provider.say(.complete(call: call, result: .password(user: "anne")), secret: "sesame")
    } else {
      #expect(throws: TestFailure.self) { try world.harness.lastCall }
    }
    #expect(!world.harness.provider.wasKilled)
    guard way == .cancelled else { return }
    #expect(try await world.nextFailure() == ("userCanceled", nil, 1001))
    try await expectSilence(of: world)
    if call == nil { #expect(throws: TestFailure.self) { try world.harness.lastCall } }
  }

  @Test("a request cancelled while its surface starts is not drawn when the surface attaches")
  func surfaceStarts() async throws {
    let world = try await AppWorld(hasSurface: false)
    try await world.harness.unlockProvider()
    await world.authorize([Self.assertion])
    while world.harness.clock.sleeperCount == 0 { await Task.yield() }
    await world.harness.broker.receive(.cancel(id: 1), from: world.app)
    #expect(try await world.nextFailure() == ("userCanceled", nil, 1001))
    let drawn = Mutex<[ClientReply]>([])
    let surface = await world.harness.broker.attach(as: .surface, caller: world.caller) { answer, _ in
      drawn.withLock { $0.append(answer) }
    }
    await world.harness.broker.receive(.request(id: 0, .attachSurface(AttachSurfaceRequest())), from: surface)
    #expect(drawn.withLock { $0 } == [ClientReply(0, .done())])
    world.harness.clock.advance(by: 11)
    try await expectSilence(of: world)
  }

  @Test("cancelling an answered request has no effect")
  func afterwards() async throws {
    let (world, call) = try await picked()
    await cancel(call, code: 1, in: world)
    _ = try await world.nextFailure()
    let count = world.harness.provider.calls.count
    await world.harness.broker.receive(.cancel(id: 1), from: world.app)
    if let surface = world.surface { await world.harness.broker.detach(surface) }
    #expect(world.harness.provider.calls.count == count)
    try await expectSilence(of: world)
  }

  // MARK: Concurrency

  @Test("two requests of an app are open at the same time and are answered in any order")
  func together() async throws {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    await world.authorize([.password], id: 1)
    _ = try await world.nextView()
    await world.authorize([Self.assertion], id: 2)
    // The last view shown belongs to the second request.
    await world.act(.choose, row: try await world.nextView().rows?.first?.id)
    let (call, request) = try world.asked()
    #expect(request.type == .passkeyAssertion)
    await world.harness.broker.receive(.cancel(id: 1), from: world.app)
    guard case (1, .failure(let failure)) = try await world.next().answer.parts, failure.code == "userCanceled",
      failure.authorizationError == 1001
    else {
      Issue.record("the first request was not cancelled")
      return
    }
    #expect(world.harness.provider.calls.last != ProviderCall(call, .cancel))
    await world.harness.provider.say(.complete(call: call, result: try world.assertion(request)))
    guard case (2, .authorized(.passkeyAssertion)) = (try await world.next().answer).parts else {
      Issue.record("the second request was not answered")
      return
    }
  }

  @Test("two processes of one app each get their own answer from the same provider")
  func twoPrograms() async throws {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    let answers = Mutex<[ClientReply]>([])
    let other = await world.harness.broker.attach(as: .app, caller: world.caller) { answer, _ in answers.withLock { $0.append(answer) } }
    await world.authorize([.password])
    await world.act(.choose, row: try await world.nextView().rows?.first?.id)
    let (first, _) = try world.asked()
    await world.harness.broker.receive(
      .request(id: 1, .authorize(AuthorizeRequest(requests: [.password], mode: .modal))), from: other)
    await world.act(.choose, row: try await world.nextView().rows?.first?.id)
    let (second, _) = try world.asked()
    #expect(first != second)
    await world.harness.provider.say(.complete(call: second, result: .password(user: "second")), secret: "2")
    await world.harness.provider.say(.complete(call: first, result: .password(user: "first")), secret: "1")
    #expect(try await world.next().answer == ClientReply(1, .authorized(.password(user: "first"))))
    #expect(answers.withLock { $0 } == [ClientReply(1, .authorized(.password(user: "second")))])
  }
}
