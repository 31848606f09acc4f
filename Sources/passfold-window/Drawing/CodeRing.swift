// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews

/// The ring that shrinks as a code's time runs out; purely decorative.
@MainActor
final class CodeRing {
  static let size: Int32 = 22

  private(set) var widget: Widget?
  private var code: LiveCode

  init(_ code: LiveCode) {
    self.code = code
    widget = passfold_gtk_drawing_new(
      Self.size,
      { area, cairo, width, height, context in
        guard let context, let area, let cairo else { return }
        nonisolated(unsafe) let target = (area, cairo)
        let ring = Unmanaged<CodeRing>.fromOpaque(context).takeUnretainedValue()
        MainActor.assumeIsolated { ring.draw(target.0, target.1, width: Double(width), height: Double(height)) }
      }, Unmanaged.passRetained(self).toOpaque(), { context in if let context { Unmanaged<CodeRing>.fromOpaque(context).release() } })
    if let widget { gtk_widget_set_valign(widget, GTK_ALIGN_CENTER) }
  }

  /// Redraws the ring with the time left.
  func show(_ code: LiveCode) {
    self.code = code
    if let widget { gtk_widget_queue_draw(widget) }
  }

  private func draw(_ area: UnsafeMutablePointer<GtkDrawingArea>, _ cairo: OpaquePointer, width: Double, height: Double) {
    guard let share = code.share(at: MainLoop.time) else { return }
    let radius = min(width, height) / 2 - 2
    var color = passfold_gtk_text_color(UnsafeMutableRawPointer(area).assumingMemoryBound(to: GtkWidget.self))
    cairo_set_line_width(cairo, 2.5)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    let alpha = color.alpha
    color.alpha = alpha * 0.18
    gdk_cairo_set_source_rgba(cairo, &color)
    cairo_arc(cairo, width / 2, height / 2, radius, 0, 2 * .pi)
    cairo_stroke(cairo)
    guard share > 0 else { return }
    color.alpha = alpha * 0.8
    gdk_cairo_set_source_rgba(cairo, &color)
    // The rest of the period, clockwise from the top.
    cairo_arc(cairo, width / 2, height / 2, radius, -.pi / 2, -.pi / 2 + 2 * .pi * share)
    cairo_stroke(cairo)
  }
}
