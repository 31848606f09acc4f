// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization

/// Pushes waiting for a connection. A free connection takes several of different accounts into one transaction (design: section 3.14,
/// "group commit").
///
/// The round trip, waiting for the disk and committing cost as much as the writes of a push. While connections are free, each push is sent
/// immediately and on its own; the busier they are, the more pushes share one.
final class PostgreSQLPushes: Sendable {
  /// The maximum number of pushes in a transaction.
  static let mostPerTransaction = 8
  /// The maximum number of records in a shared transaction, so that no push waits for others' long ones.
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

  /// The number of transactions. A push that had to be repeated on its own counts again.
  var transactionCount: Int { state.withLock { $0.transactionCount } }

  /// Waits for a connection together with others, and returns the same outcome as on its own.
  func perform(_ push: CommitPush, at now: Date, by workers: PostgreSQLWorkers) async throws(SyncStoreError) -> PushOutcome {
    let result = await withCheckedContinuation { continuation in
      let number = add(push, at: now, continuation)
      // There are as many units of work as pushes, so the last one processes everything left by the others.
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

  /// Withdraws a push that has not started.
  private func withdraw(_ number: UInt64) -> Waiting? {
    state.withLock { state in
      guard let place = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
      return state.waiting.remove(at: place)
    }
  }

  /// Takes the push waiting longest, with others that may share its transaction.
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
        // A final statement sent before the connection was lost may have been carried out: a repeated push finds out.
        if error as? PostgreSQLFailure == .lost, connected.mayHaveWritten {
          for waiting in taken { waiting.answer(.failure(SyncStoreError(reading: error))) }
          return
        }
        // Nothing was written. Whichever push failed, each then gets its own outcome.
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
