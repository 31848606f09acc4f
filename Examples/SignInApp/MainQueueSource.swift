// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import Glibc

/// Runs Swift's main actor while GLib's main loop has the main thread. Delegates are called there, and so is every `@MainActor` task.
enum MainQueueSource {
  /// The descriptor that is readable while the main queue has work. CoreFoundation joins the two in the same way on Linux.
  @_silgen_name("_dispatch_get_main_queue_handle_4CF")
  private static func mainQueueHandle() -> CInt

  @_silgen_name("_dispatch_main_queue_callback_4CF")
  private static func drainMainQueue(_ message: UnsafeMutableRawPointer?)

  /// Joins them. Call it on the main thread, before the loop runs.
  static func add() {
    g_unix_fd_add(
      mainQueueHandle(), G_IO_IN,
      { descriptor, _, _ in
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        MainQueueSource.drainMainQueue(nil)
        return 1
      }, nil)
  }
}
