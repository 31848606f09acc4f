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
  /// I10: a device goes on writing in the format that no longer counts, and reads it.
  case writesBelowFloor
  /// I10: a device raises the floor before every member announced that it reads the format.
  case raisesFloorEarly
  /// I11: a recovery leaves the key that lay on paper as it is.
  case leavesPaper
  /// I12: a checkpoint forgets tombstones before all members have seen them.
  case forgetsEarly
  /// I13: a clock that was far ahead goes on from there once it is right again.
  case goesOnAhead
  /// I13: a change is stamped by the clock alone, whatever the record was stamped by when that clock was ahead.
  case trustsItsClock

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
    case .writesBelowFloor, .raisesFloorEarly: .keepsFloor
    case .leavesPaper: .paperIsUsedOnce
    case .forgetsEarly: .forgetsTogether
    case .goesOnAhead, .trustsItsClock: .setsClocksRight
    }
  }
}

extension PlantedFault {
  /// How many runs it takes to find the fault; nil where so many do not.
  package func runsUntilFound(atMost most: Int) throws -> Int? {
    for seed in 0..<UInt64(most) {
      var simulation = try Simulation(seed: seed, fault: self)
      let report = try simulation.run(steps: Simulation.stepCount(of: seed))
      if report.violations.contains(where: { $0.invariant == invariant }) { return Int(seed) + 1 }
    }
    return nil
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
  /// The floor of formats rises only when every member reads the format, and nothing lower counts from there on.
  case keepsFloor = "I10"
  /// The key on paper admits one device, and then neither opens nor admits anything.
  case paperIsUsedOnce = "I11"
  /// No tombstone is forgotten that a member has not seen.
  case forgetsTogether = "I12"
  /// Once all clocks are right, what any device writes is taken by the others at once, and replaces what was there.
  case setsClocksRight = "I13"
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
