// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import GRDB
import Synchronization

/// The single writer. Changes that arrive during a transaction share the next one (design: section 3.14, "group commit").
///
/// A write to the disk takes milliseconds regardless of its size. Each change runs in a separate savepoint, so that a failing change does
/// not roll back the others. It is answered after the transaction has reached the disk.
actor WriteQueue {
  /// The maximum number of changes in a transaction, so that none waits endlessly.
  static let mostPerTransaction = 64

  private let pool: DatabasePool
  private var waiting: [Change] = []
  private var isWriting = false
  private(set) var transactionCount = 0

  init(_ pool: DatabasePool) { self.pool = pool }

  /// Returns the value of the change, or the outcome of the ``Refusal`` it throws; its writes are then rolled back.
  func perform<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(SyncStoreError) -> Value {
    let result: Result<Value, SyncStoreError> = await withCheckedContinuation { continuation in
      waiting.append(Change(body, continuation))
      guard !isWriting else { return }
      isWriting = true
      // A separate task, because the end of the caller would otherwise end the writes of others. It ends when nothing is waiting.
      Task { await self.write() }
    }
    return try result.get()
  }

  private func write() async {
    while !waiting.isEmpty {
      let changes = Array(waiting.prefix(Self.mostPerTransaction))
      waiting.removeFirst(changes.count)
      transactionCount += 1
      var failure: SyncStoreError?
      do {
        try await pool.write { database in
          for change in changes {
            change.run(database)
            // A full disk rolls back the complete transaction.
            guard database.isInsideTransaction else { throw SyncStoreError(.unavailable) }
          }
        }
      } catch {
        failure = SyncStoreError(reading: error)
      }
      for change in changes { change.answer(failure) }
    }
    isWriting = false
  }

  /// A change that has not been answered yet.
  private struct Change: Sendable {
    let run: @Sendable (Database) -> Void
    let answer: @Sendable (SyncStoreError?) -> Void

    init<Value: Sendable>(
      _ body: @escaping @Sendable (Database) throws -> Value, _ continuation: CheckedContinuation<Result<Value, SyncStoreError>, Never>
    ) {
      let outcome = Outcome<Value>()
      run = { database in
        do {
          let value = try database.inCachedSavepoint { try body(database) }
          outcome.value.withLock { $0 = .success(value) }
        } catch let refusal as Refusal<Value> {
          outcome.value.withLock { $0 = .success(refusal.outcome) }
        } catch {
          let failure = SyncStoreError(reading: error)
          outcome.value.withLock { $0 = .failure(failure) }
        }
      }
      answer = { failure in
        let result = outcome.value.withLock { $0 }
        continuation.resume(returning: failure.map(Result.failure) ?? result)
      }
    }
  }

  private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Result<Value, SyncStoreError>>(.failure(SyncStoreError(.unavailable)))
  }
}

/// A refusal that rolls back its change's writes so far.
struct Refusal<Outcome: Sendable>: Error {
  let outcome: Outcome
}
