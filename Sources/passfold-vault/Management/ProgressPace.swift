// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Reports only a few of the thousands of steps of long work.
final class ProgressPace: Sendable {
  private static let pause = Duration.milliseconds(200)

  private let time: SessionTime
  private let last = Mutex<ContinuousClock.Instant?>(nil)

  init(time: SessionTime) { self.time = time }

  /// Returns whether a step is to be reported now; the end of a stage always is.
  func isDue(isEnd: Bool) -> Bool {
    let now = time.now()
    return last.withLock { last in
      if !isEnd, let last, now < last.advanced(by: Self.pause) { return false }
      last = now
      return true
    }
  }
}
