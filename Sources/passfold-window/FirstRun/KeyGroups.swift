// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import SecretMemory

/// The groups of a recovery key, each with its number, so that a user who copies them by hand does not lose the place; no widget keeps
/// them.
@MainActor
final class KeyGroups {
  let widget = passfold_gtk_flow_new(FirstRunWords.paper)
  private var groups: [DrawnSecret] = []

  init(_ count: Int) {
    // They are in order from left to right in every language, as on paper.
    if let widget { gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR) }
    // The layout widget would trap the Tab key, since nothing in it can take the focus.
    if let widget { gtk_widget_set_can_focus(widget, 0) }
    for number in 1...count {
      let group = DrawnSecret(style: "secret recovery", fits: true)
      groups.append(group)
      let label = passfold_gtk_silent_label_new(String(number))
      if let label {
        gtk_widget_add_css_class(label, "dim-label")
        gtk_widget_add_css_class(label, "remaining")
        gtk_widget_set_valign(label, GTK_ALIGN_CENTER)
        passfold_gtk_label_set_width(label, 2)
        passfold_gtk_label_set_alignment(label, 1, GTK_JUSTIFY_RIGHT)
      }
      guard let widget, let line = Build.row(spacing: 6, label, group.widget) else { continue }
      gtk_widget_set_direction(line, GTK_TEXT_DIR_LTR)
      passfold_gtk_flow_append(widget, line)
    }
  }

  /// Paints the groups: four letters and digits each, which hyphens separate in the key.
  func show(_ key: SharedSecret) {
    for (place, group) in groups.enumerated() {
      group.show(key.withBytes { SharedSecret(copying: $0.dropFirst(place * 5).prefix(4)) }, called: FirstRunWords.group(place + 1))
    }
  }

  /// Erases the painted key and discards it.
  func hide() { for (place, group) in groups.enumerated() { group.show(nil, spoken: place == 0 ? VaultWords.hidden : "") } }
}
