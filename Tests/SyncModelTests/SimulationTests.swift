// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold_simulate

@Suite("Devices that synchronise (design: section 7.2)")
struct SimulationTests {
  @Test("all invariants hold in runs with loss, repetition, crashes, wrong clocks, changes of members and lies")
  func sample() throws {
    var (commits, lies) = (0, 0)
    for seed in 0..<40 as Range<UInt64> {
      var simulation = try Simulation(seed: seed)
      let report = try simulation.run(steps: 60)
      #expect(report.violations.map(\.description) == [], "seed \(seed)")
      commits += report.commitCount
      lies += report.refusedLies
    }
    // The runs did something, and somebody lied.
    #expect(commits > 200)
    #expect(lies > 5)
  }

  @Test("each invariant finds the mistake that is planted for it", arguments: PlantedFault.allCases)
  func planted(fault: PlantedFault) throws {
    let isFound = try (0..<60 as Range<UInt64>).contains { seed in
      var simulation = try Simulation(seed: seed, fault: fault)
      return try simulation.run(steps: 60).violations.contains { $0.invariant == fault.invariant }
    }
    #expect(isFound)
  }
}
