// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

/// What a lock has to end although it is kept nowhere at that time: a transfer that waits for something, and the program that it waits for.
struct TransferEnds {
  /// How often everything was ended. A transfer that goes on after a wait has the number from before it.
  private(set) var generation = 0

  private var programs: [Int: @Sendable () -> Void] = [:]
  private var last = 0

  /// Notes that a program runs.
  ///
  /// - Parameter cancel: Ends it.
  /// - Returns: By which it is known.
  mutating func begin(_ cancel: @escaping @Sendable () -> Void) -> Int {
    last += 1
    programs[last] = cancel
    return last
  }

  /// Notes that a program has ended.
  mutating func finish(_ number: Int) { programs[number] = nil }

  /// Ends every program; no transfer goes on.
  mutating func endAll() {
    generation += 1
    for cancel in programs.values { cancel() }
    programs = [:]
  }
}

extension ManagementDesk {
  /// Refuses what began before a lock.
  ///
  /// - Throws: `transferEnded`.
  func requireNoEnd(since generation: Int) throws(VaultFailure) {
    guard generation == ends.generation else { throw VaultFailure(.transferEnded) }
  }

  /// Waits for another program, which a lock ends, and a hang-up.
  ///
  /// - Throws: `transferEnded` after a lock, `canceled` after a hang-up, and what the work throws.
  func untilEnded<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(VaultFailure) -> Value
  ) async throws(VaultFailure) -> Value {
    let generation = ends.generation
    let task = Task<Result<Value, VaultFailure>, Never> {
      do throws(VaultFailure) { return .success(try await work()) } catch { return .failure(error) }
    }
    let number = ends.begin { task.cancel() }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    ends.finish(number)
    try requireNoEnd(since: generation)
    if Task.isCancelled { throw VaultFailure(.canceled) }
    return try result.get()
  }
}
