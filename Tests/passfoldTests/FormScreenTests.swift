// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import PresentedViews
import SecretMemory
import Testing
import passfold

@Suite("A form in a terminal")
struct FormScreenTests {
  private static var form: PresentableViewValue {
    var view = PresentableViewValue(
      number: 5, kind: .form, title: "Unlock", message: "Your device is not known yet.",
      fields: [.init(label: "User name", text: "anne"), .init(label: "PIN", secret: true), .init(label: "Note", optional: true)],
      confirmLabel: "Unlock")
    view.source = "Shop Passwords"
    return view
  }

  private func moved(to field: Int) -> PresentedView {
    var model = PresentedView(Self.form)
    _ = model.handle(.appeared, now: 0)
    _ = model.handle(.moved(.by(field)), now: 1)
    return model
  }

  private func picture(_ model: PresentedView, _ fields: [String], columns: Int = 60, rows: Int = 18) -> (lines: [String], ViewScreen) {
    let screen = ViewScreen(model, size: ScreenSize(columns: columns, rows: rows), time: 0, signs: .ascii, fields: fields)
    let lines = screen.lines.map { line in
      line.pieces.reduce(into: "") { text, piece in
        guard case .text(let content) = piece.content else { return }
        text = TextWidth.padded(text, to: piece.column) + content
      }
    }
    return (lines, screen)
  }

  @Test("shows where the text goes, every field, and the cursor at the end of the current one")
  func screen() {
    let (lines, screen) = picture(moved(to: 1), ["anne", "****", ""])
    let text = lines.joined(separator: "\n")
    #expect(text.contains("What you type goes to Shop Passwords."))
    #expect(text.contains("  User name: anne"))
    #expect(text.contains("> PIN: ****"))
    #expect(text.contains("Note (optional):"))
    #expect(text.contains("Enter: Unlock"))
    #expect(lines[screen.cursor.line].hasPrefix("> PIN"))
    #expect(screen.cursor.column == "> PIN: ****".count)
  }

  @Test("fits in the terminal, and the end of a long text is visible")
  func bounds() {
    for (columns, rows) in [(80, 24), (40, 12), (20, 5), (10, 2), (1, 1)] {
      let (lines, screen) = picture(moved(to: 0), [String(repeating: "ab", count: 100) + "end", "", ""], columns: columns, rows: rows)
      #expect(lines.count == rows)
      for line in lines { #expect(TextWidth.columns(line) <= columns) }
      #expect((0..<rows).contains(screen.cursor.line) && (0..<columns).contains(screen.cursor.column))
      if columns >= 40 { #expect(lines.contains { $0.hasSuffix("end") }) }
    }
  }

  @Test("in plain lines asks for one field after another, and an empty line keeps the default or cancels")
  func lines() {
    let first = PlainView(moved(to: 0))
    #expect(first.text.contains("What you type goes to Shop Passwords."))
    #expect(first.text.hasSuffix("User name (an empty line keeps anne): "))
    #expect(first.answer(to: "") == .typed)
    let second = PlainView(moved(to: 1))
    #expect(second.fieldQuestion == "PIN (it is not shown; an empty line cancels): ")
    #expect(second.answer(to: "") == .cancelled)
    #expect(second.answer(to: "typed") == .typed)
    #expect(second.answer(to: nil) == .cancelled)
    #expect(PlainView(moved(to: 2)).answer(to: "") == .typed)
  }

  @Test("has texts that can be edited from the end, emptied and grow only up to the limit")
  func typedText() {
    func content(_ text: TypedText) -> String { text.secret.withBytes { String(decoding: $0, as: UTF8.self) } }
    let text = TypedText("zo")
    for character in "ë€" { text.append(character) }
    #expect(content(text) == "zoë€")
    #expect(text.shown(hiddenBy: "*") == "****" && text.shown(hiddenBy: nil) == "zoë€")
    text.removeLast()
    text.removeLast()
    #expect(content(text) == "zo")
    text.clear()
    text.removeLast()
    #expect(text.isEmpty && content(text).isEmpty)
    for _ in 0..<5_000 { text.append("é") }
    #expect(text.secret.byteCount == TypedTexts.byteLimit)
    #expect(text.replace(with: SharedSecret(copying: "new".utf8)) && content(text) == "new")
    #expect(!text.replace(with: SharedSecret(copying: [UInt8](repeating: 1, count: TypedTexts.byteLimit + 1))))
  }

  @Test("has Tab as a key")
  func tab() {
    var reader = KeyReader()
    #expect(reader.read([0x09]) == [.tab])
  }
}
