// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import PresentedViews
import Testing
import passfold

@Suite("A view in a terminal")
struct ViewScreenTests {
  private static let rows = [
    PresentableViewValue.Row(id: "1", title: "shop.example", subtitle: "anne", match: true, kind: .passkey, provider: "Passfold"),
    PresentableViewValue.Row(id: "2", title: "בנק הפועלים", subtitle: "שרה", kind: .password, provider: "Other Vault"),
    PresentableViewValue.Row(
      id: "3", title: "A service whose name goes on and on and on", subtitle: "someone.with.a.long.name@a-long-domain.example",
      kind: .password, provider: "東京"),
  ]
  private static let codes = [
    PresentableViewValue.Row(id: "1", title: "shop.example", subtitle: "anne", code: "123456", validUntil: 110, period: 30),
    PresentableViewValue.Row(id: "2", title: "bank.example", subtitle: "ben", code: "12345678", validUntil: 103, period: 30),
  ]

  static let views = [
    PresentableViewValue(number: 1, kind: .list, title: "Sign in", rows: rows, searchable: true),
    PresentableViewValue(number: 2, kind: .list, title: "One-time codes", rows: codes),
    PresentableViewValue(
      number: 3, kind: .choice, title: "Where shall the new passkey be kept?", message: String(repeating: "long words ", count: 40),
      rows: rows, details: (0..<9).map { PresentableViewValue.Detail(label: "Fact \($0)", value: "value") }),
    PresentableViewValue(number: 4, kind: .confirmation, title: "Add it?", message: "Really?", confirmLabel: "Add"),
    PresentableViewValue(number: 5, kind: .confirmation, title: "Remove it?", confirmLabel: "Remove", destructive: true),
    PresentableViewValue(number: 6, kind: .message, title: "Unlock", message: "Type your passphrase.", busy: true),
    PresentableViewValue(number: 7, kind: .list, title: "Nothing", rows: []),
  ]

  private func picture(_ model: PresentedView, columns: Int = 80, rows: Int = 24, time: Double = 100) -> [String] {
    ViewScreen(model, size: ScreenSize(columns: columns, rows: rows), time: time, signs: .ascii).lines.map { line in
      line.pieces.reduce(into: "") { text, piece in
        guard case .text(let content) = piece.content else { return }
        #expect(TextWidth.columns(text) <= piece.column, "overlap in \(text)")
        text = TextWidth.padded(text, to: piece.column) + content
      }
    }
  }

  @Test("fits in the terminal, whatever its size", arguments: 0..<7)
  func bounds(view: Int) {
    for (columns, rows) in [(80, 24), (40, 12), (20, 5), (200, 60), (10, 2), (1, 1)] {
      let model = PresentedView(Self.views[view])
      let lines = picture(model, columns: columns, rows: rows)
      #expect(lines.count == rows)
      for line in lines { #expect(TextWidth.columns(line) <= columns, "\(columns)×\(rows): \(line)") }
      let screen = ViewScreen(model, size: ScreenSize(columns: columns, rows: rows), time: 100)
      #expect((0..<rows).contains(screen.cursor.line))
    }
  }

  @Test("shows the selected row, the title and the keys at 80 by 24 and at 40 by 12", arguments: [(80, 24), (40, 12)])
  func essentials(columns: Int, rows: Int) {
    for view in Self.views.dropLast() where view.rows != nil {
      var model = PresentedView(view)
      _ = model.handle(.appeared, now: 0)
      _ = model.handle(.moved(.last), now: 1)
      let lines = picture(model, columns: columns, rows: rows)
      #expect(lines.contains { $0.hasPrefix(">") }, "\(view.title)")
      #expect(lines.first?.hasPrefix(String(view.title.prefix(8))) ?? false)
      #expect(lines.contains { $0.contains("Enter picks") })
    }
  }

  @Test("shows codes in groups before names, with the seconds left and a mark for those about to expire")
  func codes() {
    var model = PresentedView(Self.views[1])
    _ = model.handle(.appeared, now: 0)
    _ = model.handle(.moved(.first), now: 1)
    let lines = picture(model)
    #expect(lines.contains { $0.hasPrefix("> 123 456     10s  shop.example") })
    #expect(lines.contains { $0.hasPrefix("  1234 5678   !3s  bank.example") })
  }

  @Test("names a key other than Enter for a question, and marks no row before the user moves to one")
  func noDefault() {
    #expect(picture(PresentedView(Self.views[3])).contains { $0.hasPrefix("y: Add") })
    for view in Self.views { #expect(!picture(PresentedView(view)).contains { $0.hasPrefix(">") }, "\(view.title)") }
    #expect(picture(PresentedView(Self.views[4])).contains { $0.hasPrefix("y: Remove") })
  }

  @Test("in plain lines numbers every row and describes it fully")
  func plainList() {
    let view = PlainView(PresentedView(Self.views[0]))
    #expect(view.text.contains("Suggested:\n1. shop.example, anne, passkey, from Passfold\nOthers:\n2. "))
    #expect(view.answer(to: "2") == .chosen(row: "2"))
    #expect(view.answer(to: "4") == .misunderstood)
    #expect(view.answer(to: " bank  ") == .searched("bank"))
    #expect(view.answer(to: "") == .cancelled)
    #expect(view.answer(to: nil) == .cancelled)
    #expect(!view.text.contains("\u{1B}"))
  }

  @Test("in plain lines accepts yes or no for a question and asks again otherwise")
  func plainQuestion() {
    let view = PlainView(PresentedView(Self.views[3]))
    #expect(view.text.hasSuffix("Add? y or n: "))
    #expect(view.answer(to: "y") == .confirmed)
    #expect(view.answer(to: "No") == .cancelled)
    #expect(view.answer(to: "perhaps") == .misunderstood)
  }
}
