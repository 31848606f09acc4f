// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization

/// Pushes that wait for a connection: one that is free takes several of them, of different accounts, into one transaction
/// (design: section 3.14, "group commit").
///
/// Going to the database, waiting for the disk and committing cost as much as what a push writes. While connections are free each push goes at
/// once, and alone; the more are busy, the more of them share.
final class PostgreSQLPushes: Sendable {
  /// The most pushes that share a transaction.
  static let mostPerTransaction = 8
  /// The most records of a shared transaction, so that no push waits for long ones of others.
  private static let mostRecords = 32

  private struct Waiting: Sendable {
    let number: UInt64
    let push: CommitPush
    let now: Date
    let continuation: CheckedContinuation<Result<PushOutcome, SyncStoreError>, Never>

    var mayShare: Bool { push.forgetsThrough == 0 }

    func answer(_ result: Result<PushOutcome, SyncStoreError>) { continuation.resume(returning: result) }
  }

  private struct State {
    var waiting: [Waiting] = []
    var count: UInt64 = 0
    var transactionCount = 0
  }
  private let state = Mutex(State())

  /// How many transactions there were, of which those that had to come alone count once more.
  var transactionCount: Int { state.withLock { $0.transactionCount } }

  /// Waits for a connection with others, and answers as the push would be answered alone.
  func perform(_ push: CommitPush, at now: Date, by workers: PostgreSQLWorkers) async throws(SyncStoreError) -> PushOutcome {
    let result = await withCheckedContinuation { continuation in
      let number = add(push, at: now, continuation)
      // As many pieces of work as pushes: whatever the first ones leave, the last one takes.
      if !workers.add({ [self] in workOff($0) }) { withdraw(number)?.answer(.failure(SyncStoreError(.unavailable))) }
    }
    return try result.get()
  }

  private func add(
    _ push: CommitPush, at now: Date, _ continuation: CheckedContinuation<Result<PushOutcome, SyncStoreError>, Never>
  ) -> UInt64 {
    state.withLock { state in
      state.count += 1
      state.waiting.append(Waiting(number: state.count, push: push, now: now, continuation: continuation))
      return state.count
    }
  }

  /// Takes a push back that nobody has begun.
  private func withdraw(_ number: UInt64) -> Waiting? {
    state.withLock { state in
      guard let place = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
      return state.waiting.remove(at: place)
    }
  }

  /// The push that waits longest, with others that may go along.
  private func take() -> [Waiting] {
    state.withLock { state in
      guard let first = state.waiting.first else { return [] }
      var (taken, left) = ([first], [Waiting]())
      var (accounts, records) = (Set([first.push.account]), first.push.records.count)
      for next in state.waiting.dropFirst() {
        let fits =
          first.mayShare && next.mayShare && taken.count < Self.mostPerTransaction
          && records + next.push.records.count <= Self.mostRecords
        if fits, accounts.insert(next.push.account).inserted {
          taken.append(next)
          records += next.push.records.count
        } else {
          left.append(next)
        }
      }
      state.waiting = left
      return taken
    }
  }

  private func workOff(_ connected: PostgreSQLWorkers.Connected) {
    let taken = take()
    var alone = taken
    if taken.count > 1 {
      count()
      do {
        let outcomes = try connected.use { try PostgreSQLSyncStore.push(taken.map { ($0.push, $0.now) }, $0) }
        alone = []
        for (waiting, outcome) in zip(taken, outcomes) {
          if let outcome { waiting.answer(.success(outcome)) } else { alone.append(waiting) }
        }
      } catch {
        // What was sent for good before the connection was lost may be there: whoever asks again is told.
        if error as? PostgreSQLFailure == .lost, connected.mayHaveWritten {
          for waiting in taken { waiting.answer(.failure(SyncStoreError(reading: error))) }
          return
        }
        // Nothing of it is there; whichever of them it was, each has its own answer.
      }
    }
    for waiting in alone {
      count()
      let result = Result {
        try PostgreSQLWorkers.attempt({ try PostgreSQLSyncStore.push(waiting.push, at: waiting.now, $0) }, connected)
      }
      waiting.answer(result.mapError { SyncStoreError(reading: $0) })
    }
  }

  private func count() { state.withLock { $0.transactionCount += 1 } }
}
