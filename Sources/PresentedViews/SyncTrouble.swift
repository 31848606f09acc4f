// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// What may go wrong between devices, each with a section in docs/synchronising.md of its heading: what happened, what was not lost, what to do.
package enum SyncTrouble: String, CaseIterable, Sendable {
  case serverAway = "The server is away"
  case loginPage = "A login page answers"
  case refused = "The server refuses"
  case twoHistories = "Two histories"
  case earlierState = "An earlier state"
  case unknownDevice = "An unknown device"
  case withheld = "Something is withheld"
  case altered = "Something was altered"
  case alteredFile = "A file that was altered"
  case wrongClock = "A clock that is years off"
  case fullDisk = "A full disk"
  case olderProgram = "An older program"
  case removed = "This device was removed"
  case copiedDevice = "A copy of this device"
  case accountClosed = "The account was closed"

  /// Where more is said of it.
  package var pointer: String { translated("docs/synchronising.md, “\(rawValue)”, says more.") }
}
