// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Says on standard error how far long work is: on a terminal by one line that is written over, elsewhere by a line now and then.
struct ProgressLine {
  private let title: String
  private var pace: ProgressPace

  init(_ title: String = "") {
    self.title = title
    pace = ProgressPace(isOnTerminal: TerminalOutput.isTerminal(descriptor: 2), from: SystemClock.steady)
  }

  /// Says that so much is done.
  mutating func show(_ done: Int, of total: Int) { show(title, done, of: total) }

  /// Says that so much of something is done; 0 in all stands for what nobody knows.
  mutating func show(_ title: String, _ done: Int, of total: Int) {
    if let text = pace.text(title, done: done, of: total, at: SystemClock.steady) { StandardError.write(text) }
  }

  /// Takes the line away.
  mutating func end() {
    if let text = pace.ending() { StandardError.write(text) }
  }
}
