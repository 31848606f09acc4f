// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets a few of the thousands of steps of long work out to whoever hears of it.
final class ProgressPace: Sendable {
  private static let pause = Duration.milliseconds(200)

  private let time: SessionTime
  private let last = Mutex<ContinuousClock.Instant?>(nil)

  init(time: SessionTime) { self.time = time }

  /// Whether a step is told of now; the end of a stage always is.
  func isDue(isEnd: Bool) -> Bool {
    let now = time.now()
    return last.withLock { last in
      if !isEnd, let last, now < last.advanced(by: Self.pause) { return false }
      last = now
      return true
    }
  }
}
