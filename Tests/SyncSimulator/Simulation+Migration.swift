// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncModel

/// Moving an account to format 2 while some programs read only format 1 (design: section 3.11).
extension Simulation {
  static let newFormat: UInt64 = 2

  /// Returns one of two versions of the program, in runs with two.
  mutating func randomProgram() -> UInt64 { isMigrating && chance(50) ? Self.newFormat : 1 }

  /// Updates a device to the newer program, or lets one that has it try to raise the floor.
  mutating func migrate(by index: Int) throws {
    guard devices[index].reads == Self.newFormat else {
      update(index)
      return store(index)
    }
    guard store.log.formatFloor < Self.newFormat, try isUpToDate(index) else { return }
    let isEarly = fault == .raisesFloorEarly
    guard isEarly || devices[index].chain.commonFormat(log: devices[index].log) >= Self.newFormat else { return }
    // 1. Everything is rewritten. 2. A checkpoint covers it. 3. Nothing lower is valid any more.
    devices[index].rewrite()
    if devices[index].hasPending { try synchronise(index) }
    if devices[index].chain.itemsSinceCheckpoint > 0 { try synchronise(index, isCheckpoint: true) }
    let device = devices[index]
    guard isEarly || device.chain.mayRaiseFloor(to: Self.newFormat, log: device.log, lowestSchema: device.lowestSchema) else { return }
    let log = try device.log.raisingFloor(to: Self.newFormat, by: author(index))
    guard store.append(log) else { return }
    report.raisedFloors += 1
    for member in members where devices[member].reads < Self.newFormat {
      report.violations.append(Violation(invariant: .keepsFloor, finding: "device \(member) does not read what counts"))
    }
    try devices[index].take(log)
    store(index)
  }

  mutating func update(_ index: Int) {
    devices[index].reads = Self.newFormat
    devices[index].acceptWaiting(at: time)
  }
}
