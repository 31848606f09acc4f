// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A deliberate fault of the simulator, which proves that each invariant detects one.
package enum PlantedFault: String, CaseIterable, Sendable {
  /// I1: a device accepts a version of the chain without storing it.
  case skipsVersions
  /// I2: a device forgets a change as soon as it was sent, whether or not it was accepted.
  case forgetsSentChanges
  /// I3: a device accepts any passkey that comes under a passkey's name.
  case overwritesPasskeys
  /// I4: a merging device leaves the losing password out of the history.
  case losesLosers
  /// I5: the store accepts a commit on any parent.
  case takesAnyParent
  /// I6: a device continues writing under the previous epoch.
  case writesUnderFormerEpoch
  /// I7: a device drops fields that it does not know.
  case dropsUnknownFields
  /// I8: a merge prefers the existing value to the one with the greater stamp.
  case prefersLeft
  /// I9: a device commits merged records even if the chain already has them.
  case chatters
  /// I10: a device continues to write and read the format that is no longer valid.
  case writesBelowFloor
  /// I10: a device raises the floor before every member announced that it reads the format.
  case raisesFloorEarly
  /// I11: a recovery does not replace the printed key.
  case leavesPaper
  /// I12: a checkpoint forgets tombstones before all members have seen them.
  case forgetsEarly
  /// I13: a clock that was far ahead continues from there after it is corrected.
  case goesOnAhead
  /// I13: a change gets its stamp only from the clock, even if the record has later stamps from when that clock was ahead.
  case trustsItsClock
  /// I14: a merge takes the counter that was written later.
  case countsBack

  /// The invariant that detects it.
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
    case .countsBack: .keepsCounters
    }
  }
}

extension PlantedFault {
  /// Returns the number of runs needed to detect the fault; nil if the maximum is not enough.
  package func runsUntilFound(atMost most: Int) throws -> Int? {
    for seed in 0..<UInt64(most) {
      var simulation = try Simulation(seed: seed, fault: self)
      let report = try simulation.run(steps: Simulation.stepCount(of: seed))
      if report.violations.contains(where: { $0.invariant == invariant }) { return Int(seed) + 1 }
    }
    return nil
  }
}

/// The invariants at the end of every run (design: section 7.2).
package enum Invariant: String, CaseIterable, Sendable {
  /// All devices have the same records and the same root.
  case converges = "I1"
  /// No record whose commit was acknowledged is lost.
  case losesNothing = "I2"
  /// No passkey is overwritten.
  case keepsPasskeys = "I3"
  /// Every losing password is in a history.
  case keepsLosers = "I4"
  /// The chain is a single line, and no device uses a count twice.
  case isLinear = "I5"
  /// A removed device opens nothing newer.
  case shutsOut = "I6"
  /// Unknown fields are preserved.
  case keepsUnknown = "I7"
  /// Merging is commutative, associative and idempotent.
  case lawful = "I8"
  /// If nothing changes, nothing is sent.
  case fallsSilent = "I9"
  /// The floor of formats is raised only when every member reads the format, and nothing lower is valid from there on.
  case keepsFloor = "I10"
  /// The printed key admits one device, and then neither opens nor admits anything.
  case paperIsUsedOnce = "I11"
  /// No tombstone is forgotten that a member has not seen.
  case forgetsTogether = "I12"
  /// Once all clocks are right, the others accept any device's changes immediately, and these replace existing values.
  case setsClocksRight = "I13"
  /// No counter of codes is less than one that any device committed.
  case keepsCounters = "I14"
}

/// An invariant that a run broke.
package struct Violation: Error, CustomStringConvertible, Sendable {
  /// The invariant.
  package let invariant: Invariant
  /// A description of the violation.
  package let finding: String

  /// The invariant with the description.
  package var description: String { "\(invariant.rawValue): \(finding)" }
}
