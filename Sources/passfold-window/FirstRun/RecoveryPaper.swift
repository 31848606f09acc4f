// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory
import VaultProtocol

/// Shows the recovery key until the user has written it down; they confirm it by typing two of its groups after it has left the screen.
@MainActor
final class RecoveryPaper {
  /// The number of groups, each of four letters and digits; hyphens separate them.
  private static let groupCount = 14

  let widget = Build.column()
  private let kit: VaultAnswer.RecoveryKit
  private let end: @MainActor (Bool) -> Void
  private var key: SharedSecret?
  private var content: Widget?
  private var drawn: KeyGroups?
  private var again: Widget?
  private var start: Widget?
  private var fields: [(group: Int, field: FormField)] = []

  /// - Parameters:
  ///   - key: The key, which is shown only this once.
  ///   - end: Called with whether the user wrote it down; false if they want to do it later, and this key then counts as lost.
  init(_ kit: VaultAnswer.RecoveryKit, _ key: SharedSecret, end: @escaping @MainActor (Bool) -> Void) {
    (self.kit, self.key, self.end) = (kit, key, end)
    if let widget, let bar = passfold_adw_bar_new(FirstRunWords.paper) { passfold_gtk_box_append(widget, bar) }
    show()
  }

  /// Moves the focus to the heading, where a screen reader begins.
  func focus() { if let start { gtk_widget_grab_focus(start) } }

  /// Hides the key while the user is elsewhere; it can be shown again.
  func hide() {
    drawn?.hide()
    if drawn != nil, let again { gtk_widget_set_visible(again, 1) }
  }

  /// Discards the key and what was typed.
  func clear() {
    drawn?.hide()
    for (_, field) in fields { field.set("") }
    key = nil
  }

  // MARK: Two screens

  private func show(_ note: String? = nil) {
    let groups = KeyGroups(Self.groupCount)
    drawn = groups
    if let key { groups.show(key) }
    again = Build.button(FirstRunWords.showAgain) { [weak self] in
      guard let self, let key = self.key else { return }
      self.drawn?.show(key)
      if let again = self.again { gtk_widget_set_visible(again, 0) }
    }
    if let again { gtk_widget_set_visible(again, 0) }
    let account = Build.label(FirstRunWords.account(kit), style: "dim-label caption")
    let next = Build.button(FirstRunWords.onPaper, style: "suggested-action") { [weak self] in self?.check() }
    let later = Build.button(FirstRunWords.later) { [weak self] in self?.end(false) }
    put(
      [
        heading(note ?? FirstRunWords.paperTitle, FirstRunWords.paperNext), framed(groups.widget), again, account,
        EntryPage.choices([next, later], areLong: true),
      ])
  }

  private func check() {
    drawn?.hide()
    (drawn, again) = (nil, nil)
    fields = (0..<Self.groupCount).shuffled().prefix(2).sorted().map { ($0, FormField(FirstRunWords.group($0 + 1), .secret)) }
    let next = Build.button(FirstRunWords.compare, style: "suggested-action") { [weak self] in self?.compare() }
    let back = Build.button(FirstRunWords.showAgain) { [weak self] in self?.goBack(nil) }
    for (_, field) in fields { field.whenEntered { [weak self] in self?.compare() } }
    put(
      [heading(FirstRunWords.typeBack, FirstRunWords.typeBackNext)] + fields.map(\.field.widget) + [
        EntryPage.choices([next, back], areLong: true)
      ])
    fields.first?.field.focus()
  }

  private func compare() {
    guard let key else { return }
    let isRight = fields.allSatisfy { group, field in field.secret.map { Self.isGroup(group, of: key, $0) } ?? false }
    if isRight {
      clear()
      return end(true)
    }
    goBack(FirstRunWords.differs)
  }

  private func goBack(_ note: String?) {
    for (_, field) in fields { field.set("") }
    fields = []
    show(note)
  }

  /// Whether the typed text is the given group of the key; case, spaces and hyphens do not matter.
  private static func isGroup(_ group: Int, of key: SharedSecret, _ typed: SharedSecret) -> Bool {
    let letters = typed.withBytes { bytes in
      SharedSecret(
        copying: bytes.filter { $0 > 0x20 && $0 != UInt8(ascii: "-") }.map {
          $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") ? $0 - 0x20 : $0
        })
    }
    return constantTimeEquals(key.withBytes { SharedSecret(copying: $0.dropFirst(group * 5).prefix(4)) }, letters)
  }

  // MARK: Parts

  private func heading(_ title: String, _ words: String) -> Widget? {
    let heading = Build.heading(Build.label(title, style: "title-2"), Build.label(words))
    if let heading { passfold_gtk_set_accessible_label(heading, title.hasSuffix(".") ? "\(title) \(words)" : "\(title). \(words)") }
    return heading
  }

  private func framed(_ part: Widget?) -> Widget? {
    let frame = Build.column(margin: 0, part)
    if let frame { gtk_widget_add_css_class(frame, "paper") }
    return frame
  }

  private func put(_ parts: [Widget?]) {
    if let widget, let content { passfold_gtk_box_remove(widget, content) }
    let column = Build.column(spacing: 18, margin: 24)
    for part in parts { if let column, let part { passfold_gtk_box_append(column, part) } }
    content = column.flatMap { passfold_adw_clamp_new($0, 620) }.flatMap { passfold_gtk_scrolled_new($0) }
    guard let widget, let content else { return }
    gtk_widget_set_vexpand(content, 1)
    passfold_gtk_box_append(widget, content)
    start = parts.first ?? nil
    focus()
  }
}
