// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// The pane that shows an entry, a form or another page.
@MainActor
final class PagePane {
  let widget: Widget?
  private let bar = passfold_adw_bar_new("")
  private let content = Build.column()
  private var editButton: Widget?
  private(set) var page: (any PaneContent)?

  /// - Parameter back: Returns to the list when it is not next to the page.
  init(in leaflet: Widget, back: @escaping @MainActor () -> Void) {
    widget = Build.column(bar, content)
    if let widget {
      gtk_widget_set_size_request(widget, 320, -1)
      gtk_widget_set_hexpand(widget, 1)
    }
    if let bar, let button = Build.symbolButton("go-previous-symbolic", VaultWords.back, back) {
      passfold_adw_leaflet_bind_visible(leaflet, button)
      passfold_adw_bar_add(bar, button, 0)
    }
    editButton = Build.symbolButton("document-edit-symbolic", VaultWords.edit) { [weak self] in self?.page?.editing?() }
    if let bar, let editButton { passfold_adw_bar_add(bar, editButton, 1) }
    empty()
  }

  /// Clears the pane of the vault's content.
  func empty() {
    drop()
    if let bar { passfold_adw_bar_set_title(bar, "") }
    guard let status = passfold_adw_status_new("dialog-password-symbolic", VaultWords.pick, VaultWords.pickNext) else { return }
    gtk_widget_add_css_class(status, "compact")
    gtk_widget_set_vexpand(status, 1)
    put(status)
  }

  func show(_ page: any PaneContent) {
    drop()
    self.page = page
    if let editButton { gtk_widget_set_visible(editButton, page.editing == nil ? 0 : 1) }
    if let bar { passfold_adw_bar_set_title(bar, page.title) }
    put(page.widget)
    page.focus()
  }

  /// Takes a form with unsaved input out of the window, until it is shown again or discarded.
  func takeForm(at now: ContinuousClock.Instant) -> KeptForm? {
    guard let page, page.hasChanges, let content, let widget = page.widget else { return nil }
    let form = KeptForm(page, in: widget, from: now)
    passfold_gtk_box_remove(content, widget)
    self.page = nil
    return form
  }

  private func put(_ part: Widget?) { if let content, let part { passfold_gtk_box_append(content, part) } }

  private func drop() {
    page?.clear()
    page = nil
    if let editButton { gtk_widget_set_visible(editButton, 0) }
    if let content { passfold_gtk_box_remove_all(content) }
  }
}
