// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import QRCodes
import SecretMemory

/// The set-up of codes as a QR code for another device: painted, in no widget, for half a minute.
@MainActor
final class SharedCode {
  private static let shownTime: UInt32 = 30_000
  /// Points of one module at most, and of the whole.
  private static let side: Int32 = 296

  private(set) var widget: Widget?
  private var symbol: QRSymbol?
  private var area: Widget?
  private var heading: Widget?

  /// - Parameter link: What the code says.
  init(_ link: SharedSecret, title: String) {
    symbol = link.withBytes { bytes in try? QRSymbol(encoding: bytes) }
    area = passfold_gtk_drawing_new(
      Self.side,
      { _, cairo, width, height, context in
        guard let context, let cairo else { return }
        nonisolated(unsafe) let target = cairo
        let code = Unmanaged<SharedCode>.fromOpaque(context).takeUnretainedValue()
        MainActor.assumeIsolated { code.draw(target, side: Double(min(width, height))) }
      }, Unmanaged.passRetained(self).toOpaque(), { context in if let context { Unmanaged<SharedCode>.fromOpaque(context).release() } })
    if let area { gtk_widget_set_halign(area, GTK_ALIGN_START) }
    let words = symbol == nil ? VaultWords.tooLongForQR : VaultWords.shareWarning
    heading = Build.heading(Build.label(VaultWords.sharing(title), style: "heading"), Build.label(words, style: "warning"))
    if let heading { passfold_gtk_set_accessible_label(heading, "\(VaultWords.sharing(title)). \(words)") }
    let hide = Build.button(VaultWords.hideQR) { [weak self] in self?.clear() }
    if let hide { gtk_widget_set_halign(hide, GTK_ALIGN_START) }
    widget = Build.column(spacing: 12, heading, symbol == nil ? nil : area, hide)
    MainLoop.after(milliseconds: Self.shownTime) { [weak self] in self?.clear() }
  }

  func focus() { if let heading { gtk_widget_grab_focus(heading) } }

  /// Leaves nothing of it.
  func clear() {
    guard symbol != nil || widget != nil else { return }
    symbol = nil
    if let area { gtk_widget_queue_draw(area) }
    if let widget { gtk_widget_set_visible(widget, 0) }
    (widget, area, heading) = (nil, nil, nil)
  }

  private func draw(_ cairo: OpaquePointer, side: Double) {
    guard let symbol else { return }
    // Black on white also in dark styles: cameras need the light border.
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_rectangle(cairo, 0, 0, side, side)
    cairo_fill(cairo)
    cairo_set_source_rgb(cairo, 0, 0, 0)
    let module = (side / Double(symbol.drawnSize)).rounded(.down)
    let start = ((side - module * Double(symbol.size)) / 2).rounded()
    for row in 0..<symbol.size {
      for column in 0..<symbol.size where symbol.isDark(row: row, column: column) {
        cairo_rectangle(cairo, start + Double(column) * module, start + Double(row) * module, module, module)
      }
    }
    cairo_fill(cairo)
  }
}
