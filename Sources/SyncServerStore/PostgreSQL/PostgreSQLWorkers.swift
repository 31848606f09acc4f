// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// A few threads with a connection each, because libpq blocks, and would hold up all tasks on Swift's threads.
///
/// A thread connects when it has work, and again after losing its connection. If a connection is lost before any of the work can have been
/// written, the work is retried once. Otherwise its caller gets an error that leaves the outcome open, and repeats the request.
final class PostgreSQLWorkers: Sendable {
  /// The maximum amount of waiting work: more would be answered after its callers have gone.
  private static let mostWaiting = 10_000
  private static let mostTries = 3

  private let queue: Queue

  /// Starts this many threads.
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

  /// Runs work on a thread that reports its own outcome; returns false if too much is waiting, or the workers are closed.
  func add(_ work: @escaping @Sendable (Connected) -> Void) -> Bool { queue.add(work) }

  /// Runs the work, and repeats it if nothing can be written twice.
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

  /// One thread's connection, created on demand.
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

  /// The work waiting for a thread.
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

    /// Waits for and returns the next unit of work; nil after closing.
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

    /// Ends every thread by sending one signal each without work.
    func close() {
      state.withLock { $0.isClosed = true }
      for _ in 0..<threadCount { signal.signal() }
    }
  }
}
