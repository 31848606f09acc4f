// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

/// Things that a lock has to end although they are not stored anywhere at that time: a waiting transfer, and the program that it waits for.
struct TransferEnds {
  /// The number of times that everything was ended. A transfer that continues after a wait has the number from before it.
  private(set) var generation = 0

  private var programs: [Int: @Sendable () -> Void] = [:]
  private var last = 0

  /// Registers a running program.
  ///
  /// - Parameter cancel: Ends it.
  /// - Returns: The number that identifies it.
  mutating func begin(_ cancel: @escaping @Sendable () -> Void) -> Int {
    last += 1
    programs[last] = cancel
    return last
  }

  /// Unregisters a program that has ended.
  mutating func finish(_ number: Int) { programs[number] = nil }

  /// Ends every program; no transfer continues.
  mutating func endAll() {
    generation += 1
    for cancel in programs.values { cancel() }
    programs = [:]
  }
}

extension ManagementDesk {
  /// Refuses to continue an act that began before a lock.
  ///
  /// - Throws: `transferEnded`.
  func requireNoEnd(since generation: Int) throws(VaultFailure) {
    guard generation == ends.generation else { throw VaultFailure(.transferEnded) }
  }

  /// Waits for another program; a lock or a disconnection ends the wait.
  ///
  /// - Throws: `transferEnded` after a lock, `canceled` after a disconnection, and the errors of the work.
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
