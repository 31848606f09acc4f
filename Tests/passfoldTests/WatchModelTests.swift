// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import Testing
import passfold

@Suite("The model of the live list")
struct WatchModelTests {
  private func row(_ record: String, _ title: String, account: String = "anne", from: Double = 0, counted: Bool = false) -> WatchRow {
    WatchRow(
      record: record, title: title, account: account, code: counted ? nil : secret("123456"), next: counted ? nil : secret("654321"),
      validity: counted ? nil : from..<(from + 30))
  }

  private func model(_ rows: [WatchRow], columns: Int = 80, lines: Int = 24) -> WatchModel {
    var model = WatchModel(size: ScreenSize(columns: columns, rows: lines), now: 10)
    _ = model.handle(.listed(rows, ahead: 0), now: 10)
    return model
  }

  private func type(_ text: String, into model: inout WatchModel) {
    for character in text { _ = model.handle(.key(.character(character)), now: 10) }
  }

  private func shape(_ actions: [WatchModel.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .refresh(let codes, let attended): "refresh \(codes ? "codes" : "state")\(attended ? " attended" : "")"
      case .copy(_, let account, _): "copy \(account)"
      case .issue(let record): "issue \(record)"
      default: "\(action)"
      }
    }
  }

  @Test("narrows the list to the rows that contain every typed word, regardless of case")
  func search() {
    var model = model([row("1", "GitHub"), row("2", "GitLab", account: "bea"), row("3", "Shop")])
    type("git BE", into: &model)
    #expect(model.visible.map(\.record) == ["2"])
    _ = model.handle(.key(.backspace), now: 10)
    _ = model.handle(.key(.backspace), now: 10)
    #expect(model.visible.map(\.record) == ["1", "2"])
    _ = model.handle(.key(.clear), now: 10)
    #expect(model.visible.count == 3)
  }

  @Test("closes help on Escape, then clears the search, then leaves")
  func escape() {
    var model = model([row("1", "Shop")])
    _ = model.handle(.key(.character("?")), now: 10)
    #expect(model.showsHelp)
    #expect(shape(model.handle(.key(.escape), now: 10)).isEmpty && !model.showsHelp)
    type("sh?", into: &model)
    #expect(model.search == "sh?")
    #expect(shape(model.handle(.key(.escape), now: 10)).isEmpty && model.search.isEmpty)
    #expect(shape(model.handle(.key(.escape), now: 10)) == ["leave"])
  }

  @Test("keeps the selection on its account if the list changes around it")
  func selection() {
    var model = model([row("1", "A"), row("2", "B"), row("3", "C")])
    _ = model.handle(.key(.down), now: 10)
    #expect(model.selected?.record == "2")
    _ = model.handle(.listed([row("0", "0"), row("1", "A"), row("2", "B")], ahead: 0), now: 11)
    #expect(model.selected?.record == "2" && model.selection == 2)
    _ = model.handle(.listed([row("1", "A")], ahead: 0), now: 12)
    #expect(model.selected?.record == "1")
  }

  @Test("stops movement at the ends and keeps the selection on screen", arguments: [24, 12, 5, 1])
  func moving(lines: Int) {
    var model = model((0..<100).map { row("\($0)", "Service \($0)") }, columns: 40, lines: lines)
    for key in [WatchKey.end, .pageUp, .up, .home, .up, .pageDown, .pageDown, .down, .end, .down] {
      _ = model.handle(.key(key), now: 10)
      #expect((model.top..<(model.top + model.bodyHeight)).contains(model.selection))
    }
    #expect(model.selected?.record == "99")
    _ = model.handle(.resized(ScreenSize(columns: 20, rows: 3)), now: 10)
    #expect((model.top..<(model.top + model.bodyHeight)).contains(model.selection))
  }

  @Test("replaces an expired code by the next one immediately and requests more from the vault")
  func periodChange() {
    var model = model([row("1", "Shop")])
    #expect(shape(model.handle(.tick, now: 11)).isEmpty)
    let actions = model.handle(.tick, now: 30)
    // No key was pressed since the last request.
    #expect(shape(actions) == ["refresh codes attended"])
    let shown = model.visible[0].code?.withBytes { String(decoding: $0, as: UTF8.self) }
    #expect(shown == "654321" && model.visible[0].validity == 30..<60)
    #expect(shape(model.handle(.tick, now: 61)).isEmpty, "only one request is sent at a time")
    #expect(model.visible[0].code != nil)
  }

  @Test("marks a refresh as unattended if no key was pressed, so that watching keeps nothing unlocked")
  func attendance() {
    var model = model([row("1", "Shop")])
    _ = model.handle(.tick, now: 30)
    _ = model.handle(.listed([row("1", "Shop", from: 30)], ahead: 0), now: 30)
    #expect(shape(model.handle(.tick, now: 60)) == ["refresh codes"])
    _ = model.handle(.listed([row("1", "Shop", from: 60)], ahead: 0), now: 60)
    _ = model.handle(.key(.down), now: 61)
    #expect(shape(model.handle(.tick, now: 90)) == ["refresh codes attended"])
  }

  @Test("requests codes again and hides the old ones if the clock was set")
  func clockSet() {
    var model = model([row("1", "Shop")])
    #expect(shape(model.handle(.tick, now: 5_000)) == ["refresh codes attended"])
    #expect(model.visible[0].code == nil)
  }

  @Test("follows the vault's corrected time")
  func compensation() {
    var model = WatchModel(size: ScreenSize(columns: 80, rows: 24), now: 10)
    _ = model.handle(.listed([row("1", "Shop", from: 60)], ahead: 60), now: 10)
    #expect(shape(model.handle(.tick, now: 11)).isEmpty)
    #expect(shape(model.handle(.tick, now: 30)) == ["refresh codes attended"])
  }

  @Test("hides every code of a locked vault, and Enter unlocks it")
  func locking() {
    var model = model([row("1", "Shop")])
    _ = model.handle(.foundLocked, now: 12)
    #expect(model.access == .locked && model.visible.allSatisfy { $0.code == nil && $0.next == nil })
    #expect(shape(model.handle(.key(.enter), now: 12)) == ["unlock"])
    #expect(shape(model.handle(.tick, now: 20)) == ["refresh state attended"])
    #expect(shape(model.handle(.confirmedOpen, now: 20)) == ["refresh codes attended"])
  }

  @Test("copies a code on Enter, and requests a counter-based one and shows it for a minute")
  func enter() {
    var model = model([row("1", "Shop"), row("2", "Token", counted: true)])
    #expect(shape(model.handle(.key(.enter), now: 10)) == ["copy Shop"])
    _ = model.handle(.key(.down), now: 10)
    #expect(shape(model.handle(.key(.enter), now: 10)) == ["issue 2"])
    #expect(shape(model.handle(.issued(record: "2", code: secret("111111")), now: 11)) == ["copy Token"])
    _ = model.handle(.listed([row("1", "Shop"), row("2", "Token", counted: true)], ahead: 0), now: 12)
    #expect(model.visible[1].code != nil, "a refresh keeps the code visible")
    _ = model.handle(.tick, now: 72)
    #expect(model.visible[1].code == nil)
  }

  @Test("omits control characters pasted into the search")
  func hostileSearch() {
    var model = model([row("1", "Shop")])
    type("s\u{202E}h", into: &model)
    #expect(model.search == "sh")
  }
}
