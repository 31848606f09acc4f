// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// A thread beside the broker for what takes longer than anybody may be kept waiting, one piece of work after the other.
///
/// The broker is free meanwhile, and so are the threads of Swift's tasks, of which there are no more than processors.
package struct SlowWork: Sendable {
  /// Reads what providers say at length, and works on their identity stores.
  package static let stores = SlowWork("passfold.stores")
  /// Reads and writes files.
  package static let files = SlowWork("passfold.files")

  private let queue: DispatchQueue

  private init(_ name: String) {
    queue = DispatchQueue(label: name)
  }

  /// Does a piece of work and returns what came of it.
  package func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }

  /// Has a piece of work done without waiting for it.
  package func start(_ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }
}
