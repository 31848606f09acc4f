// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// A few threads with a connection each: libpq waits, and would hold up every task that waits where Swift's tasks run.
///
/// A thread connects when it has something to do, and again after its connection was lost. Work whose connection is lost before anything
/// of it can have been written is begun again once; else its caller is told that it may or may not be there, and asks again.
final class PostgreSQLWorkers: Sendable {
  /// More work than this does not wait: it would be answered after its callers have gone.
  private static let mostWaiting = 10_000
  private static let mostTries = 3

  private let queue: Queue

  /// Starts so many threads.
  init(_ address: PostgreSQLAddress, count: Int) {
    let queue = Queue(threadCount: count)
    self.queue = queue
    for number in 1...count {
      let thread = Thread { Self.work(queue, address) }
      thread.name = "postgresql-\(number)"
      thread.start()
    }
  }

  deinit { queue.close() }

  func perform<Value: Sendable>(_ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value) async throws(SyncStoreError) -> Value {
    let result: Result<Value, SyncStoreError> = await withCheckedContinuation { continuation in
      let isTaken = add { connection in
        continuation.resume(
          returning: Result { try Self.attempt(body, connection) }.mapError { SyncStoreError(reading: $0) })
      }
      if !isTaken { continuation.resume(returning: .failure(SyncStoreError(.unavailable))) }
    }
    return try result.get()
  }

  /// Has a thread do something that tells its outcome by itself; false where too much waits, or nothing is done any more.
  func add(_ work: @escaping @Sendable (Connected) -> Void) -> Bool { queue.add(work) }

  /// Does the work, again where that changes nothing twice.
  static func attempt<Value>(_ body: (PostgreSQLConnection) throws -> Value, _ connection: Connected) throws -> Value {
    for _ in 1..<mostTries {
      do { return try connection.use(body) } catch let failure as PostgreSQLFailure {
        guard failure.isPassing || failure == .lost && !connection.mayHaveWritten else { throw failure }
      }
    }
    return try connection.use(body)
  }

  private static func work(_ queue: Queue, _ address: PostgreSQLAddress) {
    let connected = Connected(address)
    while let job = queue.next() { job(connected) }
  }

  /// One thread's connection, made when it is needed.
  final class Connected {
    private let address: PostgreSQLAddress
    private var connection: PostgreSQLConnection?
    private(set) var mayHaveWritten = false

    init(_ address: PostgreSQLAddress) { self.address = address }

    func use<Value>(_ body: (PostgreSQLConnection) throws -> Value) throws -> Value {
      mayHaveWritten = false
      let present: PostgreSQLConnection
      if let connection, !connection.isLost {
        present = connection
      } else {
        connection = nil
        present = try PostgreSQLConnection(address)
        connection = present
      }
      present.beginWork()
      defer {
        mayHaveWritten = present.mayHaveWritten
        present.endWork()
        if present.isLost { connection = nil }
      }
      do { return try body(present) } catch PostgreSQLFailure.lost {
        connection = nil
        throw PostgreSQLFailure.lost
      }
    }
  }

  /// What waits for a thread.
  private final class Queue: Sendable {
    typealias Job = @Sendable (Connected) -> Void
    private struct State {
      var jobs: [Job?] = []
      var first = 0
      var isClosed = false
    }
    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)
    private let threadCount: Int

    init(threadCount: Int) { self.threadCount = threadCount }

    func add(_ job: @escaping Job) -> Bool {
      let isTaken = state.withLock { state in
        guard !state.isClosed, state.jobs.count - state.first < PostgreSQLWorkers.mostWaiting else { return false }
        state.jobs.append(job)
        return true
      }
      if isTaken { signal.signal() }
      return isTaken
    }

    /// The next piece of work, waited for; nil where there will be none any more.
    func next() -> Job? {
      signal.wait()
      return state.withLock { state in
        guard state.first < state.jobs.count else { return nil }
        let job = state.jobs[state.first]
        state.jobs[state.first] = nil
        state.first += 1
        if state.first > 1024, state.first * 2 > state.jobs.count {
          state.jobs.removeFirst(state.first)
          state.first = 0
        }
        return job
      }
    }

    /// Ends every thread, each by one signal that has no work.
    func close() {
      state.withLock { $0.isClosed = true }
      for _ in 0..<threadCount { signal.signal() }
    }
  }
}
