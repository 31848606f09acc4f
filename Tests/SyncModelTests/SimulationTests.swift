// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold_simulate

@Suite("Simulated synchronising devices (design: section 7.2)")
struct SimulationTests {
  @Test("all invariants hold despite loss, repetition, crashes, wrong clocks, member and format changes, recovery and lies")
  func sample() throws {
    var (commits, lies) = (0, 0)
    for seed in 0..<40 as Range<UInt64> {
      var simulation = try Simulation(seed: seed)
      let report = try simulation.run(steps: Simulation.stepCount(of: seed))
      #expect(report.violations.map(\.description) == [], "seed \(seed)")
      commits += report.commitCount
      lies += report.refusedLies
    }
    // The runs made commits, and some servers lied.
    #expect(commits > 200)
    #expect(lies > 5)
  }

  @Test("a full history of 20 passwords, some of which were never committed, may drop older ones")
  func fullHistory() throws {
    let seed: UInt64 = 109_781
    var simulation = try Simulation(seed: seed)
    #expect(try simulation.run(steps: Simulation.stepCount(of: seed)).violations.map(\.description) == [])
  }

  @Test(
    "a device accepts a record whose name it has only in waiting versions",
    arguments: [1_115_327, 1_637_301, 1_698_128] as [UInt64])
  func nameThatWaits(seed: UInt64) throws {
    var simulation = try Simulation(seed: seed)
    #expect(try simulation.run(steps: Simulation.stepCount(of: seed)).violations.map(\.description) == [])
  }

  @Test("each invariant detects the fault planted for it", arguments: PlantedFault.allCases)
  func planted(fault: PlantedFault) throws {
    #expect(try fault.runsUntilFound(atMost: 200) != nil)
  }
}
