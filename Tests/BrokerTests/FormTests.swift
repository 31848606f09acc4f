// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import SecretMemory
import Synchronization
import Testing

@Suite("Forms of a provider for the user to fill in", .timeLimit(.minutes(1)))
struct FormTests {
  private static let fields = [
    PresentableViewValue.Field(label: "User name", text: "an\u{202E}ne"),
    PresentableViewValue.Field(label: "PIN", secret: true, text: "1234"),
  ]
  private static let form = PresentableViewValue(number: 1, kind: .form, title: "Unlock", fields: fields, confirmLabel: "Unlock")

  private final class Shown: Sendable {
    let replies = Mutex<[ClientReply]>([])

    var views: [(number: RequestNumber, view: PresentableViewValue)] {
      replies.withLock { $0.compactMap { reply in if case .present(let view) = reply.answer { (reply.id, view) } else { nil } } }
    }
    var dismissed: [RequestNumber] { replies.withLock { $0.filter { $0.answer == .dismiss }.map(\.id) } }

    func view(_ index: Int = 0) async -> (number: RequestNumber, view: PresentableViewValue) {
      while views.count <= index { await Task.yield() }
      return views[index]
    }
  }

  private static func world(staysRunning: Bool = false) async throws -> (BrokerHarness, Shown, ClientNumber, CallNumber) {
    let tickets = Mutex<[String]>([])
    let shown = Shown()
    let harness = try await BrokerHarness(
      staysRunning: staysRunning, startSurface: { ticket, _ throws(BrokerError) in tickets.withLock { $0.append(ticket) } })
    try await harness.unlockProvider()
    await harness.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 3)
    let call = try harness.lastCall
    await harness.provider.say(.present(call: call, view: form))
    guard !staysRunning else { return (harness, shown, harness.client, call) }
    let ticket = try #require(tickets.withLock { $0.first })
    let caller = CallerIdentity(user: 1000, process: 9, executable: "/usr/libexec/passfold/passfold-window") { true }
    let surface = await harness.broker.attach(as: .surface, caller: caller) { answer, _ in shown.replies.withLock { $0.append(answer) } }
    await harness.broker.receive(.request(id: 0, .attachSurface(AttachSurfaceRequest(ticket: ticket))), from: surface)
    return (harness, shown, surface, call)
  }

  private static func typed(_ texts: [String]) -> (event: ViewEventValue, secret: SharedSecret) {
    let (secret, counts) = TypedTexts.join(texts.map { SharedSecret(copying: $0.utf8) })
    return (ViewEventValue(view: 1, action: .confirm, byteCounts: counts), secret)
  }

  private static func events(of provider: ScriptedProvider) -> [ViewEventValue] {
    provider.calls.compactMap { if case .viewEvent(let event) = $0.payload { event } else { nil } }
  }

  @Test("a page's request shows the form in a window with the provider's and browser's names, and the browser sees only a notice")
  func inWindow() async throws {
    let (harness, shown, surface, _) = try await Self.world()
    let (number, view) = await shown.view()
    #expect(view.kind == .form)
    #expect(view.source == "Example")
    #expect(view.requester == "Chromium")
    #expect(view.fields == [.init(label: "User name", text: "anne"), .init(label: "PIN", secret: true)])
    guard case (3, .present(let told))? = harness.seen.lastReply?.parts else {
      Issue.record("the browser received \(String(describing: harness.seen.lastReply))")
      return
    }
    #expect(told.kind == .message && told.busy == true && told.fields == nil && told.title.isEmpty)
    #expect(told.heading == .init(.typeInWindow, subject: "Example"))
    let (event, secret) = Self.typed(["anne", "0815"])
    await harness.broker.receive(.viewEvent(id: number, event), secret: secret, from: surface)
    #expect(Self.events(of: harness.provider) == [event])
    #expect(harness.provider.secrets == ["anne0815"])
    #expect(harness.seen.secrets.withLock { $0.compactMap(\.self) }.isEmpty, "a browser received the typed text")
  }

  @Test("the view after a form returns to the browser, and the window closes")
  func afterwards() async throws {
    let (harness, shown, _, call) = try await Self.world()
    let (number, _) = await shown.view()
    await harness.provider.say(.present(call: call, view: PresentableViewValue(number: 2, kind: .message, title: "Well done")))
    #expect(shown.dismissed == [number])
    guard case (3, .present(let view))? = harness.seen.lastReply?.parts else {
      Issue.record("the browser received \(String(describing: harness.seen.lastReply))")
      return
    }
    #expect(view.title == "Well done")
    #expect(shown.views.count == 1)
  }

  @Test("a browser can cancel a form, but not submit it")
  func browser() async throws {
    let (harness, _, _, _) = try await Self.world()
    await harness.broker.receive(.viewEvent(id: 3, ViewEventValue(view: 1, action: .confirm)), from: harness.client)
    let (event, secret) = Self.typed(["anne", "0815"])
    await harness.broker.receive(.viewEvent(id: 3, event), secret: secret, from: harness.client)
    #expect(Self.events(of: harness.provider).isEmpty)
    await harness.broker.receive(.viewEvent(id: 3, ViewEventValue(view: 1, action: .cancel)), from: harness.client)
    #expect(Self.events(of: harness.provider).map(\.action) == [.cancel])
  }

  @Test(
    "texts whose lengths do not match the form do not reach the provider", arguments: [nil, [8], [4, 5], [4, -1, 5], [0, 9], [4, 4, 0]])
  func lengths(counts: [Int]?) async throws {
    let (harness, shown, surface, _) = try await Self.world()
    let (number, _) = await shown.view()
    let event = ViewEventValue(view: 1, action: .confirm, byteCounts: counts)
    await harness.broker.receive(.viewEvent(id: number, event), secret: SharedSecret(copying: "anne0815".utf8), from: surface)
    #expect(Self.events(of: harness.provider).isEmpty)
    #expect(harness.provider.secrets.isEmpty)
  }

  @Test("a form without fields, a form with more than eight, and fields in another kind of view are faults")
  func malformed() async throws {
    let nine = (1...9).map { PresentableViewValue.Field(label: "\($0)") }
    for (kind, fields) in [(PresentableViewValue.Kind.form, []), (.form, nine), (.list, Self.fields)] {
      let harness = try await BrokerHarness(staysRunning: false)
      try await harness.unlockProvider()
      await harness.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 3)
      let view = PresentableViewValue(number: 1, kind: kind, title: "Unlock", fields: fields)
      await harness.provider.say(.present(call: try harness.lastCall, view: view))
      #expect(harness.provider.wasKilled)
      guard case (3, .failure(let failure))? = harness.seen.lastReply?.parts else {
        Issue.record("the browser received \(String(describing: harness.seen.lastReply))")
        return
      }
      #expect(failure.code == "providerFailed")
    }
  }

  @Test("a form from the session's provider is a fault, so that no form can pose as the vault's")
  func vault() async throws {
    let (harness, shown, _, _) = try await Self.world(staysRunning: true)
    #expect(harness.provider.wasKilled)
    #expect(shown.views.isEmpty)
  }

  @Test("an app that draws no views cannot send view events")
  func app() async throws {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    await world.authorize([.password])
    let view = try await world.nextView()
    let row = try #require(view.rows?.first?.id)
    await world.harness.broker.receive(.viewEvent(id: 1, ViewEventValue(view: 0, action: .choose, row: row)), from: world.app)
    #expect(throws: TestFailure.self) { try world.harness.lastCall }
  }
}
