// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reports the progress of long work on standard error: as one line that is overwritten on a terminal, otherwise as occasional lines.
struct ProgressLine {
  private let title: String
  private var pace: ProgressPace

  init(_ title: String = "") {
    self.title = title
    pace = ProgressPace(isOnTerminal: TerminalOutput.isTerminal(descriptor: 2), from: SystemClock.steady)
  }

  /// Reports progress.
  mutating func show(_ done: Int, of total: Int) { show(title, done, of: total) }

  /// Reports progress; a total of 0 means unknown.
  mutating func show(_ title: String, _ done: Int, of total: Int) {
    if let text = pace.text(title, done: done, of: total, at: SystemClock.steady) { StandardError.write(text) }
  }

  /// Erases the line.
  mutating func end() {
    if let text = pace.ending() { StandardError.write(text) }
  }
}
