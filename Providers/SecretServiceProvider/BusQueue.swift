// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// The queue on which the bus is spoken to: calls wait there, and nowhere else. (Dispatch's own serial queues are no executors on Linux.)
final class BusQueue: SerialExecutor {
  let queue = DispatchQueue(label: "passfold.secret-service")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
