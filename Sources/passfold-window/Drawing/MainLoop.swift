// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// GLib's main loop, which the main thread runs: work comes to it from elsewhere and at times.
enum MainLoop {
  private final class Work: Sendable {
    let act: @MainActor @Sendable () -> Bool

    init(_ act: @escaping @MainActor @Sendable () -> Bool) { self.act = act }
  }

  /// Does something on the main thread, after what was posted before it.
  static func post(_ act: @escaping @MainActor @Sendable () -> Void) {
    add(
      Work {
        act()
        return false
      }
    ) { call, work, forget in g_idle_add_full(G_PRIORITY_DEFAULT, call, work, forget) }
  }

  /// Does something again and again until it answers false.
  static func every(milliseconds: UInt32, _ act: @escaping @MainActor @Sendable () -> Bool) {
    add(Work(act)) { call, work, forget in g_timeout_add_full(G_PRIORITY_DEFAULT, milliseconds, call, work, forget) }
  }

  /// Does something once, later.
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

  /// Seconds of a clock that never goes back.
  static var now: Double { Double(g_get_monotonic_time()) / 1_000_000 }

  /// When a person pressed what a controller is hearing, on the clock of ``now``: a busy computer hands it over late, and then what was one
  /// burst would come with pauses.
  ///
  /// A display that counts milliseconds by another clock tells times that cannot be; they are left aside.
  static func time(ofEventAt controller: UnsafeMutableRawPointer) -> Double {
    let age = UInt32(truncatingIfNeeded: g_get_monotonic_time() / 1000) &- passfold_gtk_event_time(controller)
    return now - (age <= oldestEvent ? Double(age) / 1000 : 0)
  }

  /// Milliseconds that an event may have waited.
  private static let oldestEvent: UInt32 = 10_000

  /// Seconds since 1970.
  static var time: Double { Double(g_get_real_time()) / 1_000_000 }
}
