// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The lines of an entry's page, each with a name, a value and its actions.
@MainActor
enum EntryLine {
  /// Makes a line; a name longer than `lines` lines is cut, 0 for no limit.
  static func make(_ label: String, lines: Int32 = 2, _ value: Widget?, _ buttons: Widget?...) -> Widget? {
    let words = Build.column(spacing: 3, Build.label(label, style: "dim-label caption", lines: lines), value)
    if let words {
      gtk_widget_set_hexpand(words, 1)
      gtk_widget_set_valign(words, GTK_ALIGN_CENTER)
    }
    guard let line = Build.row(spacing: 6, words) else { return nil }
    for button in buttons.compactMap(\.self) { passfold_gtk_box_append(line, button) }
    gtk_widget_add_css_class(line, "entry-line")
    guard let row = passfold_gtk_row_new(line) else { return nil }
    passfold_gtk_row_rest(row)
    passfold_gtk_set_accessible_label(row, label)
    return row
  }

  /// Makes a line with a value that is no secret, and a button to copy it.
  ///
  /// - Parameter beside: Another button, before the copy button.
  static func make(
    _ label: String, lines: Int32 = 2, text: String, beside: Widget? = nil, copy: (@MainActor () -> Void)? = nil
  ) -> Widget? {
    let value = Build.named(text)
    if let value {
      gtk_widget_add_css_class(value, "written")
      passfold_gtk_label_keep_order(value)
    }
    let button = copy.flatMap { Build.symbolButton("edit-copy-symbolic", VaultWords.copy(label), $0) }
    return make(label, lines: lines, value, beside, button)
  }

  /// Returns a group of lines.
  static func group(_ label: String, _ lines: [Widget?]) -> Widget? {
    let lines = lines.compactMap(\.self)
    guard !lines.isEmpty, let list = passfold_gtk_list_new(GTK_SELECTION_NONE) else { return nil }
    passfold_gtk_set_accessible_label(list, label)
    for line in lines { passfold_gtk_list_append(list, line) }
    return list
  }
}
