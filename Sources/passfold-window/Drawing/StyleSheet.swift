// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// This program's additions to the desktop's own style. Colours are the desktop's named colours, so light, dark and high-contrast styles
/// apply.
///
/// Dim text is more opaque than libadwaita's 55 %, so that small text reaches a contrast of 4.5 : 1 (WCAG 2.2 §1.4.3).
@MainActor
enum StyleSheet {
  static func add() {
    passfold_gtk_add_styles(
      """
      .code { font-family: monospace; font-size: 1.25em; font-weight: bold; font-feature-settings: "tnum"; }
      toast { border-radius: 24px; margin: 6px 12px 12px; }
      stackswitcher > button { min-width: 56px; padding-left: 8px; padding-right: 8px; }
      headerbar .large-title { font-size: 78%; }
      .large-letters .title, .large-letters .title-2 { font-size: 115%; }
      .soon { color: @warning_color; }
      .dim-label, row .subtitle { opacity: 0.72; }
      .dim-label.soon { opacity: 1; }
      .sections > .heading { margin-top: 12px; margin-bottom: 6px; }
      .sections > .heading:first-child { margin-top: 0; }
      .remaining { font-feature-settings: "tnum"; font-size: 0.85em; }
      .view-heading:focus-visible { outline: none; }
      .view-rows { margin: 0 -3px; }
      .secret { font-family: monospace; font-size: 1.1em; }
      .recovery { font-size: 1.25em; letter-spacing: 0.04em; }
      .paper { padding: 16px; border-radius: 8px; background-color: alpha(currentColor, 0.06); }
      .entry-row .code { font-size: 1.1em; }
      .option:checked { box-shadow: inset 0 0 0 2px @accent_color; }
      .pane-tools { padding: 6px; }
      .pane-tools button { font-weight: normal; }
      listview.entries { background: none; }
      .entry-row { padding: 6px 8px; border-radius: 6px; }
      .entry-row.open { font-weight: bold; background-color: alpha(currentColor, 0.1); }
      .entry-line { padding: 8px 12px; min-height: 40px; }
      .tall-row { padding: 12px; }
      textview.written { padding: 8px; border-radius: 6px; background-color: alpha(currentColor, 0.08); }
      textview.outlined { box-shadow: inset 0 0 0 1px alpha(currentColor, 0.5); }
      textview.written:focus-within { box-shadow: inset 0 0 0 2px alpha(@accent_color, 0.5); }
      row.view-row { padding: 10px 12px; }
      row.view-row:selected { background-color: alpha(@accent_bg_color, 0.22); color: inherit; }
      """)
  }
}
