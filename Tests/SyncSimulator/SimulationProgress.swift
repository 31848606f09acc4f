// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization

/// Says on standard error how far the simulations are: on a terminal every second in one line, which is written over, and elsewhere a line every
/// minute.
///
/// It has a thread of its own, since the runs take all of the others. Unchecked, since a timer of Dispatch's may be used on every thread and does not
/// say so; the rest is constant or counted by an atomic.
package final class SimulationProgress: @unchecked Sendable {
  private let total: UInt64
  private let done = Atomic<UInt64>(0)
  private let begun = ContinuousClock.now
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "simulation-progress"))

  /// Begins to tell of so many runs.
  package init(of total: UInt64) { self.total = total }

  /// Tells from a second on, or from a minute on where nobody watches.
  package func begin() {
    let interval = isTerminal ? 1 : 60
    timer.schedule(deadline: .now() + .seconds(interval), repeating: .seconds(interval))
    timer.setEventHandler { [self] in
      let line = Self.line(done.load(ordering: .relaxed), of: total, after: ContinuousClock.now - begun)
      Self.write(isTerminal ? "\r\u{1B}[K\(line)" : line + "\n")
    }
    timer.resume()
  }

  /// Notes that a run has ended.
  package func note() { done.add(1, ordering: .relaxed) }

  /// Tells nothing more.
  package func end() {
    timer.cancel()
    if isTerminal { Self.write("\r\u{1B}[K") }
  }

  /// How many of how many runs, how many a second, and how long it still takes if it goes on so.
  package static func line(_ done: UInt64, of total: UInt64, after elapsed: Duration) -> String {
    let seconds = max(0.001, elapsed / .seconds(1))
    let rate = Double(done) / seconds
    let told = "\(done) of \(total) runs, \(Int(rate)) a second"
    guard done > 0 else { return told }
    let left = Int((Double(total - min(done, total)) / rate).rounded(.up))
    let (hours, minutes) = (left / 3600, left / 60 % 60)
    let time = hours > 0 ? "\(hours) h \(minutes) min" : minutes > 0 ? "\(minutes) min \(left % 60) s" : "\(left) s"
    return "\(told), \(time) left"
  }

  private static func write(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
