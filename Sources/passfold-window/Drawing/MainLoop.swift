// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// GLib's main loop, which runs on the main thread; work is posted to it from other threads or after a delay.
enum MainLoop {
  private final class Work: Sendable {
    let act: @MainActor @Sendable () -> Bool

    init(_ act: @escaping @MainActor @Sendable () -> Bool) { self.act = act }
  }

  /// Runs `act` on the main thread, after anything posted before it.
  static func post(_ act: @escaping @MainActor @Sendable () -> Void) {
    add(
      Work {
        act()
        return false
      }
    ) { call, work, forget in g_idle_add_full(G_PRIORITY_DEFAULT, call, work, forget) }
  }

  /// Repeats `act` until it returns false.
  static func every(milliseconds: UInt32, _ act: @escaping @MainActor @Sendable () -> Bool) {
    add(Work(act)) { call, work, forget in g_timeout_add_full(G_PRIORITY_DEFAULT, milliseconds, call, work, forget) }
  }

  /// Runs `act` once, after a delay.
  static func after(milliseconds: UInt32, _ act: @escaping @MainActor @Sendable () -> Void) {
    every(milliseconds: milliseconds) {
      act()
      return false
    }
  }

  private static func add(_ work: Work, by attach: (GSourceFunc?, UnsafeMutableRawPointer, GDestroyNotify?) -> guint) {
    _ = attach(
      { context in
        guard let context else { return 0 }
        let work = Unmanaged<Work>.fromOpaque(context).takeUnretainedValue()
        return MainActor.assumeIsolated { work.act() } ? 1 : 0
      }, Unmanaged.passRetained(work).toOpaque(), { context in if let context { Unmanaged<Work>.fromOpaque(context).release() } })
  }

  /// The time in seconds on a clock that never goes back.
  static var now: Double { Double(g_get_monotonic_time()) / 1_000_000 }

  /// Returns when the user pressed the key or button that a controller is handling, on the clock of ``now``. A busy computer delivers
  /// events late, so presses that came in one burst would otherwise seem to have pauses between them.
  ///
  /// A display that counts milliseconds on a different clock reports impossible times; these are ignored.
  static func time(ofEventAt controller: UnsafeMutableRawPointer) -> Double {
    let age = UInt32(truncatingIfNeeded: g_get_monotonic_time() / 1000) &- passfold_gtk_event_time(controller)
    return now - (age <= oldestEvent ? Double(age) / 1000 : 0)
  }

  /// The maximum age of an event in milliseconds.
  private static let oldestEvent: UInt32 = 10_000

  /// The time in seconds since 1970.
  static var time: Double { Double(g_get_real_time()) / 1_000_000 }
}
