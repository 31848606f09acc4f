// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import GRDB
import Synchronization

/// The one writer: what arrives while a transaction is on its way to the disk shares the next one (design: section 3.14, "group commit").
///
/// A write to the disk takes milliseconds however much it holds. Each change runs in a savepoint of its own, so that one that fails takes
/// nothing of the others along, and is answered after the transaction has reached the disk.
actor WriteQueue {
  /// The most changes that share a transaction, so that none waits for an endless one.
  static let mostPerTransaction = 64

  private let pool: DatabasePool
  private var waiting: [Change] = []
  private var isWriting = false
  private(set) var transactionCount = 0

  init(_ pool: DatabasePool) { self.pool = pool }

  /// Answers with what the change gives back, or with the outcome of the ``Refusal`` that it throws; what it has written by then is taken back.
  func perform<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(SyncStoreError) -> Value {
    let result: Result<Value, SyncStoreError> = await withCheckedContinuation { continuation in
      waiting.append(Change(body, continuation))
      guard !isWriting else { return }
      isWriting = true
      // Beside the caller, whose end would else end the writes of others; it ends by itself when nothing waits.
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
            // A full disk rolls the whole transaction back.
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

  /// A change between being asked for and being answered.
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

/// A refusal that takes back what its change has written so far.
struct Refusal<Outcome: Sendable>: Error {
  let outcome: Outcome
}
