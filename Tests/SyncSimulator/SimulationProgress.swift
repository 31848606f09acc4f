// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization

/// Reports the progress of the simulations on standard error: on a terminal every second in one line that is overwritten, and elsewhere one
/// line every minute.
///
/// It has a separate thread, since the runs occupy all others. Unchecked: a Dispatch timer may be used on every thread but is not marked
/// so; the rest is constant or counted by an atomic.
package final class SimulationProgress: @unchecked Sendable {
  private let total: UInt64
  private let done = Atomic<UInt64>(0)
  private let begun = ContinuousClock.now
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "simulation-progress"))

  /// Creates a progress for this many runs.
  package init(of total: UInt64) { self.total = total }

  /// Starts reporting after a second, or after a minute without a terminal.
  package func begin() {
    let interval = isTerminal ? 1 : 60
    timer.schedule(deadline: .now() + .seconds(interval), repeating: .seconds(interval))
    timer.setEventHandler { [self] in
      let line = Self.line(done.load(ordering: .relaxed), of: total, after: ContinuousClock.now - begun)
      Self.write(isTerminal ? "\r\u{1B}[K\(line)" : line + "\n")
    }
    timer.resume()
  }

  /// Counts a finished run.
  package func note() { done.add(1, ordering: .relaxed) }

  /// Stops reporting.
  package func end() {
    timer.cancel()
    if isTerminal { Self.write("\r\u{1B}[K") }
  }

  /// Returns the number of runs done and in total, the rate per second, and the estimated remaining time.
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
