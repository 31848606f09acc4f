// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Synchronization
import VaultProtocol

/// Shows the vault's progress with its files until it has answered.
final class KeepingProgress: Sendable {
  private let line = Mutex(ProgressLine())

  /// Shows progress that the vault reported.
  func show(_ progress: VaultAnswer.Progress) {
    let words = KeepingWords(progress)
    line.withLock { line in
      line.show(words.title, words.done, of: words.total)
      // A stage may end with a prompt, which gets a clean terminal.
      if progress.isEndOfStage { line.end() }
    }
  }

  /// Shows this process's progress with a file.
  func show(_ title: String, bytes: Int, of total: Int) {
    line.withLock { $0.show(title + ", KiB", bytes / KeepingWords.unit, of: total / KeepingWords.unit) }
  }

  /// Shows this process's progress with other work.
  func show(_ title: String, _ done: Int, of total: Int) { line.withLock { $0.show(title, done, of: total) } }

  /// Erases the line.
  func end() { line.withLock { $0.end() } }
}

extension VaultAnswer.Progress {
  fileprivate var isEndOfStage: Bool { total > 0 && done >= total }
}
