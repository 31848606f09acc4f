// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AutoFillTextFields
import CGTK

/// A GTK entry for AutoFill: it has a content type, reports its focus, and shows suggestions below itself.
@MainActor
final class EntryField: AutoFillTextField {
  let textContentType: TextContentType?
  /// The entry with its label above and its suggestions below.
  let widget: Widget
  private let entry: Widget
  private let list: Widget
  private let autoFill: AutoFillTextFields

  init(label: String, type: TextContentType, autoFill: AutoFillTextFields) {
    textContentType = type
    self.autoFill = autoFill
    widget = passfold_gtk_box_new(GTK_ORIENTATION_VERTICAL, 6, GTK_ACCESSIBLE_ROLE_GROUP)
    entry = gtk_entry_new()
    list = passfold_gtk_box_new(GTK_ORIENTATION_VERTICAL, 6, GTK_ACCESSIBLE_ROLE_LIST)
    let caption: Widget = gtk_label_new(label)
    passfold_gtk_label_set_alignment(caption, 0, GTK_JUSTIFY_LEFT)
    passfold_gtk_set_labelled_by(entry, caption)
    passfold_gtk_set_accessible_label(list, "Suggestions")
    for part in [caption, entry, list] { passfold_gtk_box_append(widget, part) }
    autoFill.add(self)
    Signal.connectFocus(
      of: widget, entered: { [weak self] in self.map { $0.autoFill.beginEditing($0) } },
      left: { [weak self] in self.map { $0.autoFill.endEditing($0) } })
  }

  var text: String { String(cString: passfold_gtk_editable_text(entry)) }

  /// Moves the focus to the entry.
  func focus() { gtk_widget_grab_focus(entry) }

  func fill(with text: String) {
    passfold_gtk_editable_set_text(entry, text)
    gtk_editable_set_position(OpaquePointer(entry), -1)
    show([]) { _ in }
  }

  /// Shows the suggestions, with one button for each.
  func show(_ suggestions: [AutoFillSuggestion], failed: @escaping @MainActor (any Error) -> Void) {
    passfold_gtk_box_remove_all(list)
    for suggestion in suggestions {
      let place = suggestion.subtitle.isEmpty ? "Unlock " + suggestion.provider : suggestion.title + ", " + suggestion.provider
      let button: Widget = gtk_button_new_with_label(place)
      gtk_widget_add_css_class(button, "flat")
      if let label = gtk_widget_get_first_child(button) { gtk_widget_set_halign(label, GTK_ALIGN_START) }
      Signal.connect(button, "clicked") { [weak self] in
        guard let self else { return }
        Task {
          do { try await self.autoFill.pick(suggestion, for: self) } catch { failed(error) }
        }
      }
      passfold_gtk_box_append(list, button)
    }
  }
}
