// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes

/// Tests that take too long for every test run: `make soak`; `passfold-soak PART` runs one part.
///
/// Called as `passfold-soak submit DATABASE KEY INSTANT CODE TIMES` it is one of the processes that the two-process part starts.
@main
enum SoakProgram {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "submit", arguments.count == 6 { return try await Submitter(arguments).run() }
    var failures = 0
    for (name, part) in parts where arguments.isEmpty || arguments == [name] {
      let start = ContinuousClock.now
      let (holds, words) = try await part()
      if !holds { failures += 1 }
      let line = "\(holds ? "holds" : "FAILS")  \(name): \(words) (\((ContinuousClock.now - start).components.seconds) s)\n"
      try FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
    }
    exit(failures == 0 ? 0 : 1)
  }

  private static let parts: [(String, @Sendable () async throws -> (Bool, String))] = [
    ("one use", concurrentSubmissions), ("update alone", updateAlone), ("guessing", guesses), ("processes", processes),
    ("killed processes", killedProcesses),
  ]

  /// 64 tasks submit one code, 1 000 times: one success each.
  private static func concurrentSubmissions() async throws -> (Bool, String) {
    let world = try await SoakWorld()
    let rounds = 1000
    var successes: [Int: Int] = [:]
    for _ in 0..<rounds {
      let code = world.authenticator.code(at: world.now).text
      let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<64 { group.addTask { try await world.submit(code).isAccepted } }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      successes[accepted, default: 0] += 1
      world.advance(by: 300)
    }
    return (successes == [1: rounds], "successes per round \(successes) in \(rounds) rounds of 64, \(world.evaluations) evaluations")
  }

  /// The same without the rate limit, which lets only a few submissions through: 64 tasks make the conditional update, 1 000 times.
  private static func updateAlone() async throws -> (Bool, String) {
    let world = try await SoakWorld()
    var successes: [Int: Int] = [:]
    for round in 0..<1000 {
      let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<64 { group.addTask { try await world.use(step: (1 << 40) + Int64(round)) } }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      successes[accepted, default: 0] += 1
    }
    return (successes == [1: 1000], "successes per round \(successes) in 1000 rounds of 64 updates")
  }

  /// A million guesses over eleven days: a hundred are evaluated.
  private static func guesses() async throws -> (Bool, String) {
    let world = try await SoakWorld()
    let count = 1_000_000
    var accepted = 0
    var exhausted = 0
    for guess in 0..<count {
      switch try await world.submit(String(format: "%06d", guess)) {
      case .accepted: accepted += 1
      case .exhausted: exhausted += 1
      default: break
      }
      world.advance(by: 1)
    }
    return (
      world.evaluations <= 100 + accepted * 100,
      "\(count) guesses, \(world.evaluations) evaluated, \(accepted) right by chance, "
        + "\(exhausted) after the hard stop"
    )
  }

  /// Four processes submit one code sixteen times each, in twenty rounds: one success each.
  private static func processes() async throws -> (Bool, String) {
    let world = try await SoakWorld()
    var successes: [Int: Int] = [:]
    for _ in 0..<20 {
      let code = world.authenticator.code(at: world.now).text
      let children = try (0..<4).map { _ in try world.child(submitting: code, times: 16) }
      let accepted = children.reduce(0) { $0 + $1.accepted() }
      successes[accepted, default: 0] += 1
      world.advance(by: 300)
    }
    return (successes == [1: 20], "successes per round \(successes) in 20 rounds of 4 processes")
  }

  /// A process is killed while it submits: nothing is accepted twice, and the database stays usable.
  private static func killedProcesses() async throws -> (Bool, String) {
    let world = try await SoakWorld()
    var twice = 0
    var stuck = 0
    var killedBeforeUse = 0
    for round in 0..<60 {
      let code = world.authenticator.code(at: world.now).text
      let child = try world.child(submitting: code, times: 64)
      usleep(UInt32(5_000 + round * 5_000))
      child.kill()
      let byChild = child.accepted()
      // The wait for the attempts that the killed process left counted.
      world.advance(by: 30)
      let verdict = try await world.submit(code)
      if byChild + (verdict.isAccepted ? 1 : 0) > 1 { twice += 1 }
      if verdict.isAccepted { killedBeforeUse += 1 }
      world.advance(by: 3600)
      let next = try await world.submit(world.authenticator.code(at: world.now).text)
      if !next.isAccepted { stuck += 1 }
      world.advance(by: 3600)
    }
    return (twice == 0 && stuck == 0, "60 killed, \(killedBeforeUse) of them before the use, \(twice) double successes, \(stuck) shut out")
  }
}
