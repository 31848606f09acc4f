// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// When long work says how far it is, and what is written then; time is passed in.
package struct ProgressPace {
  private let isOnTerminal: Bool
  private var next: Double
  private var isDrawn = false

  /// Seconds until the first word, and from each to the next.
  private static let terminal = (after: 1.0, pause: 0.2)
  private static let elsewhere = (after: 10.0, pause: 10.0)

  /// - Parameter start: When the work began, in seconds by a clock that only goes forward.
  package init(isOnTerminal: Bool, from start: Double) {
    self.isOnTerminal = isOnTerminal
    next = start + (isOnTerminal ? Self.terminal : Self.elsewhere).after
  }

  /// What is to be written now; nil for nothing.
  ///
  /// - Parameter total: How much there is in all; 0 where nobody knows.
  package mutating func text(_ title: String, done: Int, of total: Int, at now: Double) -> String? {
    guard now >= next else { return nil }
    next = now + (isOnTerminal ? Self.terminal : Self.elsewhere).pause
    let line = total > 0 ? translated("\(title): \(min(done, total)) of \(total)") : title
    guard isOnTerminal else { return line + "\n" }
    isDrawn = true
    // The line before may have been longer.
    return "\r\(line)\u{1B}[K"
  }

  /// What takes the line away, where there is one.
  package mutating func ending() -> String? {
    guard isDrawn else { return nil }
    isDrawn = false
    return "\r\u{1B}[K"
  }
}
