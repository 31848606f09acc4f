// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CGTK
import Glibc
import PresentedViews
import SecretMemory

/// The fields of a form, below a line that says where the text goes.
@MainActor
final class FormWidget {
  let widget: Widget?
  private var entries: [Widget] = []

  /// - Parameters:
  ///   - view: A view with fields.
  ///   - report: Called whenever a field changes.
  init(_ view: PresentableViewValue, report: @escaping @MainActor (PresentedView.Event) -> Void) {
    let destination = Build.label(ViewWords.destination(of: view), style: "dim-label")
    let fields = Build.column(spacing: 12, Build.row(spacing: 9, Build.icon("dialog-information-symbolic"), destination))
    widget = fields
    guard let fields else { return }
    for (index, field) in (view.fields ?? []).enumerated() {
      guard let entry = field.secret ?? false ? passfold_gtk_password_entry_new() : gtk_entry_new(),
        let label = Build.label(ViewWords.label(of: field)), let line = Build.column(spacing: 4, label, entry)
      else { continue }
      // A character takes at most four bytes.
      passfold_gtk_editable_limit(entry, Int32(TypedTexts.byteLimit / 4))
      if let text = field.text { passfold_gtk_editable_set_text(entry, text) }
      passfold_gtk_set_labelled_by(entry, label)
      passfold_gtk_set_accessible_description(entry, ViewWords.destination(of: view))
      passfold_gtk_box_append(fields, line)
      entries.append(entry)
      SignalHandler.connect(entry, "changed") { _ in report(.typed(field: index, hasText: Self.hasText(entry))) }
    }
  }

  /// The focused field, with its label.
  var focusedLine: Widget? {
    entries.first { passfold_gtk_has_focus_within($0) != 0 }.flatMap { gtk_widget_get_parent($0) }
  }

  /// Whether one of the fields has the focus.
  var isFocused: Bool { focusedLine != nil }

  /// Puts the focus into the field at an index.
  func focus(_ field: Int) {
    if entries.indices.contains(field) { gtk_widget_grab_focus(entries[field]) }
  }

  /// Moves the typed texts from GTK's memory into locked memory and clears the fields.
  func take() -> [SharedSecret] {
    entries.map { entry in
      defer { passfold_gtk_editable_set_text(entry, "") }
      guard let text = passfold_gtk_editable_text(entry) else { return SharedSecret(copying: []) }
      return SharedSecret(copying: UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
  }

  func setSensitive(_ isSensitive: Bool) {
    for entry in entries { gtk_widget_set_sensitive(entry, isSensitive ? 1 : 0) }
  }

  private static func hasText(_ entry: Widget) -> Bool { passfold_gtk_editable_text(entry).map { $0.pointee != 0 } ?? false }
}
