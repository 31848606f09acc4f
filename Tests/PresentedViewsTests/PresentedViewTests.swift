// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import PresentedViews
import Testing

@Suite("The model of a view")
struct PresentedViewTests {
  static let rows = [
    PresentableViewValue.Row(id: "a", title: "bank.example", subtitle: "ben", kind: .password, provider: "Passfold"),
    PresentableViewValue.Row(id: "b", title: "shop.example", subtitle: "anne", match: true, kind: .passkey, provider: "Passfold"),
    PresentableViewValue.Row(id: "c", title: "shop.example", subtitle: "anne", match: true, kind: .password, provider: "Other Vault"),
  ]
  static let list = PresentableViewValue(number: 3, kind: .list, title: "Sign in", rows: rows, searchable: true)
  static let question = PresentableViewValue(number: 4, kind: .confirmation, title: "Add it?", confirmLabel: "Add")

  /// A view that has been on screen long enough.
  static func settled(_ view: PresentableViewValue) -> PresentedView {
    var model = PresentedView(view)
    _ = model.handle(.appeared, now: 10)
    return model
  }

  /// Everything that the user can do with a view except cancelling it.
  static let deeds: [(view: PresentableViewValue, event: PresentedView.Event)] = [(list, .chose("a")), (question, .confirmed)]

  @Test("accepts no key or click before its first paint or within 500 ms of it", arguments: [Optional(0.0), 0.1, 0.3, 0.49])
  func settling(after delay: Double?) {
    for (view, event) in Self.deeds {
      var model = PresentedView(view)
      #expect(model.handle(event, now: 5) == nil)
      _ = model.handle(.appeared, now: 10)
      #expect(model.handle(event, now: 10 + (delay ?? 0)) == nil)
      #expect(model.handle(event, now: 10.85) != nil)
    }
  }

  @Test("accepts nothing while typing continues, until a gap of 300 ms")
  func idleGap() {
    for (view, event) in Self.deeds {
      var model = PresentedView(view)
      _ = model.handle(.appeared, now: 10)
      for time in stride(from: 10.1, through: 12, by: 0.2) {
        #expect(!model.isReady(at: time))
        #expect(model.handle(.disturbed, now: time) == nil)
      }
      #expect(model.handle(event, now: 12.2) == nil)
      #expect(model.handle(event, now: 12.51) != nil)
    }
  }

  @Test("accepts neither a search nor a movement before it accepts an answer")
  func earlyKeys() {
    var model = PresentedView(Self.list)
    _ = model.handle(.appeared, now: 10)
    for event in [PresentedView.Event.searched("shop"), .moved(.by(1)), .selected("b")] { #expect(model.handle(event, now: 10.4) == nil) }
    #expect(model.search.isEmpty)
    #expect(model.selected == nil)
  }

  @Test("settles again if it is painted again")
  func reappearing() {
    for (view, event) in Self.deeds {
      var model = Self.settled(view)
      _ = model.handle(.appeared, now: 20)
      #expect(model.handle(event, now: 20.2) == nil)
      #expect(model.handle(event, now: 20.6) != nil)
    }
  }

  @Test("has no default: Enter on its own neither picks a row nor confirms")
  func noDefault() {
    for view in [Self.list, Self.question, PresentableViewValue(number: 5, kind: .choice, title: "Where?", rows: Self.rows)] {
      var model = Self.settled(view)
      #expect(model.selected == nil)
      #expect(model.handle(.accepted, now: 11) == nil)
    }
  }

  @Test("can be cancelled at any moment")
  func cancelling() {
    var model = PresentedView(Self.list)
    #expect(model.handle(.cancelled, now: 0) == ViewEventValue(view: 3, action: .cancel))
  }

  @Test("lists matching rows first, and Enter picks the selected row")
  func order() {
    var model = Self.settled(Self.list)
    #expect(model.rows.map(\.id) == ["b", "c", "a"])
    #expect(model.sections.map(\.heading) == ["Suggested", "Others"])
    _ = model.handle(.moved(.by(1)), now: 11)
    #expect(model.handle(.accepted, now: 11) == ViewEventValue(view: 3, action: .choose, row: "b"))
  }

  @Test("is answered once")
  func once() {
    var model = Self.settled(Self.question)
    #expect(model.handle(.confirmed, now: 11) == ViewEventValue(view: 4, action: .confirm))
    #expect(model.handle(.confirmed, now: 11) == nil)
  }

  @Test("finds rows by every word of a search, in title, account and provider")
  func searching() {
    var model = Self.settled(Self.list)
    _ = model.handle(.searched("OTHER anne"), now: 11)
    #expect(model.rows.map(\.id) == ["c"])
    _ = model.handle(.searched("nobody"), now: 11)
    #expect(model.rows.isEmpty)
    #expect(model.handle(.accepted, now: 11) == nil)
    #expect(model.handle(.chose("c"), now: 11) == nil, "a hidden row cannot be chosen")
  }

  /// The list for a site that none of the rows matches.
  static let foreign = PresentableViewValue(
    number: 3, kind: .list, title: "Passwords",
    rows: rows.map { row in
      var row = row
      row.match = false
      return row
    }, searchable: true)

  @Test("puts rows that do not match under Others, even if none matches")
  func others() {
    #expect(PresentedView(Self.foreign).sections.map(\.heading) == ["Others"])
    let providers = PresentableViewValue(number: 0, kind: .list, title: "Choose a provider", rows: [.init(id: "p", title: "Passfold")])
    #expect(PresentedView(providers).sections.map(\.heading) == [nil], "rows that are not credentials have no heading")
  }

  @Test("picks a matching row on Enter after a search, but never one that does not match")
  func searchedRows() {
    var model = Self.settled(Self.list)
    _ = model.handle(.searched("bank"), now: 11)
    #expect(model.rows.map(\.id) == ["a"])
    #expect(model.handle(.accepted, now: 11) == nil)
    _ = model.handle(.searched("example"), now: 11)
    #expect(model.handle(.accepted, now: 11)?.row == "b")
    var other = Self.settled(Self.foreign)
    _ = other.handle(.searched("shop"), now: 11)
    #expect(other.handle(.accepted, now: 11) == nil)
    _ = other.handle(.moved(.by(1)), now: 11)
    #expect(other.handle(.accepted, now: 11)?.row == "b", "a row that the user moves to can be chosen")
  }

  @Test("moves the selection within the rows")
  func moving() {
    var model = Self.settled(Self.list)
    _ = model.handle(.moved(.by(5)), now: 11)
    #expect(model.selected == "a")
    _ = model.handle(.moved(.by(-1)), now: 11)
    #expect(model.selected == "c")
    _ = model.handle(.moved(.first), now: 11)
    #expect(model.selected == "b")
    var upwards = Self.settled(Self.list)
    _ = upwards.handle(.moved(.by(-1)), now: 11)
    #expect(upwards.selected == "a")
  }

  @Test("keeps search and selection if only codes change, and settles again if anything else does")
  func updating() {
    var model = Self.settled(Self.list)
    _ = model.handle(.moved(.by(2)), now: 11)
    var newer = Self.list
    newer.rows?[0].code = "123456"
    newer.rows?[0].validUntil = 99
    #expect(model.isSameScreen(as: newer))
    _ = model.handle(.updated(newer), now: 12)
    #expect(model.selected == "c")
    var moved = newer
    moved.rows?.reverse()
    _ = model.handle(.updated(moved), now: 13)
    #expect(model.selected == "c")
    #expect(model.handle(.accepted, now: 13.4) == nil, "a row that has just moved is not chosen by accident")
    #expect(model.handle(.accepted, now: 13.8)?.row == "c")
  }

  @Test("is another screen if its number, kind or source differs")
  func otherScreens() {
    let model = Self.settled(Self.list)
    var other = Self.list
    other.source = "Other Vault"
    #expect(!model.isSameScreen(as: other))
    #expect(!model.isSameScreen(as: Self.question))
  }

  @Test("shows a bounded number of rows, and a search finds the others")
  func manyRows() {
    let many = (0..<1_000).map { PresentableViewValue.Row(id: "r\($0)", title: "service \($0).example") }
    var model = Self.settled(PresentableViewValue(number: 1, kind: .list, title: "All", rows: many))
    #expect(model.isSearchable)
    #expect(model.rows.count == PresentedView.shownLimit)
    #expect(model.fittingCount == 1_000)
    _ = model.handle(.searched("999"), now: 11)
    #expect(model.rows.map(\.id) == ["r999"])
  }
}
