// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory

/// The code at the end of a list row, with the ring that shows its remaining time.
@MainActor
final class RowCode {
  let widget: Widget?
  private let digits = DrawnSecret(style: "code", fits: true)
  private let ring = CodeRing(LiveCode(validUntil: nil, period: nil))
  private var shown: Double?
  private var hasCode = false

  init() { widget = Build.row(spacing: 8, digits.widget, ring.widget) }

  /// Shows a code; nil shows none.
  func show(_ code: ListedCodes.Code?) {
    guard let code, code.digits.byteCount > 0 else {
      if hasCode { digits.show(nil, spoken: VaultWords.hidden) }
      hasCode = false
      if let widget { gtk_widget_set_visible(widget, 0) }
      return
    }
    ring.show(code.live)
    if let label = digits.widget {
      if code.live.isSoonOver(at: MainLoop.time) {
        gtk_widget_add_css_class(label, "soon")
      } else {
        gtk_widget_remove_css_class(label, "soon")
      }
    }
    if hasCode, shown == code.validUntil { return }
    (hasCode, shown) = (true, code.validUntil)
    digits.show(CodeLine.grouped(code.digits))
    if let widget { gtk_widget_set_visible(widget, 1) }
  }
}
