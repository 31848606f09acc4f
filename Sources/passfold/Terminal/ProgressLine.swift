// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// One line on standard error that says how far long work is; it is drawn from one second on, and on a terminal only.
struct ProgressLine {
  private static let after = 1.0
  private static let pause = 0.2

  private let title: String
  private let start = SystemClock.steady
  private let isOnTerminal = isatty(2) == 1
  private var last: Double?

  init(_ title: String) { self.title = title }

  /// Says that so much is done.
  mutating func show(_ done: Int, of total: Int) {
    let now = SystemClock.steady
    guard isOnTerminal, now - start > Self.after, now - (last ?? 0) > Self.pause else { return }
    last = now
    StandardError.write("\r\(title): \(min(done, total)) of \(total)")
  }

  /// Takes the line away.
  mutating func end() {
    guard last != nil else { return }
    last = nil
    StandardError.write("\r\u{1B}[K")
  }
}
