// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Any GTK widget.
typealias Widget = UnsafeMutablePointer<GtkWidget>

/// Calls Swift when an object emits a signal, as long as the object lives.
@MainActor
final class Signal {
  private let act: () -> Void

  private init(_ act: @escaping () -> Void) { self.act = act }

  static func connect(_ object: UnsafeMutableRawPointer, _ name: String, _ act: @escaping @MainActor () -> Void) {
    passfold_gtk_connect(object, name, callback, Unmanaged.passRetained(Signal(act)).toOpaque(), forget)
  }

  /// Reports when a widget, or something in it, gets or loses the focus.
  static func connectFocus(of widget: Widget, entered: @escaping @MainActor () -> Void, left: @escaping @MainActor () -> Void) {
    guard let controller = passfold_gtk_focus_controller_new(widget) else { return }
    connect(controller, "enter", entered)
    connect(controller, "leave", left)
  }

  private static var callback: GCallback? {
    let action: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
      guard let context else { return }
      let signal = Unmanaged<Signal>.fromOpaque(context).takeUnretainedValue()
      // GTK emits signals on the thread that runs its loop.
      MainActor.assumeIsolated { signal.act() }
    }
    return unsafeBitCast(action, to: GCallback?.self)
  }

  private static let forget: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
    if let context { Unmanaged<Signal>.fromOpaque(context).release() }
  }
}
