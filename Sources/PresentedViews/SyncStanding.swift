// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// How the vault stands to its other devices, in a dot and words.
package struct SyncStanding: Hashable, Sendable {
  /// What the dot says at a glance; the words say it, too.
  package enum Dot: Hashable, Sendable {
    /// Nothing to do.
    case still
    /// Everything is as it should be, or on its way to be.
    case well
    /// It is tried again by itself.
    case waiting
    /// The person has to decide.
    case stopped
  }

  /// What is seen before anything is read.
  package let dot: Dot
  /// One sentence, with its full stop.
  package let headline: String
  /// What follows from it, sentence by sentence: what was not lost, what to do.
  package let lines: [String]
  /// The ways to do it.
  package let ways: [SyncWay]

  /// Finds the words.
  package init(_ status: VaultAnswer.SyncStatus) {
    switch status.state {
    case .off:
      dot = .still
      headline = translated("Your vault is on this computer only.")
      (lines, ways) = ([], [.begin])
    case .locked:
      dot = .still
      headline = translated("The vault is locked.")
      (lines, ways) = ([], [])
    case .working:
      dot = .well
      headline = translated("Synchronising now.")
      (lines, ways) = ([], [])
    case .current:
      dot = .well
      headline = translated("In sync with your other devices.")
      (lines, ways) = ([], [])
    case .waiting:
      let words = SyncProblemWords(status)
      dot = .waiting
      headline = translated("Not in sync: \(words.what).")
      (lines, ways) = ([words.next], words.ways)
    case .stopped:
      let words = SyncAlarmWords(status)
      dot = .stopped
      headline = translated("Synchronisation has stopped: \(words.what).")
      (lines, ways) = ([words.kept, words.next], words.ways)
    }
  }
}
