// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CGTK
import PresentedViews

/// A row of a list or choice: symbol, title, detail, and the live code if it has one.
@MainActor
final class RowWidget {
  let widget: Widget
  private let title: Widget?
  private let detail: Widget?
  private let code: Widget?
  private let remaining: Widget?
  private let ring: CodeRing?
  private var content: PresentableViewValue.Row

  init?(_ row: PresentableViewValue.Row, in view: PresentableViewValue) {
    content = row
    let words = RowWords(row, in: view)
    title = Build.named(row.title, lines: 2)
    detail = words.detail.isEmpty ? nil : Build.named(words.detail, style: "dim-label caption", lines: 2)
    let names = Build.column(spacing: 2, title, detail)
    if let names {
      gtk_widget_set_hexpand(names, 1)
      gtk_widget_set_valign(names, GTK_ALIGN_CENTER)
    }
    if let live = LiveCode(row) {
      code = gtk_label_new(live.groups)
      remaining = live.seconds(at: 0) == nil ? nil : gtk_label_new(nil)
      ring = live.share(at: 0) == nil ? nil : CodeRing(live)
      if let code {
        gtk_widget_add_css_class(code, "code")
        // Digits run from left to right in every language; otherwise their groups would be swapped.
        gtk_widget_set_direction(code, GTK_TEXT_DIR_LTR)
      }
      if let remaining {
        for style in ["remaining", "dim-label"] { gtk_widget_add_css_class(remaining, style) }
        // As wide as two digits, so that nothing moves as time passes.
        passfold_gtk_label_set_width(remaining, 2)
        passfold_gtk_label_set_alignment(remaining, 1, GTK_JUSTIFY_RIGHT)
      }
    } else {
      (code, remaining, ring) = (nil, nil, nil)
    }
    let time = Build.row(spacing: 10, code, remaining, ring?.widget)
    // Large digits leave no room for names next to them.
    let isColumn = code != nil && passfold_gtk_letters_are_large() != 0
    if isColumn, let names, let time { passfold_gtk_box_append(names, time) }
    let line = Build.row(
      spacing: 10, Self.symbol(of: row.kind).flatMap { Build.icon($0) }, names, isColumn || code == nil ? nil : time)
    guard let line, let widget = passfold_gtk_row_new(line) else { return nil }
    self.widget = widget
    gtk_widget_add_css_class(widget, "view-row")
    gtk_widget_set_tooltip_text(widget, [row.title, words.detail].filter { !$0.isEmpty }.joined(separator: "\n"))
    show(row, in: view)
  }

  /// Updates the row; it must represent the same thing as before.
  func show(_ row: PresentableViewValue.Row, in view: PresentableViewValue) {
    content = row
    var spoken = RowWords(row, in: view).spoken
    if let live = LiveCode(row) {
      if let code { passfold_gtk_label_set_text(code, live.groups) }
      spoken += ", " + ViewWords.code(live.groups)
    }
    passfold_gtk_set_accessible_label(widget, spoken)
    tick()
  }

  /// Updates the time that is left.
  func tick() {
    guard let live = LiveCode(content) else { return }
    let time = MainLoop.time
    if let remaining, let seconds = live.seconds(at: time) {
      passfold_gtk_label_set_text(remaining, "\(seconds)")
      passfold_gtk_set_accessible_label(remaining, ViewWords.seconds(seconds))
    }
    for label in [code, remaining].compactMap(\.self) {
      if live.isSoonOver(at: time) { gtk_widget_add_css_class(label, "soon") } else { gtk_widget_remove_css_class(label, "soon") }
    }
    ring?.show(live)
  }

  /// Names from the icon theme that every GTK desktop has.
  private static func symbol(of kind: PresentableViewValue.RowKind?) -> String? {
    switch kind {
    case .password: "dialog-password-symbolic"
    case .passkey: "auth-fingerprint-symbolic"
    case .oneTimeCode: "preferences-system-time-symbolic"
    case .provider, .newPasskey, .destination: "view-list-symbolic"
    case .locked: "changes-prevent-symbolic"
    case nil: nil
    }
  }
}
