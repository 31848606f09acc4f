// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// The pane that shows one entry, or the form in which one is made or changed.
@MainActor
final class PagePane {
  let widget: Widget?
  private let bar = passfold_adw_bar_new("")
  private let content = Build.column()
  private(set) var page: EntryPage?
  private var form: EntryForm?

  /// - Parameter back: Goes back to the list, where it is not beside the page.
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
    empty()
  }

  /// Whether there is a form, in which something may have been typed.
  var hasForm: Bool { form != nil }

  /// Leaves nothing of the vault here.
  func empty() {
    drop()
    if let bar { passfold_adw_bar_set_title(bar, "") }
    guard let status = passfold_adw_status_new("dialog-password-symbolic", VaultWords.pick, VaultWords.pickNext) else { return }
    gtk_widget_add_css_class(status, "compact")
    gtk_widget_set_vexpand(status, 1)
    put(status)
  }

  func show(_ page: EntryPage) {
    drop()
    self.page = page
    if let bar { passfold_adw_bar_set_title(bar, "") }
    put(page.widget)
    page.focus()
  }

  func show(_ form: EntryForm) {
    drop()
    self.form = form
    if let bar { passfold_adw_bar_set_title(bar, form.title) }
    put(form.widget)
    form.focus()
  }

  private func put(_ part: Widget?) { if let content, let part { passfold_gtk_box_append(content, part) } }

  private func drop() {
    page?.clear()
    form?.clear()
    page = nil
    form = nil
    if let content { passfold_gtk_box_remove_all(content) }
  }
}
