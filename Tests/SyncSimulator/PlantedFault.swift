// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A mistake that the simulator makes on purpose, so that each invariant is known to find one.
package enum PlantedFault: String, CaseIterable, Sendable {
  /// I1: a device takes a version in the chain without storing it.
  case skipsVersions
  /// I2: a device forgets a change as soon as it was sent, whether or not it was taken.
  case forgetsSentChanges
  /// I3: a device takes what comes under a passkey's name, whatever passkey it is.
  case overwritesPasskeys
  /// I4: a device that merges leaves the password that lost out of the history.
  case losesLosers
  /// I5: the store takes a commit on any parent.
  case takesAnyParent
  /// I6: a device goes on writing under the epoch before.
  case writesUnderFormerEpoch
  /// I7: a device leaves out fields that it does not know.
  case dropsUnknownFields
  /// I8: a merge prefers what was there first to what has the greater stamp.
  case prefersLeft
  /// I9: a device commits what it merged even where the chain has it already.
  case chatters

  /// The invariant that finds it.
  package var invariant: Invariant {
    switch self {
    case .skipsVersions: .converges
    case .forgetsSentChanges: .losesNothing
    case .overwritesPasskeys: .keepsPasskeys
    case .losesLosers: .keepsLosers
    case .takesAnyParent: .isLinear
    case .writesUnderFormerEpoch: .shutsOut
    case .dropsUnknownFields: .keepsUnknown
    case .prefersLeft: .lawful
    case .chatters: .fallsSilent
    }
  }
}

/// What holds at the end of every run (design: section 7.2).
package enum Invariant: String, CaseIterable, Sendable {
  /// All devices have the same records and the same root.
  case converges = "I1"
  /// No record whose commit was acknowledged is lost.
  case losesNothing = "I2"
  /// No passkey is overwritten.
  case keepsPasskeys = "I3"
  /// Every password that lost stands in a history.
  case keepsLosers = "I4"
  /// The chain is one line, and no device counts twice.
  case isLinear = "I5"
  /// A removed device opens nothing newer.
  case shutsOut = "I6"
  /// Unknown fields come through.
  case keepsUnknown = "I7"
  /// Merging commutes, associates and is idempotent.
  case lawful = "I8"
  /// Where nothing changes, nothing is sent.
  case fallsSilent = "I9"
}

/// An invariant that a run broke.
package struct Violation: Error, CustomStringConvertible, Sendable {
  /// Which one.
  package let invariant: Invariant
  /// What was found.
  package let finding: String

  /// The invariant and what was found.
  package var description: String { "\(invariant.rawValue): \(finding)" }
}
