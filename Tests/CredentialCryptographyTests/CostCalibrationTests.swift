// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Synchronization
import Testing

@Suite("Calibration of the derivation's cost")
struct CostCalibrationTests {
  private static let gibibyte: UInt64 = 1024 * 1024

  /// The memory that is chosen where the floor takes so long, in MiB.
  private func memory(_ floorTime: Duration, of total: UInt64 = 64 * gibibyte) throws -> UInt32 {
    let cost = try CostCalibration(memoryKiB: total) { _ in floorTime }.cost()
    #expect((cost.passes, cost.lanes) == (KeyDerivationCost.floor.passes, KeyDerivationCost.floor.lanes))
    return cost.memoryKiB / 1024
  }

  @Test(
    "takes as much memory as makes a derivation last between half a second and a second",
    arguments: [60, 100, 153, 250, 500, 750] as [Int64])
  func aimed(milliseconds: Int64) throws {
    let lasting = Double(try memory(.milliseconds(milliseconds))) / 64 * Double(milliseconds)
    #expect((500...1000).contains(lasting))
  }

  @Test("takes never less than the floor and never more than 1 GiB or an eighth of the computer's memory")
  func bounds() throws {
    #expect(try memory(.seconds(4)) == 64)
    #expect(try memory(.milliseconds(1)) == 1024)
    #expect(try memory(.milliseconds(1), of: 4 * Self.gibibyte) == 512)
    #expect(try memory(.milliseconds(1), of: 256 * 1024) == 64)
  }

  @Test("counts the fastest measurement, since other programs only slow a computer down")
  func disturbed() throws {
    let times = Mutex([Duration.seconds(3), .milliseconds(150)])
    let cost = try CostCalibration(memoryKiB: 64 * Self.gibibyte) { _ in times.withLock { $0.removeFirst() } }.cost()
    #expect(cost.memoryKiB == 320 * 1024)
  }
}
