// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Synchronization
import Testing

@Suite("Calibration of the key derivation cost")
struct CostCalibrationTests {
  private static let gibibyte: UInt64 = 1024 * 1024

  /// The memory that is chosen if a derivation at the floor takes this long, in MiB.
  private func memory(_ floorTime: Duration, of total: UInt64 = 64 * gibibyte) throws -> UInt32 {
    let cost = try CostCalibration(memoryKiB: total) { _ in floorTime }.cost()
    #expect((cost.passes, cost.lanes) == (KeyDerivationCost.floor.passes, KeyDerivationCost.floor.lanes))
    return cost.memoryKiB / 1024
  }

  @Test(
    "chooses a memory size at which a derivation takes between half a second and a second",
    arguments: [60, 100, 153, 250, 500, 750] as [Int64])
  func aimed(milliseconds: Int64) throws {
    let lasting = Double(try memory(.milliseconds(milliseconds))) / 64 * Double(milliseconds)
    #expect((500...1000).contains(lasting))
  }

  @Test("never chooses less than the floor, nor more than 1 GiB or an eighth of the computer's memory")
  func bounds() throws {
    #expect(try memory(.seconds(4)) == 64)
    #expect(try memory(.milliseconds(1)) == 1024)
    #expect(try memory(.milliseconds(1), of: 4 * Self.gibibyte) == 512)
    #expect(try memory(.milliseconds(1), of: 256 * 1024) == 64)
  }

  @Test("uses the fastest measurement, because other programs only slow a computer down")
  func disturbed() throws {
    let times = Mutex([Duration.seconds(3), .milliseconds(150)])
    let cost = try CostCalibration(memoryKiB: 64 * Self.gibibyte) { _ in times.withLock { $0.removeFirst() } }.cost()
    #expect(cost.memoryKiB == 320 * 1024)
  }
}
