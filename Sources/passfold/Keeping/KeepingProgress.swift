// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Synchronization
import VaultProtocol

/// Shows how far the vault is with its files, until it has answered.
final class KeepingProgress: Sendable {
  private let line = Mutex(ProgressLine())

  /// Shows what the vault told.
  func show(_ progress: VaultAnswer.Progress) {
    let words = KeepingWords(progress)
    line.withLock { line in
      line.show(words.title, words.done, of: words.total)
      // What a stage ends with may be a prompt, which gets a clean terminal.
      if progress.isEndOfStage { line.end() }
    }
  }

  /// Shows how far this process is with a file.
  func show(_ title: String, bytes: Int, of total: Int) {
    line.withLock { $0.show(title + ", KiB", bytes / KeepingWords.unit, of: total / KeepingWords.unit) }
  }

  /// Shows how much of something this process has done.
  func show(_ title: String, _ done: Int, of total: Int) { line.withLock { $0.show(title, done, of: total) } }

  /// Takes the line away.
  func end() { line.withLock { $0.end() } }
}

extension VaultAnswer.Progress {
  fileprivate var isEndOfStage: Bool { total > 0 && done >= total }
}
