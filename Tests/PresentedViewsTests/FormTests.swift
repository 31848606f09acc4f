// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import PresentedViews
import Testing

@Suite("The model of a form view")
struct FormTests {
  private static var form: PresentableViewValue {
    var view = PresentableViewValue(
      number: 5, kind: .form, title: "Unlock",
      fields: [.init(label: "User name", text: "anne"), .init(label: "PIN", secret: true), .init(label: "Note", optional: true)],
      confirmLabel: "Unlock")
    view.source = "Shop Passwords"
    return view
  }

  @Test("confirms with its button or Enter only once every required field has text", arguments: [true, false])
  func complete(byEnter: Bool) {
    var model = PresentedViewTests.settled(Self.form)
    let wayOn: PresentedView.Event = byEnter ? .accepted : .confirmed
    #expect(model.firstMissing == 1)
    #expect(model.handle(wayOn, now: 20) == nil)
    if byEnter { #expect(model.field == 1, "Enter moves to the empty field") }
    #expect(model.handle(.typed(field: 1, hasText: true), now: 21) == nil)
    #expect(model.firstMissing == nil)
    _ = model.handle(.typed(field: 0, hasText: false), now: 22)
    #expect(model.handle(wayOn, now: 23) == nil)
    _ = model.handle(.typed(field: 0, hasText: true), now: 24)
    #expect(model.handle(wayOn, now: 25) == ViewEventValue(view: 5, action: .confirm))
    #expect(model.isAnswered && model.handle(wayOn, now: 26) == nil, "a form is answered only once")
  }

  @Test("accepts nothing typed before it settled or while typing continues")
  func early() {
    var model = PresentedView(Self.form)
    _ = model.handle(.typed(field: 1, hasText: true), now: 9)
    _ = model.handle(.appeared, now: 10)
    for time in stride(from: 10.1, through: 12, by: 0.2) { _ = model.handle(.typed(field: 1, hasText: true), now: time) }
    #expect(model.firstMissing == 1)
    #expect(model.handle(.accepted, now: 12.1) == nil)
    _ = model.handle(.typed(field: 1, hasText: true), now: 12.5)
    #expect(model.handle(.accepted, now: 12.6)?.action == .confirm)
  }

  @Test("can be cancelled at any moment")
  func cancelled() {
    var model = PresentedView(Self.form)
    #expect(model.handle(.cancelled, now: 1) == ViewEventValue(view: 5, action: .cancel))
  }

  @Test("moves from field to field and stops at both ends")
  func movements() {
    var model = PresentedViewTests.settled(Self.form)
    var visited: [Int] = []
    for movement: PresentedView.Movement in [.by(1), .by(1), .by(1), .first, .by(-1), .last] {
      _ = model.handle(.moved(movement), now: 20)
      visited.append(model.field)
    }
    #expect(visited == [1, 2, 2, 0, 0, 2])
  }

  @Test("names its source and says that Passfold's own passphrase is not asked for here")
  func destination() {
    let words = ViewWords.destination(of: Self.form)
    #expect(words.contains("Shop Passwords"))
    #expect(words.contains("Passfold never asks for your vault's passphrase here"))
  }
}
