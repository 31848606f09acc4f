// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import QRCodes
import SecretMemory

/// A QR code that is painted rather than kept in a widget.
@MainActor
final class DrawnQRCode {
  /// The side length in points, borders included.
  private static let side: Int32 = 296

  private(set) var widget: Widget?
  private var symbol: QRSymbol?

  /// - Parameter text: The encoded text.
  /// - Returns: nil if the text is too long for a QR code.
  init?(_ text: SharedSecret) {
    guard let symbol = text.withBytes({ bytes in try? QRSymbol(encoding: bytes) }) else { return nil }
    self.symbol = symbol
    widget = passfold_gtk_drawing_new(
      Self.side,
      { _, cairo, width, height, context in
        guard let context, let cairo else { return }
        nonisolated(unsafe) let target = cairo
        let code = Unmanaged<DrawnQRCode>.fromOpaque(context).takeUnretainedValue()
        MainActor.assumeIsolated { code.draw(target, side: Double(min(width, height))) }
      }, Unmanaged.passRetained(self).toOpaque(), { context in if let context { Unmanaged<DrawnQRCode>.fromOpaque(context).release() } })
    if let widget { gtk_widget_set_halign(widget, GTK_ALIGN_START) }
  }

  /// Discards the code.
  func clear() {
    symbol = nil
    if let widget { gtk_widget_queue_draw(widget) }
    widget = nil
  }

  private func draw(_ cairo: OpaquePointer, side: Double) {
    guard let symbol else { return }
    // Black on white even in dark styles: cameras need the light border.
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
