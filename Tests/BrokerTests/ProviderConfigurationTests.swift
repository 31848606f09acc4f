// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Logging
import Synchronization
import Testing

@Suite("A provider's configuration interface", .timeLimit(.minutes(1)))
struct ProviderConfigurationTests {
  /// A broker with a disabled provider, the user's settings, and the terminal for the user's choices.
  struct World {
    let broker: Broker
    let clock = ManualClock()
    let seen = Observations()
    let settings: ClientNumber
    let surface: ClientNumber
    /// The messages to the surface.
    let shown = Observations()

    static let terminal = CallerIdentity.Terminal(path: "/dev/pts/7", device: 0x8807, session: 7)
    static let view = PresentableViewValue(number: 1, kind: .confirmation, title: "Which accounts?")

    init(showsConfiguration: Bool = true, terminal: CallerIdentity.Terminal? = terminal) async {
      var capabilities = ProviderBundle.Capabilities()
      capabilities.oneTimeCodes = true
      capabilities.showsConfigurationUI = showsConfiguration
      var needs = ProviderBundle.Needs()
      needs.servesSession = true
      let bundle = ProviderBundle(
        identifier: "a", displayName: "A", executable: "/none", capabilities: capabilities, needs: needs, isEnabledByDefault: false)
      let (seen, clock, shown) = (seen, clock, shown)
      let environment = BrokerEnvironment(
        now: { clock.now }, wait: { await clock.wait($0) }, randomBytes: { [UInt8](repeating: 1, count: $0) },
        startProvider: { _, handler throws(BrokerError) in
          let provider = ScriptedProvider(handler: handler)
          seen.providers.withLock { $0.append(provider) }
          return provider
        }, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
      broker = Broker(providers: [bundle], environment: environment)
      await broker.start()
      let caller = CallerIdentity(user: 1000, process: 7, executable: "/usr/bin/passfold", terminal: terminal) { true }
      settings = await broker.attach(as: .settings, caller: caller) { answer, _ in seen.answers.withLock { $0.append(answer) } }
      surface = await broker.attach(as: .surface, caller: caller) { answer, _ in shown.answers.withLock { $0.append(answer) } }
      if terminal != nil { await broker.receive(.request(id: 0, .attachSurface(AttachSurfaceRequest())), from: surface) }
    }

    func decide(enabled: Bool, id: RequestNumber = 1) async {
      let change = ProviderSettingsChange(identifier: "a", enabled: enabled)
      await broker.receive(.request(id: id, .setProvider(change)), from: settings)
    }

    /// The call that asks the provider to show its configuration.
    func asked() throws -> CallNumber {
      guard case (let call, .prepareInterfaceForExtensionConfiguration)? = seen.provider?.calls.last?.parts else {
        throw TestFailure(description: "the provider was asked \(String(describing: seen.provider?.calls.last))")
      }
      return call
    }

    /// Enables the provider and presents its view.
    func present() async throws -> CallNumber {
      await decide(enabled: true)
      let call = try asked()
      await seen.provider?.say(.grants(sessions: [7]))
      await seen.provider?.say(.present(call: call, view: Self.view))
      return call
    }

    var isEnabled: Bool {
      get async throws {
        await broker.receive(.request(id: 99, .providers), from: settings)
        guard case (99, .providers(let providers, _))? = seen.lastReply?.parts else { throw TestFailure(description: "no list") }
        return providers.first?.isEnabled == true
      }
    }
  }

  @Test("is shown in the terminal of the settings command, which is answered when the interface is completed")
  func completed() async throws {
    let world = await World()
    let call = try await world.present()
    guard case (let number, .present(let view))? = world.shown.lastReply?.parts else {
      Issue.record("nothing was shown")
      return
    }
    #expect(view.title == "Which accounts?")
    #expect(view.source == "A")
    #expect(view.requester == nil)
    #expect(world.seen.answerCount == 0)
    await world.broker.receive(.viewEvent(id: number, ViewEventValue(view: 1, action: .confirm)), from: world.surface)
    guard case (call, .viewEvent(let event))? = world.seen.provider?.calls.last?.parts else {
      Issue.record("the provider was not notified")
      return
    }
    #expect(event.action == .confirm)
    await world.seen.provider?.say(.complete(call: call, result: .configured))
    #expect(world.seen.lastReply == ClientReply(1, .done()))
    #expect(world.shown.lastReply == ClientReply(number, .dismiss))
  }

  @Test("leaves the provider enabled however it ends, and the user learns how it ended", arguments: [0, 1, 2, 3, 4])
  func ended(way: Int) async throws {
    let world = await World()
    let call = try await world.present()
    let detail: String
    switch way {
    case 0:
      await world.seen.provider?.say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 1, reason: nil))
      detail = "userCanceled"
    case 1:
      await world.seen.provider?.say(.cancelRequest(call: call, domain: "Elsewhere", code: 1, reason: nil))
      detail = "providerFailed"
    case 2:
      await world.broker.detach(world.surface)
      #expect(world.seen.provider?.calls.last == ProviderCall(call, .cancel))
      detail = "userCanceled"
    case 3:
      await world.seen.provider?.end()
      detail = "providerFailed"
    default:
      while world.clock.sleeperCount == 0 { await Task.yield() }
      world.clock.advance(by: 120)
      while world.seen.answerCount == 0 { await Task.yield() }
      detail = "providerFailed"
    }
    #expect(world.seen.lastReply == ClientReply(1, .done(detail: detail)))
    #expect(try await world.isEnabled)
  }

  @Test("completed with another kind of answer is a fault, and the provider stays enabled")
  func wrongAnswer() async throws {
    let world = await World()
    let call = try await world.present()
    await world.seen.provider?.say(.complete(call: call, result: .oneTimeCode), secret: "123456")
    #expect(world.seen.lastReply == ClientReply(1, .done(detail: "providerFailed")))
    #expect(world.seen.provider?.wasKilled == true)
    #expect(try await world.isEnabled)
  }

  @Test("is skipped if there is no surface, and the provider is enabled")
  func noSurface() async throws {
    let world = await World(terminal: nil)
    await world.decide(enabled: true)
    await world.seen.provider?.say(.present(call: try world.asked(), view: World.view))
    #expect(world.seen.lastReply == ClientReply(1, .done(detail: "noSurface")))
    #expect(try await world.isEnabled)
  }

  @Test("is cancelled when the settings command disconnects")
  func closed() async throws {
    let world = await World()
    let call = try await world.present()
    await world.broker.detach(world.settings)
    #expect(world.seen.provider?.calls.last == ProviderCall(call, .cancel))
    guard case .dismiss? = world.shown.lastReply?.answer else {
      Issue.record("the view was not dismissed")
      return
    }
  }

  @Test("ends when the provider is disabled meanwhile")
  func disabledMeanwhile() async throws {
    let world = await World()
    _ = try await world.present()
    await world.decide(enabled: false, id: 2)
    #expect(world.seen.answers.withLock { $0 } == [ClientReply(1, .done(detail: "providerFailed")), ClientReply(2, .done())])
  }

  @Test("is shown only when a disabled provider is enabled, not for an enabled one or at the broker's start")
  func once() async throws {
    let world = await World()
    let call = try await world.present()
    await world.seen.provider?.say(.complete(call: call, result: .configured))
    let count = world.seen.provider?.calls.count
    await world.decide(enabled: true, id: 2)
    #expect(world.seen.lastReply == ClientReply(2, .done()))
    #expect(world.seen.provider?.calls.count == count)
    await world.decide(enabled: false, id: 3)
    await world.decide(enabled: true, id: 4)
    #expect(try world.asked() != call)
    let harness = try await BrokerHarness()
    #expect(harness.provider.calls.isEmpty)
  }

  @Test("is not requested from a provider that does not declare one")
  func undeclared() async throws {
    let world = await World(showsConfiguration: false)
    await world.decide(enabled: true)
    #expect(world.seen.lastReply == ClientReply(1, .done()))
    #expect(world.seen.provider?.calls.isEmpty == true)
  }
}
