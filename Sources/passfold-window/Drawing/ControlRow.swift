// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A settings row with something to press or to type into.
@MainActor
enum ControlRow {
  /// Makes a row with the controls next to its words or, in large text, below them.
  static func make(_ title: String?, _ subtitle: String? = nil, _ controls: Widget?...) -> Widget? {
    let controls = controls.compactMap(\.self)
    if passfold_gtk_letters_are_large() != 0 { return tall(title, subtitle, controls) }
    guard let row = passfold_adw_row_new(title, subtitle) else { return nil }
    for control in controls {
      gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
      passfold_gtk_button_keep_words(control)
      passfold_adw_row_add_suffix(row, control)
    }
    return row
  }

  /// Makes a row with a button below its words: next to them, the button's own label would break.
  static func below(_ title: String?, _ subtitle: String?, _ button: Widget?) -> Widget? {
    if let button, passfold_gtk_letters_are_large() == 0 { gtk_widget_set_halign(button, GTK_ALIGN_START) }
    return tall(title, subtitle, [button].compactMap(\.self))
  }

  /// Makes a row with something below its words that takes the whole width.
  static func over(_ title: String, _ subtitle: String?, _ content: Widget?) -> Widget? {
    tall(title, subtitle, [content].compactMap(\.self))
  }

  private static func tall(_ title: String?, _ subtitle: String?, _ controls: [Widget]) -> Widget? {
    guard let row = passfold_adw_tall_row_new(title, subtitle) else { return nil }
    for control in controls { passfold_adw_tall_row_add(row, control) }
    return row
  }
}
