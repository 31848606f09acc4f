// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization

/// The one thread on which providers are started, alive as long as the process.
///
/// The kernel ties a child that wants to die with its parent (PR_SET_PDEATHSIG, as a sandbox does) to the thread that started it, and the
/// threads of Dispatch and of Swift's tasks come and go.
final class SpawningThread: Sendable {
  static let shared = SpawningThread()

  private let pending = Mutex<[@Sendable () -> Void]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  private init() {
    var thread = pthread_t()
    // Without the thread nothing would ever start; a process that cannot have one more thread is at its end anyway.
    let status = pthread_create(
      &thread, nil,
      { _ in
        while true { SpawningThread.shared.performNext() }
      }, nil)
    precondition(status == 0, "no thread can be made")
  }

  /// Runs `body` on the thread and waits for its result.
  func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let answer = Answer<Result>()
    pending.withLock { $0.append { answer.put(body()) } }
    arrivals.signal()
    return answer.wait()
  }

  private func performNext() {
    arrivals.wait()
    let work = pending.withLock { $0.removeFirst() }
    work()
  }

  private final class Answer<Result: Sendable>: Sendable {
    private let result = Mutex<Result?>(nil)
    private let arrival = DispatchSemaphore(value: 0)

    func put(_ value: Result) {
      result.withLock { $0 = value }
      arrival.signal()
    }

    func wait() -> Result {
      while true {
        arrival.wait()
        if let value = result.withLock({ $0 }) { return value }
      }
    }
  }
}
