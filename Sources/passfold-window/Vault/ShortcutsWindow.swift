// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import Glibc

/// The window that lists the keyboard shortcuts, over the vault's window.
@MainActor
enum ShortcutsWindow {
  /// The descriptions, with their keys in the toolkit's notation.
  private static let keys: [(words: String, keys: [String])] = [
    (ShortcutWords.search, ["<Control>f"]), (ShortcutWords.goThrough, ["Up", "Down"]), (ShortcutWords.open, ["Return"]),
    (ShortcutWords.section, ["<Control>1", "<Control>9"]), (ShortcutWords.copy, ["<Control>c"]), (ShortcutWords.copyUser, ["<Control>b"]),
    (ShortcutWords.copyCode, ["<Control>t"]), (ShortcutWords.bring, ["<Control>i"]), (ShortcutWords.takeOut, ["<Control><Shift>e"]),
    (ShortcutWords.add, ["<Control>n"]), (ShortcutWords.edit, ["<Control>e"]), (ShortcutWords.paste, ["<Control>v"]),
    (ShortcutWords.undo, ["<Control>z"]), (ShortcutWords.lock, ["<Control>l"]), (ShortcutWords.dismiss, ["Escape"]),
    (ShortcutWords.back, ["Escape", "<Alt>Left"]),
    (ShortcutWords.onward, ["Tab", "<Shift>Tab"]),
    (ShortcutWords.close, ["<Control>w", "<Control>q"]), (ShortcutWords.help, ["<Control>question", "F1"]),
  ]

  /// Opens the window; Escape closes it.
  static func open(over below: Widget) {
    guard let window = passfold_adw_window_new(ShortcutWords.title, min(420, passfold_gtk_window_width(below)), 620) else { return }
    passfold_gtk_window_stand_over(window, below)
    gtk_widget_set_size_request(window, 320, 320)
    let rows = keys.map { words, keys in row(words, keys) }
    let content = Build.column(
      spacing: 12, margin: 18, EntryLine.group(ShortcutWords.title, rows), Build.label(ShortcutWords.letters, style: "dim-label"))
    guard let scrolled = content.flatMap({ passfold_adw_clamp_new($0, 480) }).flatMap({ passfold_gtk_scrolled_new($0) }) else { return }
    gtk_widget_set_vexpand(scrolled, 1)
    // It takes the focus, so that the arrow keys scroll it.
    gtk_widget_set_focusable(scrolled, 1)
    passfold_gtk_set_accessible_label(scrolled, ShortcutWords.title)
    passfold_adw_window_set_content(window, Build.note(ShortcutWords.title), scrolled)
    SignalHandler.connectKeys(of: window) { key in
      guard key.isOne(of: GDK_KEY_Escape) else { return false }
      passfold_gtk_window_destroy(window)
      return true
    }
    passfold_gtk_window_present(window)
    gtk_widget_grab_focus(scrolled)
  }

  private static func row(_ words: String, _ keys: [String]) -> Widget? {
    let isLarge = passfold_gtk_letters_are_large() != 0
    let drawn = isLarge ? Build.column(spacing: 6) : Build.row(spacing: 12)
    for key in keys { if let drawn, let label = passfold_gtk_keys_new(key) { passfold_gtk_box_append(drawn, label) } }
    let label = Build.label(words)
    if let label { gtk_widget_set_hexpand(label, 1) }
    // Large text leaves no room next to it.
    let line = isLarge ? Build.column(spacing: 6, label, drawn) : Build.row(spacing: 12, label, drawn)
    guard let line else { return nil }
    gtk_widget_add_css_class(line, "entry-line")
    guard let row = passfold_gtk_row_new(line) else { return nil }
    passfold_gtk_row_rest(row)
    passfold_gtk_set_accessible_label(row, "\(words): \(keys.compactMap(name).joined(separator: ", "))")
    return row
  }

  private static func name(of keys: String) -> String? {
    guard let words = passfold_gtk_keys_words(keys) else { return nil }
    defer { g_free(words) }
    return String(cString: words)
  }
}
