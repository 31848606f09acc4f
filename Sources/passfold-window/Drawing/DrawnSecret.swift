// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import SecretMemory

/// A text that is painted rather than kept in a widget: a password, a code, a note.
@MainActor
final class DrawnSecret {
  private(set) var widget: Widget?
  private var text: SharedSecret?
  private let fits: Bool

  /// - Parameters:
  ///   - style: Names from the style sheet, separated by spaces.
  ///   - fits: Whether it is as wide as its text; otherwise it takes the available width and breaks lines.
  ///   - isLeftToRight: Whether it runs from left to right in every language, as digits and passwords do.
  init(style: String, fits: Bool = false, isLeftToRight: Bool = true) {
    self.fits = fits
    widget = passfold_gtk_secret_new(
      { area, cairo, width, _, context in
        guard let context, let area, let cairo else { return }
        nonisolated(unsafe) let target = (area, cairo)
        let secret = Unmanaged<DrawnSecret>.fromOpaque(context).takeUnretainedValue()
        MainActor.assumeIsolated { secret.draw(target.0, target.1, width: width) }
      }, Unmanaged.passRetained(self).toOpaque(), { context in if let context { Unmanaged<DrawnSecret>.fromOpaque(context).release() } })
    guard let widget else { return }
    for name in style.split(separator: " ") { gtk_widget_add_css_class(widget, String(name)) }
    if isLeftToRight { gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR) }
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    // Its line breaks move when the window gets wider or narrower.
    if !fits { SignalHandler.connect(widget, "resize") { [weak self] _ in MainLoop.post { self?.fit() } } }
  }

  /// Paints a text from now on; nil paints nothing.
  ///
  /// - Parameter spoken: The text for a screen reader; nil if it may read the painted text itself.
  func show(_ text: SharedSecret?, spoken: String? = nil) {
    self.text = text
    guard let widget else { return }
    if let spoken {
      passfold_gtk_set_accessible_label(widget, spoken)
    } else if let text {
      text.withCText { passfold_gtk_set_accessible_secret(widget, $0) }
    }
    fit()
    gtk_widget_queue_draw(widget)
  }

  /// Paints a text; a screen reader says the name before it.
  func show(_ text: SharedSecret, called name: String) {
    let words = Array("\(name): ".utf8)
    var whole = SecretBytes(byteCount: words.count + text.byteCount)
    whole.withMutableBytes { target in
      target.copyBytes(from: words)
      text.withBytes { UnsafeMutableRawBufferPointer(rebasing: target[words.count...]).copyMemory(from: $0) }
    }
    let spoken = SharedSecret(whole)
    show(text, spoken: name)
    if let widget { spoken.withCText { passfold_gtk_set_accessible_secret(widget, $0) } }
  }

  private func fit() {
    guard let widget else { return }
    withText { passfold_gtk_secret_fit(widget, $0, $1, fits ? 1 : 0) }
  }

  private func draw(_ area: UnsafeMutablePointer<GtkDrawingArea>, _ cairo: OpaquePointer, width: Int32) {
    withText { passfold_gtk_secret_draw(area, cairo, fits ? 0 : width, $0, $1) }
  }

  private func withText(_ body: (UnsafePointer<CChar>?, Int32) -> Void) {
    guard let text else { return body("", 0) }
    text.withBytes { bytes in body(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count)) }
  }
}
