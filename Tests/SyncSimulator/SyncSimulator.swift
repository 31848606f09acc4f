// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// `passfold-simulate [RUNS] [FIRST SEED]`: runs simulations on all processors, and prints the seed of each that violates an invariant.
/// Before that it proves that each of its deliberate faults would be detected.
@main
enum SyncSimulator {
  /// The combined results of several runs.
  private struct Total: Sendable {
    var report = Simulation.Report()
    var failures: [String] = []
    var failedRuns = 0

    mutating func add(_ other: Simulation.Report) {
      report.commitCount += other.commitCount
      report.deviceCount += other.deviceCount
      report.refusedLies += other.refusedLies
      report.recoveries += other.recoveries
      report.raisedFloors += other.raisedFloors
      report.refusedPrograms += other.refusedPrograms
      report.forgettings += other.forgettings
    }
  }

  private static let mostPlantedRuns = 1_000

  static func main() async throws {
    let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    let runs = numbers.first ?? 1_000
    let first = numbers.dropFirst().first ?? 0
    let workers = UInt64(max(1, ProcessInfo.processInfo.activeProcessorCount))
    for fault in PlantedFault.allCases {
      guard let count = try fault.runsUntilFound(atMost: mostPlantedRuns) else {
        print("the planted fault \(fault) is not found in \(mostPlantedRuns) runs")
        exit(1)
      }
      print("\(fault.invariant.rawValue): the planted fault \(fault) is found in run \(count)")
    }
    let clock = ContinuousClock()
    let begun = clock.now
    var total = Total()
    let progress = SimulationProgress(of: runs)
    progress.begin()
    try await withThrowingTaskGroup(of: Total.self) { group in
      for worker in 0..<workers {
        group.addTask { try work(on: stride(from: first + worker, to: first + runs, by: Int(workers)), progress) }
      }
      for try await part in group {
        total.add(part.report)
        total.failures += part.failures
        total.failedRuns += part.failedRuns
      }
    }
    progress.end()
    let elapsed = begun.duration(to: clock.now)
    let seconds = max(0.001, Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18)
    let report = total.report
    // The next run with SEED= continues from here.
    print("seeds \(first) to \(first + runs - 1); the next one is \(first + runs)")
    print(
      "\(runs) runs, \(report.commitCount) commits of \(report.deviceCount) devices, \(report.refusedLies) lies and "
        + "\(report.refusedPrograms) old programs refused, \(report.recoveries) recoveries, \(report.raisedFloors) floors raised, "
        + "\(report.forgettings) times forgotten, \(Int(Double(runs) / seconds)) runs a second")
    for failure in total.failures { print(failure) }
    if total.failedRuns > 0 {
      print("\(total.failedRuns) runs broke an invariant")
      exit(1)
    }
  }

  private static func work(on seeds: some Sequence<UInt64>, _ progress: SimulationProgress) throws -> Total {
    var total = Total()
    for seed in seeds {
      var simulation = try Simulation(seed: seed)
      let report = try simulation.run(steps: Simulation.stepCount(of: seed))
      progress.note()
      total.add(report)
      total.failures += report.violations.map { "seed \(seed): \($0)" }
      if !report.violations.isEmpty { total.failedRuns += 1 }
    }
    return total
  }
}
