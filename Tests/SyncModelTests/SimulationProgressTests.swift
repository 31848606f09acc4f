// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold_simulate

@Suite("The progress line of simulations")
struct SimulationProgressTests {
  @Test("states the finished runs, the runs a second and the remaining time")
  func line() {
    #expect(SimulationProgress.line(0, of: 1000, after: .seconds(1)) == "0 of 1000 runs, 0 a second")
    #expect(SimulationProgress.line(400, of: 1000, after: .seconds(2)) == "400 of 1000 runs, 200 a second, 3 s left")
    #expect(SimulationProgress.line(1000, of: 100_000, after: .seconds(5)) == "1000 of 100000 runs, 200 a second, 8 min 15 s left")
    #expect(SimulationProgress.line(20_000, of: 5_000_000, after: .seconds(50)) == "20000 of 5000000 runs, 400 a second, 3 h 27 min left")
    #expect(SimulationProgress.line(1000, of: 1000, after: .seconds(2)) == "1000 of 1000 runs, 500 a second, 0 s left")
  }
}
