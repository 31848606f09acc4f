// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization

/// The single thread on which providers are started; it lives as long as the process.
///
/// The kernel ties a child that wants to end with its parent (PR_SET_PDEATHSIG, as a sandbox does) to the thread that started it, and the
/// threads of Dispatch and of Swift's tasks are not permanent.
final class SpawningThread: Sendable {
  static let shared = SpawningThread()

  private let pending = Mutex<[@Sendable () -> Void]>([])
  private let arrivals = DispatchSemaphore(value: 0)
  private let isStarted = Mutex(false)

  private init() {}

  /// Runs `body` on the thread and waits for its result.
  ///
  /// - Returns: The result, or nil if the system has no thread left; the next call tries again.
  func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
    guard start() else { return nil }
    let answer = Answer<Result>()
    pending.withLock { $0.append { answer.put(body()) } }
    arrivals.signal()
    return answer.wait()
  }

  private func start() -> Bool {
    isStarted.withLock { isStarted in
      if isStarted { return true }
      var thread = pthread_t()
      isStarted =
        pthread_create(
          &thread, nil,
          { _ in
            while true { SpawningThread.shared.performNext() }
          }, nil) == 0
      return isStarted
    }
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
