// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// `passfold-simulate [RUNS] [FIRST SEED]`: runs simulations, and tells the seed of each that breaks an invariant.
@main
enum SyncSimulator {
  private static let steps = 60

  static func main() throws {
    let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    let runs = numbers.first ?? 1_000
    let first = numbers.dropFirst().first ?? 0
    let clock = ContinuousClock()
    var failures = 0
    var (commits, lies) = (0, 0)
    let elapsed = try clock.measure {
      for seed in first..<first + runs {
        var simulation = try Simulation(seed: seed)
        let report = try simulation.run(steps: steps)
        commits += report.commitCount
        lies += report.refusedLies
        for violation in report.violations { print("seed \(seed): \(violation)") }
        if !report.violations.isEmpty { failures += 1 }
      }
    }
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    print("\(runs) runs, \(commits) commits, \(lies) lies refused, \(Int(Double(runs) / max(seconds, 0.001))) runs a second")
    if failures > 0 {
      print("\(failures) runs broke an invariant")
      throw Failed()
    }
  }

  private struct Failed: Error {}
}
