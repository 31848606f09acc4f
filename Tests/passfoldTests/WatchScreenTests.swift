// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import Testing
import passfold

@Suite("The live list on screen")
struct WatchScreenTests {
  private static let rows = [
    WatchRow(record: "1", title: "GitHub", account: "anne@example.org", code: secret("123456"), next: secret("654321"), validity: 0..<30),
    WatchRow(record: "2", title: "東京メトロ", account: "花子@例え.jp", code: secret("12345678"), validity: 0..<60, isPending: true),
    WatchRow(record: "3", title: "בנק הפועלים", account: "שרה", code: secret("ABCDE"), validity: 0..<30),
    WatchRow(record: "4", title: "Token", account: "", code: nil, validity: nil),
    WatchRow(
      record: "5", title: "A service whose name goes on and on and on", account: "someone.with.a.long.name@a-long-domain.example",
      code: secret("1234567"), validity: 0..<86_400),
  ]

  private func model(_ columns: Int, _ lines: Int, now: Double = 9) -> WatchModel {
    var model = WatchModel(size: ScreenSize(columns: columns, rows: lines), now: now)
    _ = model.handle(.listed(Self.rows, ahead: 0), now: now)
    return model
  }

  /// The lines as a terminal would show them. A piece that overlaps another is an error.
  private func picture(_ model: WatchModel, now: Double = 9, signs: WatchScreen.Signs = .ascii) -> [String] {
    WatchScreen(model, now: now, signs: signs).lines.map { line in
      var text = ""
      for piece in line.pieces {
        #expect(TextWidth.columns(text) <= piece.column, "overlap in \(text)")
        text = TextWidth.padded(text, to: piece.column)
        switch piece.content {
        case .text(let content): text += content
        case .code(let code):
          let digits = code.withBytes { String(decoding: $0, as: UTF8.self) }
          var rest = digits[...]
          let groups = CodeGroups.lengths(of: code.byteCount).map { length in
            defer { rest = rest.dropFirst(length) }
            return String(rest.prefix(length))
          }
          text += groups.joined(separator: " ")
        }
      }
      return text
    }
  }

  @Test(
    "fits in the terminal, whatever its size",
    arguments: [(80, 24), (40, 12), (200, 60), (60, 20), (24, 4), (23, 4), (20, 3), (12, 2), (9, 1), (3, 1), (1, 1), (72, 8)])
  func bounds(columns: Int, lines: Int) {
    for now in [0.0, 9, 27] {
      var model = model(columns, lines, now: now)
      for event in [
        WatchModel.Event.tick, .key(.character("?")), .key(.escape), .noticed("Copied a service with a long name"), .foundLocked,
      ] {
        _ = model.handle(event, now: now)
        let picture = picture(model, now: now)
        #expect(picture.count == lines)
        for line in picture { #expect(TextWidth.columns(line) <= columns, "\(line)") }
      }
    }
  }

  @Test("at 80 by 24 shows each row with its grouped code, time, bar, title and account")
  func wide() {
    let picture = picture(model(80, 24))
    #expect(picture[0].hasPrefix("Type to search") && picture[0].hasSuffix("5 codes"))
    #expect(picture[2].hasPrefix("> 123 456     21 s ========== "))
    #expect(picture[2].hasSuffix("GitHub                 anne@example.org"))
    #expect(picture[3].hasPrefix("  1234 5678   51 s") && picture[3].contains("* 東京メトロ"))
    #expect(picture[4].hasPrefix("  ABCDE"))
    #expect(picture[5].hasPrefix("  press Enter for a code") && picture[5].contains("Token"))
    #expect(picture[6].hasPrefix("  123 4567    23 h") && picture[6].contains("~"))
    #expect(picture[22].hasPrefix("GitHub, anne@example.org"))
    #expect(picture[23].hasPrefix("Enter copies"))
  }

  @Test("at 40 by 12 keeps code and time complete and shortens names")
  func narrow() {
    let picture = picture(model(40, 12))
    #expect(picture[1].hasPrefix("> 123 456     21 s GitHub  anne"))
    #expect(picture[4].hasPrefix("  Enter: a code"))
    #expect(picture[5].hasPrefix("  123 4567    23 h A service"))
    #expect(picture[11].contains("Esc quits"))
  }

  @Test("marks a row with fewer than five seconds left and shows its next code")
  func soonOver() {
    let picture = picture(model(80, 24, now: 26), now: 26)
    #expect(picture[2].contains("! 4 s next 654 321"))
    let narrow = self.picture(model(40, 12, now: 26), now: 26)
    #expect(narrow[1].contains("! 4 s") && narrow[10].hasPrefix("next 654 321"))
  }

  @Test("below the smallest size shows only the selected code")
  func tiny() {
    #expect(picture(model(20, 3))[0].hasPrefix("> 123 456"))
    #expect(picture(model(20, 3)).dropFirst().allSatisfy { $0.isEmpty })
    #expect(picture(model(6, 1))[0] == "too n~")
  }

  @Test("describes a locked or failing vault in words and shows no code")
  func locked() {
    var model = model(80, 24)
    _ = model.handle(.foundLocked, now: 10)
    let words = picture(model).joined(separator: "\n")
    #expect(words.contains("locked") && words.contains("Press Enter") && !words.contains("123 456"))
    _ = model.handle(.failed("the vault hung up"), now: 10)
    #expect(picture(model).joined().contains("The vault hung up."))
  }

  @Test("changes only the lines that differ from one second to the next")
  func changes() {
    let model = model(80, 24)
    let before = WatchScreen(model, now: 9).lines
    #expect(WatchScreen(model, now: 9.4).lines == before)
    let changed = zip(WatchScreen(model, now: 10.1).lines, before).filter { $0 != $1 }.count
    #expect(changed == 3, "only the three countdowns change")
  }

  @Test("mentions a corrected clock")
  func compensation() {
    var model = WatchModel(size: ScreenSize(columns: 80, rows: 24), now: 9)
    _ = model.handle(.listed([Self.rows[0]], ahead: -12.4), now: 21)
    #expect(picture(model, now: 21)[22].contains("clock corrected by -12 s"))
  }
}
