// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// The state of synchronisation, as a coloured dot and words.
package struct SyncStanding: Hashable, Sendable {
  /// The meaning of the dot; the words contain it as well.
  package enum Dot: Hashable, Sendable {
    /// Nothing to do.
    case still
    /// Everything is in sync, or about to be.
    case well
    /// Passfold tries again automatically.
    case waiting
    /// The user has to decide.
    case stopped
  }

  /// The dot.
  package let dot: Dot
  /// One sentence, with its full stop.
  package let headline: String
  /// The further sentences: what was not lost, what to do.
  package let lines: [String]
  /// The options for the user.
  package let ways: [SyncAction]

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
    case .current where status.isOnlyDevice == true:
      dot = .well
      headline = translated("No other device yet.")
      (lines, ways) = ([], [.add])
    case .current where status.isFirstThere == true:
      dot = .waiting
      headline = translated("Everything is sent, but none of your other devices is at this place yet.")
      lines = [
        translated("Enter the place on each of them, too."),
        translated(
          "If one of them removed this computer from your account, they stay where they are, and this vault is on its own. To be one of them again, export it, move its folder away, join your other devices, and import what they lack."
        ),
      ]
      ways = []
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
