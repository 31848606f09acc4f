// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold_simulate

@Suite("Devices that synchronise (design: section 7.2)")
struct SimulationTests {
  @Test("all invariants hold in runs with loss, repetition, crashes, wrong clocks, changes of members and of the format, recovery and lies")
  func sample() throws {
    var (commits, lies) = (0, 0)
    for seed in 0..<40 as Range<UInt64> {
      var simulation = try Simulation(seed: seed)
      let report = try simulation.run(steps: Simulation.stepCount(of: seed))
      #expect(report.violations.map(\.description) == [], "seed \(seed)")
      commits += report.commitCount
      lies += report.refusedLies
    }
    // The runs did something, and somebody lied.
    #expect(commits > 200)
    #expect(lies > 5)
  }

  @Test("a history of 20 passwords, of which no commit ever had some, may give up older ones")
  func fullHistory() throws {
    let seed: UInt64 = 109_781
    var simulation = try Simulation(seed: seed)
    #expect(try simulation.run(steps: Simulation.stepCount(of: seed)).violations.map(\.description) == [])
  }

  @Test(
    "a record may come under the name of one of which the device has only versions that wait",
    arguments: [1_115_327, 1_637_301, 1_698_128] as [UInt64])
  func nameThatWaits(seed: UInt64) throws {
    var simulation = try Simulation(seed: seed)
    #expect(try simulation.run(steps: Simulation.stepCount(of: seed)).violations.map(\.description) == [])
  }

  @Test("each invariant finds the mistake that is planted for it", arguments: PlantedFault.allCases)
  func planted(fault: PlantedFault) throws {
    #expect(try fault.runsUntilFound(atMost: 200) != nil)
  }
}
