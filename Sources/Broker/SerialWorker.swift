// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// A thread for work that would block the broker for too long, one piece after another.
///
/// In the meantime the broker is free, and so are the threads of Swift's tasks, of which there are no more than processors.
package struct SerialWorker: Sendable {
  /// Parses long messages of providers, and works on their identity stores.
  package static let stores = SerialWorker("passfold.stores")
  /// Reads and writes files.
  package static let files = SerialWorker("passfold.files")

  private let queue: DispatchQueue

  private init(_ name: String) {
    queue = DispatchQueue(label: name)
  }

  /// Runs a piece of work and returns its result.
  package func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }

  /// Starts a piece of work without waiting for it.
  package func start(_ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }
}
