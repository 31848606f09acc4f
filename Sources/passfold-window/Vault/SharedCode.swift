// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import SecretMemory

/// A code's set-up shown as a QR code for another device, for half a minute.
@MainActor
final class SharedCode {
  private static let shownTime: UInt32 = 30_000

  private(set) var widget: Widget?
  private var code: DrawnQRCode?
  private var heading: Widget?

  /// - Parameter link: The text of the QR code.
  init(_ link: SharedSecret, title: String) {
    code = DrawnQRCode(link)
    let words = code == nil ? VaultWords.tooLongForQR : VaultWords.shareWarning
    heading = Build.heading(Build.label(VaultWords.sharing(title), style: "heading"), Build.label(words, style: "warning"))
    if let heading { passfold_gtk_set_accessible_label(heading, "\(VaultWords.sharing(title)). \(words)") }
    let hide = Build.button(VaultWords.hideQR) { [weak self] in self?.clear() }
    if let hide { gtk_widget_set_halign(hide, GTK_ALIGN_START) }
    widget = Build.column(spacing: 12, heading, code?.widget, hide)
    MainLoop.after(milliseconds: Self.shownTime) { [weak self] in self?.clear() }
  }

  func focus() { if let heading { gtk_widget_grab_focus(heading) } }

  /// Discards the code.
  func clear() {
    code?.clear()
    code = nil
    if let widget { gtk_widget_set_visible(widget, 0) }
    (widget, heading) = (nil, nil)
  }
}
