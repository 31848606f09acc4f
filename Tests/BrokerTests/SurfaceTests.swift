// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Synchronization
import Testing

@Suite("Surfaces for clients that draw no views", .timeLimit(.minutes(1)))
struct SurfaceTests {
  /// A surface and its messages.
  private final class Surface: Sendable {
    let heard = Mutex<[ClientReply]>([])

    var presented: [(number: RequestNumber, view: PresentableViewValue)] {
      heard.withLock { $0.compactMap { reply in if case .present(let view) = reply.answer { (reply.id, view) } else { nil } } }
    }
    var dismissed: [RequestNumber] { heard.withLock { $0.filter { $0.answer == .dismiss }.map(\.id) } }
    var refusal: String? {
      heard.withLock { $0.compactMap { reply in if case .failure(let failure) = reply.answer { failure.code } else { nil } }.last }
    }

    /// The first view, once it arrives.
    func view() async -> (number: RequestNumber, view: PresentableViewValue) {
      while true {
        if let first = presented.first { return first }
        await Task.yield()
      }
    }
  }

  /// The surfaces that the broker started.
  private final class Starts: Sendable {
    let tickets = Mutex<[String]>([])
    let ended = Mutex<(@Sendable () async -> Void)?>(nil)

    func start(_ ticket: String, _ ended: @escaping @Sendable () async -> Void) {
      tickets.withLock { $0.append(ticket) }
      self.ended.withLock { $0 = ended }
    }

    /// The ticket of the first start, once there is one.
    func ticket() async -> String {
      while true {
        if let first = tickets.withLock({ $0.first }) { return first }
        await Task.yield()
      }
    }
  }

  private static func world(_ starts: Starts? = nil) async throws -> AppWorld {
    let world = try await AppWorld(
      hasSurface: false,
      startSurface: { ticket, ended throws(BrokerError) in
        guard let starts else { throw BrokerError(.surfaceDidNotStart, subject: "no display") }
        starts.start(ticket, ended)
      })
    try await world.harness.unlockProvider()
    return world
  }

  private static func attach(_ surface: Surface, to world: AppWorld, ticket: String? = nil, terminal: CallerIdentity.Terminal? = nil) async
    -> ClientNumber
  {
    let caller = CallerIdentity(user: 1000, process: 9, executable: "/usr/bin/passfold", terminal: terminal) { true }
    let number = await world.harness.broker.attach(as: .surface, caller: caller) { answer, _ in surface.heard.withLock { $0.append(answer) }
    }
    await world.harness.broker.receive(.request(id: 0, .attachSurface(AttachSurfaceRequest(ticket: ticket))), from: number)
    return number
  }

  private static func pick(_ view: (number: RequestNumber, view: PresentableViewValue), on surface: ClientNumber, in world: AppWorld) async
  {
    let event = ViewEventValue(view: view.view.number, action: .choose, row: view.view.rows?.first?.id)
    await world.harness.broker.receive(.viewEvent(id: view.number, event), from: surface)
  }

  @Test("an app in a terminal is asked only on that terminal's surface")
  func terminal() async throws {
    let starts = Starts()
    let world = try await Self.world(starts)
    let (own, other) = (Surface(), Surface())
    let number = await Self.attach(own, to: world, terminal: AppWorld.terminal)
    let otherNumber = await Self.attach(other, to: world, terminal: CallerIdentity.Terminal(path: "/dev/pts/8", device: 0x8808, session: 8))
    await world.authorize([.password])
    let view = await own.view()
    #expect(view.view.requester == "Sign In")
    #expect(other.presented.isEmpty)
    #expect(starts.tickets.withLock { $0.isEmpty })
    await Self.pick(view, on: otherNumber, in: world)
    #expect(throws: TestFailure.self) { try world.harness.lastCall }
    await Self.pick(view, on: number, in: world)
    let (call, _) = try world.asked()
    await world.harness.provider.say(.complete(call: call, result: .password(user: "anne")), secret: "sesame")
    #expect(try await world.next().answer == ClientReply(1, .authorized(.password(user: "anne"))))
    #expect(own.dismissed == [view.number])
  }

  @Test("an app without a terminal surface is asked in a window, which starts once and must show its ticket")
  func window() async throws {
    let starts = Starts()
    let world = try await Self.world(starts)
    await world.authorize([.password], id: 1)
    await world.authorize([.password], id: 2)
    let ticket = await starts.ticket()
    let (forger, window, second) = (Surface(), Surface(), Surface())
    _ = await Self.attach(forger, to: world, ticket: "0123")
    #expect(forger.refusal == "notAllowedHere")
    let number = await Self.attach(window, to: world, ticket: ticket)
    while window.presented.count < 2 { await Task.yield() }
    #expect(starts.tickets.withLock { $0.count } == 1)
    _ = await Self.attach(second, to: world, ticket: ticket)
    #expect(second.refusal == "notAllowedHere", "a ticket is valid only once")
    await Self.pick(await window.view(), on: number, in: world)
    #expect(try world.asked().request.type == .password)
    #expect(forger.presented.isEmpty && second.presented.isEmpty)
  }

  @Test("a surface without ticket or terminal is refused, and so is a second attach")
  func strays() async throws {
    let world = try await Self.world()
    let (stray, twice) = (Surface(), Surface())
    _ = await Self.attach(stray, to: world)
    #expect(stray.refusal == "badRequest")
    let number = await Self.attach(twice, to: world, terminal: CallerIdentity.Terminal(path: "/dev/pts/8", device: 0x8808, session: 8))
    await world.harness.broker.receive(.request(id: 1, .attachSurface(AttachSurfaceRequest())), from: number)
    #expect(twice.refusal == "badRequest")
  }

  @Test("a surface that disconnects cancels its requests at the app and at the provider")
  func death() async throws {
    let world = try await Self.world()
    let surface = Surface()
    let number = await Self.attach(surface, to: world, terminal: AppWorld.terminal)
    await world.authorize([.password])
    await Self.pick(await surface.view(), on: number, in: world)
    let (call, _) = try world.asked()
    await world.harness.broker.detach(number)
    #expect(try await world.nextFailure().code == "userCanceled")
    guard case (call, .cancel)? = world.harness.provider.calls.last?.parts else {
      Issue.record("the provider was not notified")
      return
    }
  }

  /// Waits until the time for a surface's start runs in its own task; advancing the clock earlier would have no effect.
  private static func untilTimeRuns(in world: AppWorld) async {
    while !world.harness.clock.sleeps(for: BrokerLimits().surfaceStart) { await Task.yield() }
  }

  @Test("a window that exits before it attaches ends the wait at its time limit")
  func neverComes() async throws {
    let starts = Starts()
    let world = try await Self.world(starts)
    await world.authorize([.password])
    _ = await starts.ticket()
    await Self.untilTimeRuns(in: world)
    await starts.ended.withLock { $0 }?()
    world.harness.clock.advance(by: 11)
    let failure = try await world.nextFailure()
    #expect(failure.code == "noSurface")
    #expect(failure.authorizationError == 1005)
  }

  @Test("if no window can open, a terminal surface that attaches shortly afterwards draws the view")
  func lateTerminal() async throws {
    let world = try await Self.world()
    await world.authorize([.password])
    await Self.untilTimeRuns(in: world)
    let surface = Surface()
    _ = await Self.attach(surface, to: world, terminal: AppWorld.terminal)
    #expect(await surface.view().view.kind == .list)
    world.harness.clock.advance(by: 11)
    #expect(surface.dismissed.isEmpty)
  }

  @Test("only the installation's own unsandboxed programs may attach as a surface")
  func programs() {
    let surfaces = ["/usr/bin/passfold"]
    func role(_ executable: String?, _ packaging: CallerIdentity.Packaging? = nil, isRunning: Bool = true) -> ClientRole? {
      let caller = CallerIdentity(user: 1000, process: 9, executable: executable, packaging: packaging) { isRunning }
      return ClientRole(.surface, of: caller, browserHost: nil, surfaces: surfaces)
    }
    #expect(role("/usr/bin/passfold") == .surface)
    #expect(role("/opt/sign-in/sign-in") == nil)
    #expect(role(nil) == nil)
    #expect(role("/usr/bin/passfold", .flatpak("org.example.App")) == nil)
    #expect(role("/usr/bin/passfold", isRunning: false) == nil)
  }

  @Test("a terminal draws nothing unless a passphrase was typed there within the last 15 minutes")
  func untrustedTerminal() async throws {
    for late in [false, true] {
      let world = try await Self.world()
      let surface = Surface()
      _ = await Self.attach(surface, to: world, terminal: AppWorld.terminal)
      if late { world.harness.clock.advance(by: 901) } else { await world.harness.provider.say(.grants(sessions: [8])) }
      await world.authorize([.password])
      #expect(try await world.nextFailure().code == "noSurface")
      #expect(surface.presented.isEmpty)
    }
  }

  @Test("grants for terminals from a provider other than the session's are a fault")
  func foreignGrants() async throws {
    let harness = try await BrokerHarness(staysRunning: false)
    await harness.provider.say(.grants(sessions: [7]))
    #expect(harness.provider.wasKilled)
  }
}
