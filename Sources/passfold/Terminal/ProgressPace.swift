// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// Decides when to report the progress of long work, and what to write; time is passed in.
package struct ProgressPace {
  private let isOnTerminal: Bool
  private var next: Double
  private var isDrawn = false

  /// The seconds before the first report, and between reports.
  private static let terminal = (after: 1.0, pause: 0.2)
  private static let elsewhere = (after: 10.0, pause: 10.0)

  /// - Parameter start: The time at which the work began, in seconds of a monotonic clock.
  package init(isOnTerminal: Bool, from start: Double) {
    self.isOnTerminal = isOnTerminal
    next = start + (isOnTerminal ? Self.terminal : Self.elsewhere).after
  }

  /// Returns the text to write now; nil for none.
  ///
  /// - Parameter total: The total amount of work; 0 if unknown.
  package mutating func text(_ title: String, done: Int, of total: Int, at now: Double) -> String? {
    guard now >= next else { return nil }
    next = now + (isOnTerminal ? Self.terminal : Self.elsewhere).pause
    let line = total > 0 ? translated("\(title): \(min(done, total)) of \(total)") : title
    guard isOnTerminal else { return line + "\n" }
    isDrawn = true
    // The previous line may have been longer.
    return "\r\(line)\u{1B}[K"
  }

  /// The text that erases the line, if there is one.
  package mutating func ending() -> String? {
    guard isDrawn else { return nil }
    isDrawn = false
    return "\r\u{1B}[K"
  }
}
