// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A row of settings with something to press or to type into.
@MainActor
enum ControlRow {
  /// Makes one, with the controls beside its words or, in large letters, below them.
  static func make(_ title: String?, _ subtitle: String? = nil, _ controls: Widget?...) -> Widget? {
    let controls = controls.compactMap(\.self)
    if passfold_gtk_letters_are_large() != 0 {
      guard let row = passfold_adw_tall_row_new(title, subtitle) else { return nil }
      for control in controls { passfold_adw_tall_row_add(row, control) }
      return row
    }
    guard let row = passfold_adw_row_new(title, subtitle) else { return nil }
    for control in controls {
      gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
      passfold_adw_row_add_suffix(row, control)
    }
    return row
  }
}
