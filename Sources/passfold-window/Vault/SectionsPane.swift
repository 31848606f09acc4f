// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// The pane with the sections and their numbers of entries.
@MainActor
final class SectionsPane {
  let widget: Widget?
  private let list: Widget?
  private var counts: [VaultSection: Widget] = [:]
  private var rows: [VaultSection: Widget] = [:]

  private var steps: Widget?

  /// The actions below the sections.
  struct Tools {
    let bring: @MainActor () -> Void
    let takeOut: @MainActor () -> Void
    let firstSteps: @MainActor () -> Void
    let access: @MainActor () -> Void
    let copies: @MainActor () -> Void
    let settings: @MainActor () -> Void
    let shortcuts: @MainActor () -> Void
  }

  /// - Parameter choose: Called with the section that the user chooses.
  init(in leaflet: Widget, tools: Tools, choose: @escaping @MainActor (VaultSection) -> Void) {
    list = passfold_gtk_sidebar_new()
    let bar = passfold_adw_bar_new(VaultWords.title)
    if let bar { passfold_adw_bar_follow(bar, leaflet) }
    if let list {
      passfold_gtk_set_accessible_label(list, VaultWords.sections)
      gtk_widget_set_vexpand(list, 1)
    }
    steps = Self.tool(FirstRunWords.steps, "starred-symbolic", tools.firstSteps)
    let below = Build.column(
      spacing: 2, steps, Self.tool(ImportWords.importing, "document-open-symbolic", tools.bring),
      Self.tool(ImportWords.exporting, "document-save-symbolic", tools.takeOut),
      Self.tool(AccessWords.tool, "dialog-password-symbolic", tools.access),
      Self.tool(CopiesWords.tool, "edit-undo-symbolic", tools.copies),
      Self.tool(VaultWords.settings, "emblem-system-symbolic", tools.settings),
      Self.tool(ShortcutWords.title, "input-keyboard-symbolic", tools.shortcuts))
    if let below { gtk_widget_add_css_class(below, "pane-tools") }
    widget = Build.column(bar, list.flatMap { passfold_gtk_scrolled_new($0) }, below)
    if let widget { gtk_widget_set_size_request(widget, 190, -1) }
    for section in VaultSection.allCases {
      guard let name = Build.word(VaultWords.name(of: section)), let count = Build.note("") else { continue }
      gtk_widget_set_hexpand(name, 1)
      guard let line = Build.row(spacing: 10, Build.icon(section.icon), name, count), let row = passfold_gtk_row_new(line) else { continue }
      passfold_gtk_set_accessible_label(row, VaultWords.name(of: section))
      gtk_widget_set_visible(count, 0)
      counts[section] = count
      rows[section] = row
      if let list { passfold_gtk_list_append(list, row) }
    }
    guard let list else { return }
    SignalHandler.connect(list, "row-activated") { row in
      guard let row else { return }
      let index = Int(passfold_gtk_row_index(row))
      if VaultSection.allCases.indices.contains(index) { choose(VaultSection.allCases[index]) }
    }
    // The search field receives Return before the list does.
    SignalHandler.connectKeys(of: list) { [weak self] key in
      guard key.isOne(of: GDK_KEY_Return, GDK_KEY_KP_Enter) else { return false }
      guard let self, let section = self.rows.first(where: { gtk_widget_has_focus($0.value) != 0 })?.key else { return false }
      choose(section)
      return true
    }
  }

  /// Shows or hides the entry for the first steps.
  func showFirstSteps(_ isLeft: Bool) { if let steps { gtk_widget_set_visible(steps, isLeft ? 1 : 0) } }

  private static func tool(_ words: String, _ icon: String, _ act: @escaping @MainActor () -> Void) -> Widget? {
    guard let button = Build.button(words, style: "flat", act) else { return nil }
    passfold_gtk_button_set_content(button, icon, words)
    return button
  }

  /// Marks the section that is listed.
  func mark(_ section: VaultSection) {
    if let list { passfold_gtk_list_select(list, rows[section]) }
  }

  /// Shows the number of entries of each kind.
  func show(_ status: VaultStatus?) {
    for (section, label) in counts {
      let count = section.count(in: status)
      passfold_gtk_label_set_text(label, count.map(String.init) ?? "")
      gtk_widget_set_visible(label, count == nil ? 0 : 1)
      let name = VaultWords.name(of: section)
      if let row = rows[section] { passfold_gtk_set_accessible_label(row, count.map { "\(name), \(VaultWords.entries($0))" } ?? name) }
    }
  }
}
